/** Where nodes, CPUs and memory stand in the figure of jobs and their memory. Pure. */
import type { Rect } from '../../../../ui/geometry';
import type { NodeCpus } from './jobs';

export interface NodePlace {
  readonly box: Rect;
  readonly cpus: readonly Rect[];
  readonly memory: Rect;
}

export interface HomePlaces {
  readonly nodes: readonly NodePlace[];
  readonly columns: number;
  /** The gap between nodes, in which far accesses run. */
  readonly gutter: number;
}

export interface Room {
  readonly width: number;
  readonly height: number;
  /** Number of CPUs of each node. */
  readonly cpus: readonly number[];
}

/** Between the CPUs of a node and its memory: accesses run here. */
const BETWEEN = 14;

export function placesIn({ width, height, cpus }: Room): HomePlaces {
  const gutter = 14;
  // In a flat room the nodes stand in one row.
  const columns = width / height > 2.6 ? cpus.length : Math.ceil(Math.sqrt(cpus.length));
  const rows = Math.ceil(cpus.length / columns);
  const w = (width - (columns - 1) * gutter) / columns;
  const h = (height - (rows - 1) * gutter) / rows;
  const pad = 6;
  const head = 22;
  const nodes = cpus.map((own, i): NodePlace => {
    const x = (i % columns) * (w + gutter);
    const y = Math.floor(i / columns) * (h + gutter);
    const free = h - head - 2 * pad;
    const cellH = Math.min(90, free * 0.5 - BETWEEN / 2);
    const cellW = (w - 2 * pad - (own - 1) * 4) / Math.max(1, own);
    return {
      box: { x, y, w, h },
      cpus: Array.from({ length: own }, (_, c) => ({ x: x + pad + c * (cellW + 4), y: y + head, w: cellW, h: cellH })),
      memory: { x: x + pad, y: y + head + cellH + BETWEEN, w: w - 2 * pad, h: free - cellH - BETWEEN + pad },
    };
  });
  return { nodes, columns, gutter };
}

/** The squares of `count` jobs' memory in a box: as large as they can be, at most `most` px. */
export function squares({ x, y, w, h }: Rect, count: number, most: number): readonly Rect[] {
  const gap = 3;
  let edge = most;
  while (edge > 3 && Math.floor((w + gap) / (edge + gap)) * Math.floor((h + gap) / (edge + gap)) < count) edge -= 1;
  const columns = Math.max(1, Math.floor((w + gap) / (edge + gap)));
  return Array.from({ length: count }, (_, i) => ({
    x: x + (i % columns) * (edge + gap),
    y: y + Math.floor(i / columns) * (edge + gap),
    w: edge,
    h: edge,
  }));
}

/** The square of one of `most` jobs. */
export const blockIn = (place: NodePlace | undefined, job: number, most: number, edge: number): Rect | undefined =>
  place && squares(place.memory, most, edge)[job];

/** The cell of a CPU. */
export function cellOf(
  { nodes: places }: HomePlaces,
  nodes: readonly NodeCpus[],
  cpu: number | null,
): Rect | undefined {
  const node = nodes.findIndex(({ cpus }) => cpu !== null && cpus.includes(cpu));
  return places[node]?.cpus[nodes[node]?.cpus.indexOf(cpu ?? -1) ?? -1];
}

/**
 * The way of an access from memory to a CPU as a path: between its CPUs and its memory inside a node, else through the
 * gaps between the nodes.
 */
export function wayOf(
  { nodes, columns, gutter }: HomePlaces,
  home: number,
  node: number,
  block: Rect,
  cell: Rect,
): string {
  const [bx, cx] = [block.x + block.w / 2, cell.x + cell.w / 2];
  const [from, to] = [nodes[home], nodes[node]];
  const above = (place: NodePlace | undefined): number => (place?.memory.y ?? 0) - BETWEEN / 2;
  const end = `H${cx}V${cell.y + cell.h}`;
  if (!from || !to || home === node) return `M${bx} ${block.y}V${above(from)}${end}`;
  const right = (place: NodePlace): number => place.box.x + place.box.w + gutter / 2;
  const left = (place: NodePlace): number => place.box.x - gutter / 2;
  // Out of the node and into the other on the sides that face each other; in one column, beside both.
  const [out, into] =
    home % columns < node % columns
      ? [right(from), left(to)]
      : home % columns > node % columns
        ? [left(from), right(to)]
        : [home % columns === 0 ? right(from) : left(from), node % columns === 0 ? right(to) : left(to)];
  const start = `M${bx} ${block.y}V${above(from)}H${out}`;
  const across = Math.abs(into - out) < 1 ? '' : `V${from.box.y + from.box.h + gutter / 2}H${into}`;
  return `${start}${across}V${above(to)}${end}`;
}
