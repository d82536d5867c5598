/**
 * Puts one moment of a lane on a canvas, in device pixels: what is small and repeated is copied
 * from sprites, wires and trails are drawn.
 */
import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { CAUSES, NO_TASK } from '../../scenario/generated/vocab';
import { DASH, MOVE_KINDS } from '../../signs/moves';
import type { Palette } from '../../signs/palette';
import type { Layout } from './boxes';
import type { CellPlan } from './cell';
import type { Flows } from './flows';
import type { Point } from './geometry';
import type { Route } from './routes';
import { hueOf, type Sprites } from './sprites';
import { ease, type TokenField } from './tokens';

type Ctx = CanvasRenderingContext2D;

const STEAL = MOVE_KINDS.indexOf('steal');
const STEAL_CAUSE = CAUSES.indexOf('steal');

/** Waiting tasks that fill the bar along the bottom of a cell. */
const FULL_QUEUE = 8;
/** Trails with rounded corners at the same time; corners are dear to draw. */
const FEW = 12;
/** Cache lines per simulated ms that draw a wire at its widest: a busy cluster under hackbench. */
const FULL_WIRE = 16_000;

export class Painter {
  readonly #dash = MOVE_KINDS.map((kind) => [...DASH[kind]]);
  readonly #head: { x: number; y: number } = { x: 0, y: 0 };
  /** Where each CPU's queue begins, in the frame to draw and in the one before. */
  readonly #firsts: readonly [Uint32Array, Uint32Array];

  constructor(
    readonly layout: Layout,
    readonly plan: CellPlan,
    readonly palette: Palette,
    readonly sprites: Sprites,
  ) {
    this.#firsts = [new Uint32Array(layout.cpus.length), new Uint32Array(layout.cpus.length)];
  }

  /**
   * CPUs with what runs and waits on them. `looks` by task. With the frame that is on the canvas,
   * only units in which a cell differs from it are drawn.
   */
  cells(ctx: Ctx, frame: FrameView, looks: Uint8Array, before: FrameView | null): void {
    const { ratio } = this.sprites;
    const [first, other] = this.#firsts;
    queueStarts(frame, first);
    if (before) queueStarts(before, other);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = this.palette.ink;
    for (const { cpus } of this.layout.units) {
      if (before) {
        if (cpus.every((cpu) => this.#same(cpu, frame, before))) continue;
        for (const cpu of cpus) this.#erase(ctx, cpu);
      }
      for (const cpu of cpus) this.#cell(ctx, frame, looks, cpu, first[cpu] ?? 0);
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  #same(cpu: number, frame: FrameView, before: FrameView): boolean {
    const waiting = frame.waitingOn(cpu);
    if (
      frame.running(cpu) !== before.running(cpu) ||
      waiting !== before.waitingOn(cpu) ||
      frame.flags(cpu) !== before.flags(cpu)
    ) {
      return false;
    }
    const [first, other] = this.#firsts;
    // One more than there are columns: the first may stand where the running task would.
    const seen = Math.min(waiting, this.plan.waitColumns + 1);
    for (let i = 0; i < seen; i += 1) {
      if (frame.waitingAt((first[cpu] ?? 0) + i) !== before.waitingAt((other[cpu] ?? 0) + i)) return false;
    }
    return true;
  }

  /** Clears a cell with its outline. */
  #erase(ctx: Ctx, cpu: number): void {
    const box = this.layout.cpus[cpu];
    if (!box) return;
    const { ratio } = this.sprites;
    const rim = this.palette.stroke + 0.5;
    const left = Math.floor((box.x - rim) * ratio);
    const top = Math.floor((box.y - rim) * ratio);
    ctx.clearRect(
      left,
      top,
      Math.ceil((box.x + box.w + rim) * ratio) - left,
      Math.ceil((box.y + box.h + rim) * ratio) - top,
    );
  }

  #cell(ctx: Ctx, frame: FrameView, looks: Uint8Array, cpu: number, first: number): void {
    const { layout, plan, sprites } = this;
    const { ratio } = sprites;
    const box = layout.cpus[cpu];
    if (!box) return;
    const waiting = frame.waitingOn(cpu);
    const task = frame.running(cpu);
    const flags = frame.flags(cpu);
    const overloaded = (flags & CpuFlag.overloaded) !== 0;
    if (task !== NO_TASK) sprites.running(ctx, looks[task] ?? 0, overloaded, box.x, box.y);
    else if (flags & CpuFlag.wasted) sprites.wasted(ctx, box.x, box.y);
    // Who will run here at once stands where it will run.
    const coming = task === NO_TASK && (flags & CpuFlag.waking) !== 0 && waiting > 0 ? 1 : 0;
    if (coming) sprites.waking(ctx, looks[frame.waitingAt(first)] ?? 0, box.x, box.y);
    if (overloaded) {
      if (task === NO_TASK) sprites.overloaded(ctx, box.x, box.y);
      const share = Math.min(waiting / FULL_QUEUE, 1);
      ctx.fillRect(
        Math.round((box.x + 3) * ratio),
        Math.round((box.y + box.h - plan.bar - 1) * ratio),
        Math.round((box.w - 6) * share * ratio),
        Math.round(plan.bar * ratio),
      );
    }
    const behind = waiting - coming;
    const shown = shownOf(behind, plan.waitColumns);
    for (let i = 0; i < shown; i += 1) {
      const look = looks[frame.waitingAt(first + coming + i)] ?? 0;
      sprites.waiting(ctx, look, box.x + plan.waitX + i * plan.waitStep, box.y + plan.waitY);
    }
    if (behind > shown) sprites.count(ctx, behind - shown, box.x + plan.countX, box.y + plan.countY);
  }

  /** Cells that have just stolen a task. */
  loot(ctx: Ctx, marks: ReadonlyMap<number, number>): void {
    if (marks.size === 0) return;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (const cpu of marks.keys()) {
      const box = this.layout.cpus[cpu];
      if (box) this.sprites.loot(ctx, STEAL_CAUSE, box.x, box.y);
    }
    ctx.setTransform(this.sprites.ratio, 0, 0, this.sprites.ratio, 0, 0);
  }

  /** The wires' load: cache lines per simulated ms, on a scale that both lanes share. */
  traffic(ctx: Ctx, flows: Flows): void {
    const { layout, palette } = this;
    ctx.strokeStyle = palette.edge2;
    ctx.lineCap = 'butt';
    const line = (a: Point, b: Point, rate: number, most: number): void => {
      const load = Math.min(Math.sqrt(rate / FULL_WIRE), 1);
      if (load < 0.02) return;
      ctx.globalAlpha = 0.35 + 0.65 * load;
      ctx.lineWidth = palette.stroke * (1 + most * load);
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      ctx.stroke();
    };
    for (const unit of layout.units) {
      const [port, end] = unit.wire;
      line(port, end, flows.linesOutside(unit.unit), 7);
      if (!unit.framed) continue;
      // Inside: the gap between the cells, up to the tag.
      const inner =
        unit.toBar === 'right' || unit.toBar === 'left'
          ? { x: unit.toBar === 'right' ? unit.x + 3 : unit.x + unit.w - 3, y: port.y }
          : { x: port.x, y: unit.toBar === 'bottom' ? unit.y + 3 : unit.y + unit.h - 3 };
      const tag = unit.tag;
      const stop = tag
        ? unit.toBar === 'right'
          ? { x: tag.x, y: port.y }
          : unit.toBar === 'left'
            ? { x: tag.x + tag.w, y: port.y }
            : unit.toBar === 'bottom'
              ? { x: port.x, y: tag.y }
              : { x: port.x, y: tag.y + tag.h }
        : port;
      if (unit.cpus.length > 2) line(inner, stop, flows.linesInside(unit.unit), 3);
    }
    layout.links.forEach((link, i) => {
      for (let k = 1; k < link.points.length; k += 1) {
        line(link.points[k - 1] as Point, link.points[k] as Point, flows.linesOverLink(i), 7);
      }
    });
    for (const node of layout.nodes) {
      if (node.toHub) line(node.toHub[0] as Point, node.toHub[1] as Point, flows.linesToHub(node.node), 7);
    }
    ctx.globalAlpha = 1;
  }

  /** Tasks on their way; with `still`, arrows that do not move. */
  tokens(ctx: Ctx, field: TokenField, looks: Uint8Array, nowMs: number, lifeMs: number, still: boolean): void {
    ctx.lineCap = 'butt';
    for (let i = 0; i < field.count; i += 1) {
      const { route, task, kind, startMs } = field.at(i);
      const t = Math.min(Math.max((nowMs - startMs) / lifeMs, 0), 1);
      const stolen = kind === STEAL;
      const color = (stolen ? this.palette.cause[STEAL_CAUSE] : this.palette.group[hueOf(looks[task] ?? 0)]) ?? '';
      this.#trail(ctx, route, kind, color, still ? 1 : 1 - Math.max(t - 0.7, 0) / 0.3, field.count <= FEW);
    }
    ctx.globalAlpha = 1;
    const { ratio } = this.sprites;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (let i = 0; i < field.count; i += 1) {
      const { route, task, kind, startMs } = field.at(i);
      const t = Math.min(Math.max((nowMs - startMs) / lifeMs, 0), 1);
      route.at(still ? 1 : ease(t), this.#head);
      this.sprites.token(ctx, looks[task] ?? 0, kind, this.#head.x, this.#head.y);
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  #trail(ctx: Ctx, route: Route, kind: number, color: string, alpha: number, rounded: boolean): void {
    const [start, ...rest] = route.points;
    if (!start) return;
    const radius = Math.min(6, this.layout.cell.h / 3);
    ctx.beginPath();
    ctx.moveTo(start.x, start.y);
    rest.forEach((p, i) => {
      const next = rest[i + 1];
      if (next && rounded && rest.length < 12) ctx.arcTo(p.x, p.y, next.x, next.y, radius);
      else ctx.lineTo(p.x, p.y);
    });
    ctx.globalAlpha = alpha;
    // A casing in the panel's colour keeps the line readable over cells of any colour.
    const stolen = kind === STEAL;
    ctx.strokeStyle = (stolen ? this.palette.onCause[STEAL_CAUSE] : this.palette.panel) ?? '';
    ctx.lineWidth = this.palette.stroke * (stolen ? 5 : 4);
    ctx.stroke();
    ctx.strokeStyle = color;
    ctx.lineWidth = this.palette.stroke * (stolen ? 2.5 : 2);
    ctx.setLineDash(this.#dash[kind] ?? []);
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

/** How many of `waiting` tasks are drawn in `room`; more digits of the count of the rest leave less. */
export function shownOf(waiting: number, room: number): number {
  if (waiting <= room) return waiting;
  return Math.max(room - (waiting >= 100 ? 2 : waiting >= 10 ? 1 : 0), 0);
}

/** Writes where each CPU's queue begins among all waiting tasks. */
function queueStarts(frame: FrameView, out: Uint32Array): void {
  let first = 0;
  for (let cpu = 0; cpu < out.length; cpu += 1) {
    out[cpu] = first;
    first += frame.waitingOn(cpu);
  }
}
