/** The parts of a machine that have a position in the drawing. */
import type { MachineDescription } from '../../scenario/generated/types';
import type { Point, Rect, Side, Size } from '../../ui/geometry';

export interface CpuBox extends Rect {
  readonly cpu: number;
  readonly unit: number;
  readonly node: number;
  /** Its position in the unit: rows from above, columns from the bar outwards. */
  readonly row: number;
  readonly column: number;
}
export interface UnitBox extends Rect {
  readonly unit: number;
  readonly node: number;
  readonly cpus: readonly number[];
  /** The unit has a frame (a cluster or a core, not a whole node). */
  readonly framed: boolean;
  /** The box of the unit's name; null if there is no room. */
  readonly label: Rect | null;
  /** The cluster's L3 tag. */
  readonly tag: Rect | null;
  /** The side that faces the bar. */
  readonly toBar: Side;
  /** From the unit (its tag) to the bar. */
  readonly wire: readonly [Point, Point];
  /** Free of cells from the outer column to the bar: between the rows, or below the only one. */
  readonly gutters: readonly Rect[];
}
export interface NodeBox extends Rect {
  /** Its index among the nodes. */
  readonly node: number;
  /** Its number in the kernel. */
  readonly number: number;
  readonly socket: number;
  readonly cpus: readonly number[];
  /** Height 0 if the machine has a single node. */
  readonly title: Rect;
  readonly bar: Rect;
  /** Above the bar, for its name, where nothing crosses it. */
  readonly barLabel: Rect | null;
  readonly barKind: 'l3' | 'memory';
  /** From the bar to the hub, if there is one. */
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
  /** Room for flows to either side of its middle (px). */
  readonly room: number;
}
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly text: number;
  /** By number; where numbers have holes, so has this. */
  readonly cpus: readonly CpuBox[];
  readonly units: readonly UnitBox[];
  readonly nodes: readonly NodeBox[];
  /** Frames of sockets that hold several nodes. */
  readonly sockets: readonly SocketBox[];
  readonly links: readonly LinkWire[];
  /** What joins all nodes of a machine whose links are a full mesh. */
  readonly hub: Rect | null;
  /** Size of every CPU's cell. */
  readonly cell: Size;
}

/** A machine centred in its container. */
export interface Placed extends Layout {
  /** The same with minimal padding, and its offset: the moving parts are drawn on a canvas of this size. */
  readonly own: Layout;
  readonly at: Point;
}
