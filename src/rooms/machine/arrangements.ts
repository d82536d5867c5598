/** The possible arrangements of a machine: on which sides of their bars the units go, how nodes form rows. */
import type { MachineDescription } from '../../scenario/generated/types';

export interface Arrangement {
  /** Sides of the bar that have units. */
  readonly sides: 1 | 2;
  /** Column and row of each node, in the order of `nodesOf`. */
  readonly grid: readonly (readonly [number, number])[];
  /** Columns and rows of nodes in a socket. */
  readonly socketSize: readonly [number, number];
}

type Node = MachineDescription['sockets'][number]['nodes'][number];
export interface NodeOf {
  readonly node: Node;
  readonly socket: number;
  readonly units: readonly { readonly unit: number; readonly cpus: readonly number[]; readonly tag: boolean }[];
}

/** The nodes with their units. */
export function nodesOf(machine: MachineDescription): NodeOf[] {
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

/** Every node is linked to every other: a hub joins them. */
export const isMesh = (machine: MachineDescription, nodes: number): boolean =>
  nodes > 2 && machine.links.length === (nodes * (nodes - 1)) / 2;

/** The nodes of the largest socket. */
export const mostNodes = ({ sockets }: MachineDescription): number =>
  Math.max(1, ...sockets.map(({ nodes }) => nodes.length));

/** The number of columns that arranges `cpus` CPUs in a square. */
export const squareColumns = (cpus: number): number => (cpus === 2 ? 2 : Math.ceil(Math.sqrt(cpus)));

/** All candidates. */
export function arrangements(machine: MachineDescription, nodes: readonly NodeOf[]): Arrangement[] {
  const perSocket = mostNodes(machine);
  const sockets = machine.sockets.length;
  const grids: Pick<Arrangement, 'grid' | 'socketSize'>[] = [];
  if (perSocket === 1 && sockets > 3) {
    // Two rows, the second backwards: neighbours of a ring stay neighbours.
    const columns = Math.ceil(sockets / 2);
    const grid = nodes.map((_, i) => (i < columns ? ([i, 0] as const) : ([2 * columns - 1 - i, 1] as const)));
    grids.push({ grid, socketSize: [1, 1] });
    if (sockets > 8) {
      const side = Math.ceil(Math.sqrt(sockets));
      grids.push({ grid: nodes.map((_, i) => [i % side, Math.floor(i / side)]), socketSize: [1, 1] });
    }
  } else {
    const across = machine.sockets.flatMap((socket, x) => socket.nodes.map((_, y) => [x, y] as const));
    // All in one row, every other socket backwards: nodes that are linked across sockets are adjacent.
    const row = across.map(([x, y]) => [x * perSocket + (x % 2 === 0 ? perSocket - 1 - y : y), 0] as const);
    const swapped = (grid: Arrangement['grid']) => grid.map(([x, y]) => [y, x] as const);
    grids.push({ grid: across, socketSize: [1, perSocket] });
    grids.push({ grid: swapped(across), socketSize: [perSocket, 1] });
    if (sockets > 1 && perSocket > 1) {
      grids.push({ grid: row, socketSize: [perSocket, 1] });
      grids.push({ grid: swapped(row), socketSize: [1, perSocket] });
    }
  }
  // Many nodes of a socket form a square, sockets beside each other or below.
  if (perSocket > 3) {
    const columns = Math.ceil(Math.sqrt(perSocket));
    const rows = Math.ceil(perSocket / columns);
    const within = machine.sockets.flatMap((socket, s) =>
      socket.nodes.map((_, i) => [s, i % columns, Math.floor(i / columns)] as const),
    );
    grids.push({ grid: within.map(([s, x, y]) => [s * columns + x, y]), socketSize: [columns, rows] });
    grids.push({ grid: within.map(([s, x, y]) => [x, s * rows + y]), socketSize: [columns, rows] });
  }
  // The units of a node that is one unit are on one side.
  const sides: (1 | 2)[] = nodes.every(({ units }) => units.length === 1) ? [1] : [2, 1];
  return grids.flatMap((g) => sides.map((s) => ({ sides: s, ...g })));
}
