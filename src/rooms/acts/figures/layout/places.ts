/** Where the nodes and the cache lines of a lane are. */
import type { DrawnLine } from '../../../../scenario/placed';
import type { Rect } from '../../../../ui/geometry';

/** The field that all CPUs write, and those that they only read. */
export const SUM: readonly string[] = ['load_avg'];
export const POINTERS: readonly string[] = ['rt_se', 'rt_rq'];

const NODE = { most: 52, least: 24 } as const;
const ROW = { most: 46, least: 22 } as const;
const GAP = 8;
/** Room for the wires between the nodes and the lines. */
const WIRES = 0.3;

/** As many lines as fit, those of the named fields first, in the order of their offsets. */
export function shownLines(lines: readonly DrawnLine[], height: number): readonly DrawnLine[] {
  const isNamed = ({ pieces }: DrawnLine) =>
    pieces.some(({ field }) => SUM.includes(field) || POINTERS.includes(field));
  const most = Math.max(
    lines.filter(isNamed).length,
    Math.floor((height * (1 - WIRES) - NODE.least) / (ROW.most + GAP)),
  );
  const named = lines.filter(isNamed);
  const others = lines.filter((line) => !isNamed(line)).slice(0, Math.max(0, most - named.length));
  return [...named, ...others].sort((a, b) => a.offset - b.offset);
}

export interface LayoutPlaces {
  readonly nodes: readonly Rect[];
  readonly lines: { readonly left: number; readonly right: number };
  /** Height of a line. */
  readonly row: number;
  readonly lineAt: (i: number) => number;
}

export function layoutPlaces(width: number, height: number, nodes: number, lines: number): LayoutPlaces {
  const gap = Math.min(20, width * 0.03);
  const wide = (width - (nodes - 1) * gap) / nodes;
  const high = Math.min(NODE.most, Math.max(NODE.least, height * 0.14));
  const wires = Math.max(26, height * WIRES);
  const row = Math.min(ROW.most, Math.max(ROW.least, (height - high - wires - (lines - 1) * GAP) / lines));
  return {
    nodes: Array.from({ length: nodes }, (_, i) => ({ x: i * (wide + gap), y: 0, w: wide, h: high })),
    lines: { left: 0, right: width },
    row,
    lineAt: (i) => high + wires + i * (row + GAP),
  };
}
