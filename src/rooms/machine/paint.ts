/**
 * Draws one moment of a lane on a canvas: small repeated shapes are copied from sprites (in device pixels), lines are
 * drawn.
 */
import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { CAUSES, NO_TASK } from '../../scenario/generated/vocab';
import { MOVE_KINDS } from '../../signs/moves';
import type { Palette } from '../../signs/palette';
import type { Layout } from './boxes';
import { type CellPlan, countWidth, shownOf } from './cell';
import { hueOf, type Sprites } from './sprites';
import { trace } from './strokes';
import { partOf, type Token } from './tokens';

type Ctx = CanvasRenderingContext2D;

const STEAL = MOVE_KINDS.indexOf('steal');
const STEAL_CAUSE = CAUSES.indexOf('steal');

/** Waiting tasks whose bar is at its longest, and the length of the shortest, of the longest. */
const FULL_QUEUE = 8;
const SHORTEST = 0.4;
/** Opacity of parts that are not lit. */
export const DIM = 0.35;

/** The CPUs that are lit; null: all are. */
export type LitCpus = ReadonlySet<number> | null;

/** The state of a moment besides its frame. */
export interface Moment {
  readonly frame: FrameView;
  /** CPUs that are drawn idle until the token of their running task has arrived. */
  readonly arriving: ReadonlyMap<number, number>;
  readonly lit: LitCpus;
}

export class Painter {
  readonly #head: { x: number; y: number } = { x: 0, y: 0 };
  /** The offset of each CPU's queue, in the moment to draw and in the previous one. */
  readonly #firsts: readonly [Uint32Array, Uint32Array];

  constructor(
    readonly layout: Layout,
    readonly plan: CellPlan,
    readonly palette: Palette,
    readonly sprites: Sprites,
    /** Looks by task. */
    readonly looks: Uint8Array,
  ) {
    this.#firsts = [new Uint32Array(layout.cpus.length), new Uint32Array(layout.cpus.length)];
  }

  /** Draws all cells; `between` is drawn over them and under the tasks. */
  all(ctx: Ctx, moment: Moment, between?: () => void): void {
    const [first] = this.#firsts;
    queueStarts(moment.frame, first);
    this.#inPixels(ctx, () => {
      for (const { cpu } of Object.values(this.layout.cpus)) {
        this.#ground(ctx, moment, cpu, first[cpu] ?? 0, !between);
        if (!between) this.#tasks(ctx, moment, cpu, first[cpu] ?? 0, false);
      }
    });
    if (!between) return;
    between();
    this.#inPixels(ctx, () => {
      for (const { cpu } of Object.values(this.layout.cpus)) this.#tasks(ctx, moment, cpu, first[cpu] ?? 0, true);
    });
  }

  /** The cells that differ from those of the moment that is on the canvas. */
  changed(ctx: Ctx, moment: Moment, before: Moment): void {
    const [first, other] = this.#firsts;
    queueStarts(moment.frame, first);
    queueStarts(before.frame, other);
    this.#inPixels(ctx, () => {
      for (const { cpu } of Object.values(this.layout.cpus)) {
        if (this.#same(cpu, moment, before)) continue;
        this.#erase(ctx, cpu);
        this.#ground(ctx, moment, cpu, first[cpu] ?? 0, true);
        this.#tasks(ctx, moment, cpu, first[cpu] ?? 0, false);
      }
    });
  }

  #inPixels(ctx: Ctx, draw: () => void): void {
    const { ratio } = this.sprites;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    draw();
    ctx.globalAlpha = 1;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  #same(cpu: number, { frame, arriving }: Moment, before: Moment): boolean {
    const waiting = frame.waitingOn(cpu);
    if (
      frame.running(cpu) !== before.frame.running(cpu) ||
      waiting !== before.frame.waitingOn(cpu) ||
      frame.flags(cpu) !== before.frame.flags(cpu) ||
      arriving.get(cpu) !== before.arriving.get(cpu)
    ) {
      return false;
    }
    const [first, other] = this.#firsts;
    // One more than the shown ones, since the first may be about to run.
    const seen = Math.min(waiting, shownOf(waiting, this.plan).shapes + 1);
    for (let i = 0; i < seen; i += 1) {
      if (frame.waitingAt((first[cpu] ?? 0) + i) !== before.frame.waitingAt((other[cpu] ?? 0) + i)) return false;
    }
    return true;
  }

  /** Clears a cell with its outline. */
  #erase(ctx: Ctx, cpu: number): void {
    const box = this.layout.cpus[cpu];
    if (!box) return;
    const { ratio } = this.sprites;
    const left = Math.floor((box.x - 1) * ratio);
    const top = Math.floor((box.y - 1) * ratio);
    ctx.clearRect(
      left,
      top,
      Math.ceil((box.x + box.w + 1) * ratio) - left,
      Math.ceil((box.y + box.h + 1) * ratio) - top,
    );
  }

  /** The task drawn as running on a CPU, and whether it is about to run. */
  #runs({ frame, arriving }: Moment, cpu: number, first: number): { task: number; coming: number; behind: number } {
    const waiting = frame.waitingOn(cpu);
    const running = frame.running(cpu);
    if (running !== NO_TASK && arriving.get(cpu) === running)
      return { task: NO_TASK, coming: running, behind: waiting };
    const waking = running === NO_TASK && (frame.flags(cpu) & CpuFlag.waking) !== 0 && waiting > 0;
    return waking
      ? { task: NO_TASK, coming: frame.waitingAt(first), behind: waiting - 1 }
      : { task: running, coming: NO_TASK, behind: waiting };
  }

  /** A cell; `whole`: with the task that runs in it. */
  #ground(ctx: Ctx, moment: Moment, cpu: number, first: number, whole: boolean): void {
    const { layout, plan, sprites, looks } = this;
    const box = layout.cpus[cpu];
    if (!box) return;
    ctx.globalAlpha = alphaOf(moment.lit, cpu);
    const { task, behind } = this.#runs(moment, cpu, first);
    const wasted = (moment.frame.flags(cpu) & CpuFlag.wasted) !== 0;
    const look = looks[task] ?? 0;
    if (task !== NO_TASK && whole) sprites.runner(ctx, look, behind > 0, box.x, box.y);
    else if (task !== NO_TASK) sprites.running(ctx, look, behind > 0, box.x, box.y);
    else if (wasted) sprites.marked(ctx, 'wasted', box.x, box.y);
    else if (moment.frame.flags(cpu) & CpuFlag.throttled) sprites.marked(ctx, 'throttled', box.x, box.y);
    else if (behind > 0) sprites.marked(ctx, 'queued', box.x, box.y);
    else if (moment.frame.flags(cpu) & CpuFlag.unknown) sprites.marked(ctx, 'unknown', box.x, box.y);
    if (behind === 0) return;
    const { ratio } = sprites;
    const { x, y, h, most } = plan.bar;
    const length = most * (SHORTEST + (1 - SHORTEST) * Math.min(behind / FULL_QUEUE, 1));
    ctx.fillStyle = this.palette.ink;
    ctx.fillRect(
      Math.round((box.x + x) * ratio),
      Math.round((box.y + y) * ratio),
      Math.round(length * ratio),
      Math.round(h * ratio),
    );
  }

  /** The tasks in a cell; `all`: including the running one. */
  #tasks(ctx: Ctx, moment: Moment, cpu: number, first: number, all: boolean): void {
    const { layout, plan, sprites, looks } = this;
    const box = layout.cpus[cpu];
    if (!box) return;
    ctx.globalAlpha = alphaOf(moment.lit, cpu);
    const { task, coming, behind } = this.#runs(moment, cpu, first);
    const [x, y] = [box.x + plan.x, box.y + plan.y];
    if (task !== NO_TASK && all) sprites.shape(ctx, looks[task] ?? 0, x, y);
    if (coming !== NO_TASK) sprites.outline(ctx, looks[coming] ?? 0, x, y);
    if (behind === 0) return;
    const { shapes, rest } = shownOf(behind, plan);
    const skipped = moment.frame.waitingOn(cpu) - behind;
    const countLeft = rest > 0 ? countWidth(rest, plan) : 0;
    for (let i = 0; i < shapes; i += 1) {
      const look = looks[moment.frame.waitingAt(first + skipped + i)] ?? 0;
      const back = shapes - 1 - i;
      sprites.waiting(ctx, look, box.x + plan.waitX - countLeft - back * plan.waitStep, box.y + plan.waitY);
    }
    if (rest > 0 && plan.countText > 0) sprites.count(ctx, rest, box.x + box.w - 4, box.y + plan.waitY);
  }

  /** Cells that have just stolen a task. */
  loot(ctx: Ctx, cpus: Iterable<number>, lit: LitCpus): void {
    this.#inPixels(ctx, () => {
      for (const cpu of cpus) {
        const box = this.layout.cpus[cpu];
        ctx.globalAlpha = alphaOf(lit, cpu);
        if (box) this.sprites.marked(ctx, 'loot', box.x, box.y);
      }
    });
  }

  /** Moving tasks. `trails`: with their routes. A move is lit with either of its CPUs. */
  tokens(ctx: Ctx, tokens: readonly Token[], nowMs: number, trails: boolean, lit: LitCpus): void {
    for (const token of tokens) if (trails || token.kind === STEAL) this.#trail(ctx, token, lit);
    this.#inPixels(ctx, () => {
      for (const token of tokens) {
        token.route.at(partOf(token, nowMs), this.#head);
        ctx.globalAlpha = alphaOf(lit, token.src, token.dst);
        this.sprites.token(ctx, this.looks[token.task] ?? 0, token.kind, this.#head.x, this.#head.y);
      }
    });
  }

  /** Draws moves as steps: the route of each, and a hollow shape at the old position. */
  steps(ctx: Ctx, tokens: readonly Token[], lit: LitCpus): void {
    for (const token of tokens) this.#trail(ctx, token, lit);
    this.#inPixels(ctx, () => {
      for (const { task, src } of tokens) {
        const box = this.layout.cpus[src];
        ctx.globalAlpha = alphaOf(lit, src);
        if (box) this.sprites.outline(ctx, this.looks[task] ?? 0, box.x + this.plan.x, box.y + this.plan.y);
      }
    });
  }

  #trail(ctx: Ctx, { route, kind, task, src, dst }: Token, lit: LitCpus): void {
    const stolen = kind === STEAL;
    ctx.globalAlpha = alphaOf(lit, src, dst);
    const near = this.layout.cpus[src]?.unit === this.layout.cpus[dst]?.unit;
    const width = stolen ? 3 * this.palette.stroke : near ? this.plan.near : this.plan.far;
    ctx.lineCap = 'butt';
    ctx.beginPath();
    trace(ctx, route.points);
    ctx.strokeStyle = (stolen ? this.palette.onCause[STEAL_CAUSE] : this.palette.page) ?? '';
    ctx.lineWidth = width + 3 * this.palette.stroke;
    ctx.stroke();
    const hue = hueOf(this.looks[task] ?? 0);
    ctx.strokeStyle = (stolen ? this.palette.cause[STEAL_CAUSE] : this.palette.groupEdge[hue]) ?? '';
    ctx.lineWidth = width;
    ctx.setLineDash(stolen ? [8, 6] : []);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }
}

/** The opacity of something at one CPU or between two: full if one of them is lit. */
const alphaOf = (lit: LitCpus, cpu: number, other = cpu): number =>
  lit === null || lit.has(cpu) || lit.has(other) ? 1 : DIM;

/** Writes where each CPU's queue begins among all waiting tasks. */
function queueStarts(frame: FrameView, out: Uint32Array): void {
  let first = 0;
  for (let cpu = 0; cpu < out.length; cpu += 1) {
    out[cpu] = first;
    first += frame.waitingOn(cpu);
  }
}
