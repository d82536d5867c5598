/** Where the parts of a machine are drawn. */
import type { Spot } from '../../state/view';
import type { Rect } from '../../ui/geometry';
import type { Named } from './types';

/** What has to be known of the drawing. */
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

/** Where a part is drawn; null: this drawing has none. */
export function boxOf({ cpus, units, nodes }: Ground, named: Named): Rect | null {
  if (isList(named)) return around(named.flatMap((cpu) => cpus[cpu] ?? []));
  if (named.part === 'tag') return units[named.unit]?.tag ?? null;
  return nodes.find(({ node }) => node === named.node)?.bar ?? null;
}

/** What a word is about. A whole node is that to its edge: a frame around its CPUs would strike through names. */
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

/** What the drawing lights for some parts: it lights a tag with a CPU of its cluster, a node's bar with two of its clusters. */
export const spotOf = (all: readonly Named[]): Spot => ({ cpus: all.flatMap((named) => (isList(named) ? named : [])) });

export const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** How far the frame around what a word is about reaches (px). */
const FRAME = 5;

/** The frame around what a word is about. */
export const framed = (target: Rect): Rect => grown(target, FRAME);

/** The upper edges of the nodes with their names: the lens writes the figures of a node there. */
export const edges = ({ text, nodes }: Ground): readonly Rect[] =>
  nodes.map(({ x, y, w, title }) => ({ x, y: y - text, w, h: title.y + title.h - y + text }));
