/**
 * Where everything that stands still is drawn: a pure function of the machine's topology and the
 * room there is.
 *
 * A node is drawn as its units (clusters, or cores with SMT) on one or both sides of a bar, the
 * node's L3 data (its memory where the CPUs share no cache), so that every wire from a unit to the
 * bar is one straight line. The bar stands or lies, the units go on one side or two, nodes form
 * rows or columns: all of it is tried and the arrangement with the best cells wins. Sizes are
 * linear in the cell's, so one placement with cells of 0 and one with cells of 1 give the largest
 * cell that fits.
 */
import type { MachineDescription } from '../../scenario/generated/types';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** Side of a box. */
export type Side = 'left' | 'right' | 'top' | 'bottom';

export interface CpuBox extends Rect {
  readonly cpu: number;
  readonly unit: number;
  readonly node: number;
}
export interface UnitBox extends Rect {
  readonly unit: number;
  readonly node: number;
  readonly cpus: readonly number[];
  /** The unit has a frame of its own (a cluster or a core, not a whole node). */
  readonly framed: boolean;
  /** Where the unit's name goes, or null when there is no room. */
  readonly label: Rect | null;
  /** The cluster's L3 tag. */
  readonly tag: Rect | null;
  /** Side that looks at the bar. */
  readonly toBar: Side;
  /** From the unit (its tag) to the bar. */
  readonly wire: readonly [Point, Point];
}
export interface NodeBox extends Rect {
  readonly node: number;
  readonly socket: number;
  readonly cpus: readonly number[];
  readonly title: Rect;
  readonly bar: Rect;
  readonly barKind: 'l3' | 'memory';
  readonly upright: boolean;
  /** From the bar to the hub, where there is one. */
  readonly toHub: readonly Point[] | null;
}
export interface SocketBox extends Rect {
  readonly socket: number;
  readonly title: Rect;
}
export interface LinkWire {
  readonly a: number;
  readonly b: number;
  readonly kind: MachineDescription['links'][number]['kind'];
  /** From the bar of `a` to the bar of `b`. */
  readonly points: readonly Point[];
}
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly text: number;
  readonly cpus: readonly CpuBox[];
  readonly units: readonly UnitBox[];
  readonly nodes: readonly NodeBox[];
  /** Frames of sockets that hold several nodes. */
  readonly sockets: readonly SocketBox[];
  readonly links: readonly LinkWire[];
  /** What joins all nodes of a machine whose links are a full mesh. */
  readonly hub: Rect | null;
  /** Size of every CPU's cell. */
  readonly cell: { readonly w: number; readonly h: number };
}

export const center = (r: Rect): Point => ({ x: r.x + r.w / 2, y: r.y + r.h / 2 });

/** How generous the drawing is with everything but the cells (px at 11 px text). */
interface Density {
  readonly gap: number;
  readonly pad: number;
  readonly cellGap: number;
  readonly tag: number;
  readonly bar: number;
  /** Length of the visible wire between unit and bar. */
  readonly wire: number;
  readonly unitLabel: number;
  readonly title: number;
  /** Cells at least this large, or the next density is tried. */
  readonly minW: number;
  readonly minH: number;
}
const DENSITIES: readonly Density[] = [
  { gap: 14, pad: 10, cellGap: 5, tag: 18, bar: 34, wire: 26, unitLabel: 16, title: 20, minW: 46, minH: 30 },
  { gap: 9, pad: 7, cellGap: 4, tag: 15, bar: 24, wire: 16, unitLabel: 14, title: 18, minW: 34, minH: 22 },
  { gap: 7, pad: 5, cellGap: 3, tag: 12, bar: 18, wire: 12, unitLabel: 0, title: 16, minW: 22, minH: 15 },
  { gap: 4, pad: 3, cellGap: 2, tag: 6, bar: 10, wire: 7, unitLabel: 0, title: 14, minW: 18, minH: 12 },
  { gap: 3, pad: 2, cellGap: 1, tag: 3, bar: 8, wire: 5, unitLabel: 0, title: 14, minW: 0, minH: 0 },
];
/** Left free all around, so that outlines are not cut (px). */
const RIM = 1;
const MAX_CELL = { w: 124, h: 84 };
/** A standing bar is the drawing people know; it may cost this much of the cells' size. */
const UPRIGHT_BONUS = 1.25;
/** So may a cluster whose CPUs form a square. */
const SQUARE_BONUS = 1.5;
/** Between a title and the wire beside it (px). */
const TITLE_GAP = 4;
const SHAPE = { widest: 3, tallest: 1.2 };

interface Arrangement {
  /** The bar stands (units left and right of it) or lies. */
  readonly upright: boolean;
  /** Sides of the bar that have units. */
  readonly sides: 1 | 2;
  /** Column and row of each node, in the order of `nodesOf`. */
  readonly grid: readonly (readonly [number, number])[];
  /** Columns and rows of nodes in a socket. */
  readonly socketSize: readonly [number, number];
  /** Columns of CPUs in a unit. */
  readonly columns: number;
}

type Node = MachineDescription['sockets'][number]['nodes'][number];
interface NodeOf {
  readonly node: Node;
  readonly socket: number;
  readonly units: readonly { readonly unit: number; readonly cpus: readonly number[]; readonly tag: boolean }[];
}

function nodesOf(machine: MachineDescription): NodeOf[] {
  return machine.sockets.flatMap((socket) =>
    socket.nodes.map((node) => {
      const units = new Map<number, { unit: number; cpus: number[]; tag: boolean }>();
      for (const cluster of node.clusters) {
        for (const cpu of cluster.cores.flatMap((core) => core.cpus)) {
          const unit = machine.units[cpu] ?? 0;
          const entry = units.get(unit) ?? { unit, cpus: [], tag: cluster.l3_tag };
          entry.cpus.push(cpu);
          units.set(unit, entry);
        }
      }
      return { node, socket: socket.id, units: [...units.values()] };
    }),
  );
}

const isMesh = (machine: MachineDescription, nodes: number): boolean =>
  nodes > 2 && machine.links.length === (nodes * (nodes - 1)) / 2;

const squareColumns = (cpus: number): number => (cpus === 2 ? 2 : Math.ceil(Math.sqrt(cpus)));

function arrangements(machine: MachineDescription, nodes: readonly NodeOf[]): Arrangement[] {
  const perSocket = machine.sockets[0]?.nodes.length ?? 1;
  const sockets = machine.sockets.length;
  const grids: Pick<Arrangement, 'grid' | 'socketSize'>[] = [];
  if (perSocket === 1 && sockets > 3) {
    // Two rows, the second backwards: neighbours of a ring stay neighbours.
    const columns = Math.ceil(sockets / 2);
    const grid = nodes.map((_, i) => (i < columns ? ([i, 0] as const) : ([2 * columns - 1 - i, 1] as const)));
    grids.push({ grid, socketSize: [1, 1] });
  } else {
    const across = nodes.map((_, i) => [Math.floor(i / perSocket), i % perSocket] as const);
    // All in one row, every other socket backwards: the nodes that are linked over sockets meet.
    const row = across.map(([x, y]) => [x * perSocket + (x % 2 === 0 ? perSocket - 1 - y : y), 0] as const);
    const swapped = (grid: Arrangement['grid']) => grid.map(([x, y]) => [y, x] as const);
    grids.push({ grid: across, socketSize: [1, perSocket] });
    grids.push({ grid: swapped(across), socketSize: [perSocket, 1] });
    if (sockets > 1 && perSocket > 1) {
      grids.push({ grid: row, socketSize: [perSocket, 1] });
      grids.push({ grid: swapped(row), socketSize: [1, perSocket] });
    }
  }
  const single = (nodes[0]?.units.length ?? 1) === 1;
  const uprights = isMesh(machine, nodes.length) ? [true] : [true, false];
  const sides: (1 | 2)[] = single ? [1] : [2, 1];
  const unitCpus = nodes[0]?.units[0]?.cpus.length ?? 1;
  const square = squareColumns(unitCpus);
  const columns = machine.unit_kind === 'cluster' ? [square, 1, unitCpus] : [square];
  return grids.flatMap((g) =>
    uprights.flatMap((upright) => sides.flatMap((s) => columns.map((c) => ({ upright, sides: s, columns: c, ...g })))),
  );
}

/** Everything placed for cells of `cw` by `ch`, from the origin. */
function place(
  machine: MachineDescription,
  nodes: readonly NodeOf[],
  how: Arrangement,
  d: Density,
  cw: number,
  ch: number,
  text: number,
): Layout {
  const cpus: CpuBox[] = [];
  const units: UnitBox[] = [];
  const nodeBoxes: NodeBox[] = [];

  const first = nodes[0];
  const unitCpus = first?.units[0]?.cpus.length ?? 1;
  const unitCount = first?.units.length ?? 1;
  const framed = machine.unit_kind !== 'node';
  const isCore = machine.unit_kind === 'core';
  const hasTag = first?.units[0]?.tag ?? false;

  // Inside a unit.
  const { columns } = how;
  const rows = Math.ceil(unitCpus / columns);
  const cellGap = isCore ? 1 : d.cellGap;
  const unitPad = framed ? Math.max(2, d.cellGap) : 0;
  const label = framed && !isCore ? d.unitLabel : 0;
  const tag = hasTag ? d.tag + d.cellGap : 0;
  const cellsW = columns * cw + (columns - 1) * cellGap;
  const cellsH = rows * ch + (rows - 1) * cellGap;
  const unitW = cellsW + 2 * unitPad + (how.upright ? tag : 0);
  const unitH = cellsH + 2 * unitPad + label + (how.upright ? 0 : tag);

  // Inside a node.
  const lines = Math.ceil(unitCount / how.sides);
  const along = lines * (how.upright ? unitH : unitW) + (lines - 1) * d.gap;
  const acrossUnits = (how.upright ? unitW : unitH) + d.wire;
  const across = how.sides * acrossUnits + d.bar;
  const nodeW = (how.upright ? across : along) + 2 * d.pad;
  const nodeH = (how.upright ? along : across) + 2 * d.pad + d.title;

  // Nodes on their grid: a socket's frame takes room between sockets.
  const perSocket = machine.sockets[0]?.nodes.length ?? 1;
  const socketFrames = machine.sockets.length > 1 && perSocket > 1;
  const gridColumns = Math.max(...how.grid.map(([x]) => x)) + 1;
  const gridRows = Math.max(...how.grid.map(([, y]) => y)) + 1;
  const inset = socketFrames ? d.pad : 0;
  const socketTitle = socketFrames ? d.title : 0;
  const nodeGap = d.gap * 2;
  const hubSize = isMesh(machine, nodes.length) ? d.bar : 0;
  const hubRoom = hubSize > 0 ? hubSize + d.gap : 0;
  const leftOf = (column: number): number =>
    inset + column * (nodeW + nodeGap) + Math.floor(column / how.socketSize[0]) * 2 * inset;
  const topOf = (row: number): number =>
    inset +
    socketTitle +
    row * (nodeH + nodeGap) +
    Math.floor(row / how.socketSize[1]) * (2 * inset + socketTitle) +
    (row > 0 ? hubRoom : 0);
  const width = leftOf(gridColumns - 1) + nodeW + inset;
  const height = topOf(gridRows - 1) + nodeH + inset;

  nodes.forEach(({ node, socket, units: nodeUnits }, i) => {
    const [column, row] = how.grid[i] ?? [0, 0];
    const box: Rect = { x: leftOf(column), y: topOf(row), w: nodeW, h: nodeH };
    const inner: Rect = {
      x: box.x + d.pad,
      y: box.y + d.pad + d.title,
      w: nodeW - 2 * d.pad,
      h: nodeH - 2 * d.pad - d.title,
    };
    const bar: Rect = how.upright
      ? { x: inner.x + acrossUnits, y: inner.y, w: d.bar, h: inner.h }
      : { x: inner.x, y: inner.y + acrossUnits, w: inner.w, h: d.bar };
    nodeUnits.forEach(({ unit, cpus: members, tag: tagged }, k) => {
      const line = how.upright ? Math.floor(k / how.sides) : k % lines;
      const side = how.upright ? k % how.sides : Math.floor(k / lines);
      const ux = how.upright ? (side === 0 ? inner.x : bar.x + bar.w + d.wire) : inner.x + line * (unitW + d.gap);
      const uy = how.upright ? inner.y + line * (unitH + d.gap) : side === 0 ? inner.y : bar.y + bar.h + d.wire;
      const toBar: Side = how.upright ? (side === 0 ? 'right' : 'left') : side === 0 ? 'bottom' : 'top';
      const cellsX = ux + unitPad + (toBar === 'left' ? tag : 0);
      const cellsY = uy + unitPad + label + (toBar === 'top' ? tag : 0);
      members.forEach((cpu, c) => {
        cpus.push({
          cpu,
          unit,
          node: node.id,
          x: cellsX + (c % columns) * (cw + cellGap),
          y: cellsY + Math.floor(c / columns) * (ch + cellGap),
          w: cw,
          h: ch,
        });
      });
      const tagBox = tagged ? tagRect(toBar, { x: cellsX, y: cellsY, w: cellsW, h: cellsH }, d) : null;
      const mid: Point = { x: cellsX + cellsW / 2, y: cellsY + cellsH / 2 };
      const wire: readonly [Point, Point] =
        toBar === 'right'
          ? [
              { x: ux + unitW, y: mid.y },
              { x: bar.x, y: mid.y },
            ]
          : toBar === 'left'
            ? [
                { x: ux, y: mid.y },
                { x: bar.x + bar.w, y: mid.y },
              ]
            : toBar === 'bottom'
              ? [
                  { x: mid.x, y: uy + unitH },
                  { x: mid.x, y: bar.y },
                ]
              : [
                  { x: mid.x, y: uy },
                  { x: mid.x, y: bar.y + bar.h },
                ];
      units.push({
        unit,
        node: node.id,
        cpus: members,
        framed,
        label: label > 0 ? { x: cellsX, y: uy + unitPad, w: cellsW, h: label } : null,
        tag: tagBox,
        toBar,
        wire,
        x: ux,
        y: uy,
        w: unitW,
        h: unitH,
      });
    });
    nodeBoxes.push({
      ...box,
      node: node.id,
      socket,
      cpus: nodeUnits.flatMap((u) => u.cpus),
      title: { x: inner.x, y: box.y + d.pad / 2, w: inner.w, h: d.title },
      bar,
      barKind: node.shared_llc ? 'l3' : 'memory',
      upright: how.upright,
      toHub: null,
    });
  });

  // The gap between two lines of units nearest to the node's middle: where a link may cross it.
  const crossing = (n: NodeBox): number => {
    const start = how.upright ? n.bar.y : n.bar.x;
    if (lines === 1) return start + along + d.pad / 2;
    return start + Math.round(lines / 2) * ((how.upright ? unitH : unitW) + d.gap) - d.gap / 2;
  };
  /** From the bar of `n` to the edge of its box on `side`. */
  const port = (n: NodeBox, side: Side): Point[] => {
    const c = center(n.bar);
    const aside = crossing(n);
    const sideways = side === 'left' || side === 'right';
    const edge = side === 'left' ? n.x : side === 'right' ? n.x + n.w : side === 'top' ? n.y : n.y + n.h;
    const rim =
      side === 'left' ? n.bar.x : side === 'right' ? n.bar.x + n.bar.w : side === 'top' ? n.bar.y : n.bar.y + n.bar.h;
    const at = (along: number, across: number): Point => (sideways ? { x: along, y: across } : { x: across, y: along });
    const middle = sideways ? c.y : c.x;
    // Along the bar nothing is in the way; across it, the gap between two lines of units is free,
    // and with one line only, the margin beyond the bar's end.
    if (how.upright !== sideways) return [at(rim, middle), at(edge, middle)];
    if (lines > 1) return [at(rim, aside), at(edge, aside)];
    const end: Point = how.upright ? { x: c.x, y: n.bar.y + n.bar.h } : { x: n.bar.x + n.bar.w, y: c.y };
    return [end, sideways ? { x: end.x, y: aside } : { x: aside, y: end.y }, at(edge, aside)];
  };

  let hub: Rect | null = null;
  const links: LinkWire[] = [];
  if (hubSize > 0) {
    const y = topOf(0) + nodeH + nodeGap / 2 + d.gap / 2;
    hub = { x: 0, y, w: width, h: hubSize };
    const joined = nodeBoxes.map((n) => {
      const up = n.y < y;
      const [inside] = port(n, up ? 'bottom' : 'top') as [Point];
      return { ...n, toHub: [inside, { x: inside.x, y: up ? y : y + hubSize }] };
    });
    nodeBoxes.splice(0, nodeBoxes.length, ...joined);
  } else {
    for (const { a, b, kind } of machine.links) {
      const from = nodeBoxes.find((n) => n.node === a);
      const to = nodeBoxes.find((n) => n.node === b);
      if (!from || !to) continue;
      const sameRow = Math.abs(from.y - to.y) < 0.5;
      const [start, end] = sameRow
        ? from.x < to.x
          ? (['right', 'left'] as const)
          : (['left', 'right'] as const)
        : from.y < to.y
          ? (['bottom', 'top'] as const)
          : (['top', 'bottom'] as const);
      links.push({ a, b, kind, points: [...port(from, start), ...port(to, end).reverse()] });
    }
  }

  const sockets: SocketBox[] = socketFrames
    ? machine.sockets.map(({ id }) => {
        const inside = nodeBoxes.filter((n) => n.socket === id);
        const x = Math.min(...inside.map((n) => n.x)) - inset;
        const y = Math.min(...inside.map((n) => n.y)) - inset - socketTitle;
        const w = Math.max(...inside.map((n) => n.x + n.w)) + inset - x;
        const h = Math.max(...inside.map((n) => n.y + n.h)) + inset - y;
        return { socket: id, x, y, w, h, title: { x: x + inset, y: y + inset / 2, w: w - 2 * inset, h: socketTitle } };
      })
    : [];
  cpus.sort((a, b) => a.cpu - b.cpu);
  units.sort((a, b) => a.unit - b.unit);
  const wires = [...links.map((l) => l.points), ...nodeBoxes.flatMap((n) => (n.toHub ? [n.toHub] : []))];
  const titled = <B extends { readonly title: Rect }>(b: B): B => ({ ...b, title: beside(b.title, wires) });
  return {
    width,
    height,
    text,
    cpus,
    units,
    nodes: nodeBoxes.map(titled),
    sockets: sockets.map(titled),
    links,
    hub,
    cell: { w: cw, h: ch },
  };
}

/** What of a title's room is free before the first wire that goes down through it. */
function beside(title: Rect, wires: readonly (readonly Point[])[]): Rect {
  const crossings = wires.flatMap((points) =>
    points.slice(1).flatMap((b, i) => {
      const a = points[i] as Point;
      const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
      const through = Math.abs(a.x - b.x) < 0.01 && top < title.y + title.h && bottom > title.y && a.x > title.x;
      return through ? [a.x - title.x - TITLE_GAP] : [];
    }),
  );
  return { ...title, w: Math.max(0, Math.min(title.w, ...crossings)) };
}

function tagRect(side: Side, cells: Rect, d: Density): Rect {
  switch (side) {
    case 'right':
      return { x: cells.x + cells.w + d.cellGap, y: cells.y, w: d.tag, h: cells.h };
    case 'left':
      return { x: cells.x - d.cellGap - d.tag, y: cells.y, w: d.tag, h: cells.h };
    case 'bottom':
      return { x: cells.x, y: cells.y + cells.h + d.cellGap, w: cells.w, h: d.tag };
    case 'top':
      return { x: cells.x, y: cells.y - d.cellGap - d.tag, w: cells.w, h: d.tag };
  }
}

const shift = (dx: number, dy: number) => {
  const point = (p: Point): Point => ({ x: p.x + dx, y: p.y + dy });
  const rect = <R extends Rect>(r: R): R => ({ ...r, x: r.x + dx, y: r.y + dy });
  const maybe = (r: Rect | null): Rect | null => (r ? rect(r) : null);
  return { point, rect, maybe };
};

/** The layout moved to the middle of `width` by `height`. */
function centered(layout: Layout, width: number, height: number): Layout {
  const { point, rect, maybe } = shift(
    Math.floor((width - layout.width) / 2),
    Math.floor((height - layout.height) / 2),
  );
  return {
    ...layout,
    width,
    height,
    cpus: layout.cpus.map(rect),
    units: layout.units.map((u) => ({
      ...rect(u),
      label: maybe(u.label),
      tag: maybe(u.tag),
      wire: [point(u.wire[0]), point(u.wire[1])] as const,
    })),
    nodes: layout.nodes.map((n) => ({
      ...rect(n),
      title: rect(n.title),
      bar: rect(n.bar),
      toHub: n.toHub ? n.toHub.map(point) : null,
    })),
    sockets: layout.sockets.map((s) => ({ ...rect(s), title: rect(s.title) })),
    links: layout.links.map((l) => ({ ...l, points: l.points.map(point) })),
    hub: maybe(layout.hub),
  };
}

const scaled = (d: Density, by: number): Density =>
  Object.fromEntries(Object.entries(d).map(([key, value]) => [key, Math.round(value * by)])) as unknown as Density;

/** The drawing of `machine` in `width` by `height` px, its text `text` px high. */
export function layout(machine: MachineDescription, width: number, height: number, text = 11): Layout {
  const nodes = nodesOf(machine);
  const ways = arrangements(machine, nodes);
  const scale = text / 11;
  let best: { how: Arrangement; d: Density; w: number; h: number } | null = null;
  for (const base of DENSITIES) {
    const d = scaled(base, scale);
    let score = 0;
    for (const how of ways) {
      const zero = place(machine, nodes, how, d, 0, 0, text);
      const one = place(machine, nodes, how, d, 1, 1, text);
      let w = Math.min((width - 2 * RIM - zero.width) / (one.width - zero.width), MAX_CELL.w * scale);
      let h = Math.min((height - 2 * RIM - zero.height) / (one.height - zero.height), MAX_CELL.h * scale);
      // Whole pixels: cells are copied, and a copy between pixels is blurred.
      w = Math.floor(Math.min(w, h * SHAPE.widest));
      h = Math.floor(Math.min(h, w * SHAPE.tallest));
      // A cell wider than high has room for the waiting tasks beside the running one.
      // Where all is tight, the largest cells count for more than their shape.
      const square = base.minW >= 22 && how.columns === squareColumns(nodes[0]?.units[0]?.cpus.length ?? 1);
      const value = Math.min(w / 1.5, h) * (how.upright ? UPRIGHT_BONUS : 1) * (square ? SQUARE_BONUS : 1);
      if (value > score) {
        score = value;
        best = { how, d, w, h };
      }
    }
    if (best && best.d === d && best.w >= d.minW && best.h >= d.minH) break;
  }
  if (!best)
    return place(machine, nodes, ways[0] as Arrangement, scaled(DENSITIES.at(-1) as Density, scale), 1, 1, text);
  return centered(place(machine, nodes, best.how, best.d, best.w, best.h, text), width, height);
}
