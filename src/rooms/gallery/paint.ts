/** A machine as small as a stamp: its CPUs, in their clusters and nodes, in the colours of what they run. */
import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { MACHINES } from '../../scenario/catalog';
import type { MachineDescription, MachineId } from '../../scenario/generated/types';
import { NO_TASK } from '../../scenario/generated/vocab';
import { groupHue, type Palette } from '../../signs/palette';

/** The CPUs of a machine: node by node, in each cluster by cluster. */
export type Plan = readonly (readonly (readonly number[])[])[];

export interface Cell {
  readonly cpu: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Drawing {
  readonly cells: readonly Cell[];
  /** The nodes. */
  readonly boxes: readonly Omit<Cell, 'cpu'>[];
}

/** What is known of a machine before a worker has described it: enough for its outline. */
export function outline(id: MachineId): Plan {
  const { cpus, nodes, clusters = false } = MACHINES[id];
  const each = cpus / nodes;
  const size = clusters ? 4 : each;
  return Array.from({ length: nodes }, (_, node) =>
    Array.from({ length: each / size }, (_, cluster) =>
      Array.from({ length: size }, (_, i) => node * each + cluster * size + i),
    ),
  );
}

export const planOf = ({ sockets }: MachineDescription): Plan =>
  sockets.flatMap(({ nodes }) =>
    nodes.map(({ clusters }) => clusters.map(({ cores }) => cores.flatMap(({ cpus }) => cpus))),
  );

/** The columns of a grid in which `count` boxes are as large as they can be; half as high as wide at the least. */
function columns(count: number, w: number, h: number): number {
  let best = 1;
  let most = 0;
  for (let tried = 1; tried <= count; tried++) {
    const size = Math.min(w / tried, (h / Math.ceil(count / tried)) * 1.5);
    if (size > most + 1e-9) [best, most] = [tried, size];
  }
  return best;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

function grid(count: number, { x, y, w, h }: Box, gap: number): Box[] {
  const cols = columns(count, w, h);
  const rows = Math.ceil(count / cols);
  const [cw, ch] = [(w - gap * (cols - 1)) / cols, (h - gap * (rows - 1)) / rows];
  return Array.from({ length: count }, (_, i) => ({
    x: x + (i % cols) * (cw + gap),
    y: y + Math.floor(i / cols) * (ch + gap),
    w: cw,
    h: ch,
  }));
}

const inset = ({ x, y, w, h }: Box, by: number): Box => ({ x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by });

/** Where everything lies in a box (px). */
export function lay(plan: Plan, box: Box): Drawing {
  const boxes = grid(plan.length, box, 4);
  const cells = plan.flatMap((node, n) =>
    grid(node.length, inset(boxes[n] ?? box, 3), 3).flatMap((cluster, c) => {
      const cpus = node[c] ?? [];
      return grid(cpus.length, cluster, 1).map((cell, i) => ({ cpu: cpus[i] ?? 0, ...cell }));
    }),
  );
  return { cells, boxes };
}

/** A cell lower or narrower than this is filled, a larger one framed (px). */
const FRAMED = 9;

/** Draws a lane as it stands; `frame` null: nobody runs yet. */
export function paint(
  ctx: CanvasRenderingContext2D,
  { cells, boxes }: Drawing,
  frame: FrameView | null,
  tasks: Uint16Array,
  palette: Palette,
): void {
  ctx.lineWidth = 1;
  ctx.strokeStyle = palette.edge2;
  ctx.fillStyle = palette.raised;
  for (const { x, y, w, h } of boxes) {
    ctx.beginPath();
    ctx.roundRect(x + 0.5, y + 0.5, w - 1, h - 1, 4);
    ctx.fill();
    ctx.stroke();
  }
  for (const cell of cells) paintCell(ctx, cell, frame, tasks, palette);
}

function paintCell(
  ctx: CanvasRenderingContext2D,
  { cpu, x, y, w, h }: Cell,
  frame: FrameView | null,
  tasks: Uint16Array,
  palette: Palette,
): void {
  const task = frame?.running(cpu) ?? NO_TASK;
  const runs = task !== NO_TASK;
  const wasted = frame !== null && (frame.flags(cpu) & CpuFlag.wasted) !== 0;
  const framed = Math.min(w, h) >= FRAMED;
  const hue = groupHue(tasks[task * 2 + 1] ?? 0);
  const own = palette.group[hue] ?? palette.ink3;
  ctx.beginPath();
  ctx.roundRect(x + 0.75, y + 0.75, w - 1.5, h - 1.5, framed ? 2.5 : 1);
  ctx.fillStyle = palette.panel;
  ctx.fill();
  if (runs) {
    ctx.fillStyle = framed ? (palette.groupTint[hue] ?? own) : own;
    ctx.fill();
  }
  ctx.strokeStyle = runs ? own : wasted ? palette.alarm : palette.edge2;
  ctx.lineWidth = runs || wasted ? 1.25 : 0.75;
  ctx.stroke();
  if (runs && framed) {
    ctx.beginPath();
    ctx.arc(x + w / 2, y + h / 2, Math.min(w, h) * 0.2, 0, 2 * Math.PI);
    ctx.fillStyle = own;
    ctx.fill();
  }
  // Who waits stands at the foot of the cell.
  if ((frame?.waitingOn(cpu) ?? 0) > 0) {
    ctx.fillStyle = palette.ink;
    ctx.fillRect(x + w * 0.2, y + h - 2.5, w * 0.6, 1.5);
  }
}
