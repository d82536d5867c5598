/** Positions of the parts of a drawn machine. */
import type { Spot } from '../../state/view';
import type { Rect } from '../../ui/geometry';
import type { Named } from './types';

/** The required properties of the drawing. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  /** The height of its text. */
  readonly text: number;
  readonly cpus: readonly Rect[];
  readonly units: readonly (Rect & { readonly label: Rect | null; readonly tag: Rect | null })[];
  readonly nodes: readonly (Rect & { readonly node: number; readonly title: Rect; readonly bar: Rect })[];
}

export const grown = ({ x, y, w, h }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  w: w + 2 * by,
  h: h + 2 * by,
});

/** The box around several. */
export function around(boxes: readonly Rect[]): Rect | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return { x, y, w: Math.max(...boxes.map((b) => b.x + b.w)) - x, h: Math.max(...boxes.map((b) => b.y + b.h)) - y };
}

const isList = (named: Named): named is readonly number[] => Array.isArray(named);

/** The box of a part; null: this drawing has no such part. */
export function boxOf({ cpus, units, nodes }: Ground, named: Named): Rect | null {
  if (isList(named)) return around(named.flatMap((cpu) => cpus[cpu] ?? []));
  if (named.part === 'tag') return units[named.unit]?.tag ?? null;
  return nodes.find(({ node }) => node === named.node)?.bar ?? null;
}

/** The part that a word explains. For a node it is the whole node: a frame around its CPUs would cross names. */
export function targetOf(ground: Ground, named: Named): Rect | null {
  const { cpus, nodes } = ground;
  const box = boxOf(ground, named);
  const node =
    box &&
    isList(named) &&
    nodes[1] &&
    nodes.find((one) => overlap(one, box) > 0 && cpus.filter((cpu) => overlap(one, cpu) > 0).length === named.length);
  return node ? grown(node, -FRAME - 1) : box;
}

/** The parts that the drawing lights: a tag with a CPU of its cluster, a node's bar with two of its clusters. */
export const spotOf = (all: readonly Named[]): Spot => ({ cpus: all.flatMap((named) => (isList(named) ? named : [])) });

export const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** Distance of the frame from the explained part (px). */
const FRAME = 5;

/** The frame around the explained part. */
export const framed = (target: Rect): Rect => grown(target, FRAME);

/** The names of the nodes, and the lower edges on which the lens writes the count of each. */
export const edges = ({ text, nodes }: Ground): readonly Rect[] =>
  nodes.flatMap(({ x, y, w, h, title }) => [title, { x, y: y + h - 1.5 * text, w, h: 3 * text }]);
