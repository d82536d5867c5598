/**
 * Places all parts of a machine for cells of a given size, from the origin: nodes on their grid, sockets around them,
 * wires.
 */
import type { MachineDescription } from '../../scenario/generated/types';
import type { Point, Rect, Size } from '../../ui/geometry';
import { type Arrangement, isMesh, mostNodes, type NodeOf } from './arrangements';
import type { CpuBox, Layout, NodeBox, SocketBox } from './boxes';
import type { Density } from './density';
import { beside, crossed, joined, linked } from './links';
import { placeNode } from './placeNode';
import { type Sizes, sizesOf } from './sizes';

interface Grid extends Size {
  readonly leftOf: (column: number) => number;
  readonly topOf: (row: number) => number;
  /** Padding around the nodes of a framed socket, and height of its title; 0 if none is framed. */
  readonly inset: number;
  readonly title: number;
  /** The band between the rows that joins all nodes of a mesh. */
  readonly hub: Rect | null;
}

/** Offsets of the columns and rows of nodes, with room for the frames of sockets between them. */
function gridOf(machine: MachineDescription, nodes: number, how: Arrangement, d: Density, s: Sizes): Grid {
  const isFramed = machine.sockets.length > 1 && mostNodes(machine) > 1;
  const [inset, title] = isFramed ? [d.pad, d.title] : [0, 0];
  const gap = d.gap * 2;
  const hubSize = isMesh(machine, nodes) ? Math.ceil(d.bar / 2) : 0;
  const hubRoom = hubSize > 0 ? hubSize + d.gap : 0;
  const [socketColumns, socketRows] = how.socketSize;
  const leftOf = (column: number): number =>
    inset + column * (s.node.w + gap) + Math.floor(column / socketColumns) * 2 * inset;
  const topOf = (row: number): number =>
    inset +
    title +
    row * (s.node.h + gap) +
    Math.floor(row / socketRows) * (2 * inset + title) +
    (row > 0 ? hubRoom : 0);
  const w = leftOf(Math.max(...how.grid.map(([x]) => x))) + s.node.w + inset;
  const h = topOf(Math.max(...how.grid.map(([, y]) => y))) + s.node.h + inset;
  const hub = hubSize > 0 ? { x: 0, y: topOf(0) + s.node.h + gap / 2 + d.gap / 2, w, h: hubSize } : null;
  return { leftOf, topOf, w, h, inset, title, hub };
}

/** Frames of the sockets that hold several nodes. */
function framesOf(machine: MachineDescription, nodes: readonly NodeBox[], { inset, title }: Grid): SocketBox[] {
  if (title === 0) return [];
  return machine.sockets.map(({ id }) => {
    const inside = nodes.filter((n) => n.socket === id);
    const x = Math.min(...inside.map((n) => n.x)) - inset;
    const y = Math.min(...inside.map((n) => n.y)) - inset - title;
    const w = Math.max(...inside.map((n) => n.x + n.w)) + inset - x;
    const h = Math.max(...inside.map((n) => n.y + n.h)) + inset - y;
    return { socket: id, x, y, w, h, title: { x: x + inset, y: y + inset / 2, w: w - 2 * inset, h: title } };
  });
}

/** CPUs at the indices of their numbers; unused numbers are holes. */
function byNumber(boxes: readonly CpuBox[]): CpuBox[] {
  const cpus: CpuBox[] = [];
  for (const box of boxes) cpus[box.cpu] = box;
  return cpus;
}

export function place(
  machine: MachineDescription,
  nodes: readonly NodeOf[],
  how: Arrangement,
  d: Density,
  cell: Size,
  text: number,
): Layout {
  const s = sizesOf(machine, nodes, how, d, cell);
  const grid = gridOf(machine, nodes.length, how, d, s);
  const placed = nodes.map((node, i) => {
    const [column, row] = how.grid[i] ?? [0, 0];
    return placeNode(node, { x: grid.leftOf(column), y: grid.topOf(row) }, how, d, s);
  });
  const boxes = placed.map(({ box }) => box);
  const joinedBoxes = grid.hub ? joined(boxes, grid.hub, d, s) : boxes;
  const links = grid.hub ? [] : linked(machine, boxes, d, s);
  const wires = [...links.map((l) => l.points), ...joinedBoxes.flatMap((n) => (n.toHub ? [n.toHub] : []))];
  const titled = <B extends { readonly title: Rect }>(b: B): B => ({ ...b, title: beside(b.title, wires) });
  return {
    width: grid.w,
    height: grid.h,
    text,
    cpus: byNumber(placed.flatMap(({ cpus }) => cpus)),
    units: placed.flatMap(({ units }) => units).sort((a, b) => a.unit - b.unit),
    nodes: joinedBoxes.map((n) => titled({ ...n, ...namesOf(n, wires) })),
    sockets: framesOf(machine, boxes, grid).map(titled),
    links,
    hub: grid.hub,
    cell,
  };
}

/** The names over a node's bar and over the node, each in its rectangle. */
function namesOf(
  { barLabel, title }: NodeBox,
  wires: readonly (readonly Point[])[],
): Pick<NodeBox, 'barLabel' | 'title'> {
  const free = barLabel && !crossed(barLabel, wires) ? barLabel : null;
  const shared = free && free.y < title.y + title.h;
  return { barLabel: free, title: shared ? { ...title, w: Math.max(0, free.x - title.x) } : title };
}
