/**
 * The dynamic part of one lane's drawing: reads the lane's log, keeps the moving tasks, and draws when something has
 * changed.
 */

import type { LaneFeed } from '../../engine/lanes/lane';
import type { Pace } from '../../engine/lanes/pace';
import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { eachRecord, type LogRecord } from '../../engine/wire/log';
import { CAUSES, EVENT_KINDS, NO_TASK, ROLES } from '../../scenario/generated/vocab';
import { causeOf, MOVE_KINDS, moveKind } from '../../signs/moves';
import { type Palette, roleShape, Shape } from '../../signs/palette';
import type { Point } from '../../ui/geometry';
import { Bands } from './bands';
import type { Layout } from './boxes';
import { type Manner, planCell } from './cell';
import { type Flow, Flows } from './flows';
import { DIM, type LitCpus, type Moment, Painter } from './paint';
import { Rates } from './rates';
import { Routes } from './routes';
import { see } from './seen';
import { Sprites, taskLooks } from './sprites';
import { drawStroke } from './strokes';
import { Talking, talksOf } from './talks';
import { flightMs, partOf, STEP_MS, type Token, TokenField } from './tokens';

const MOVE = EVENT_KINDS.indexOf('move');
const CAUSE_OF_KIND = MOVE_KINDS.map((kind) => CAUSES.indexOf(causeOf(kind)));
const STEAL = CAUSES.indexOf('steal');
/** How long a CPU that stole a task stays marked (ms). */
const LOOT_MS = 900;
/** Wall time between two drawings of sums (ms). */
const SUMS_MS = 125;
/** The distance from a token within which a click selects it (px). */
const TOUCH_PX = 12;
/** A step of a paused run is animated if it has at most this many moves. */
const STEP_MOVES = 4;
/** Machines with more CPUs show sums by link only. */
const MOST_CPUS = 64;
const SHAPES = ROLES.map(roleShape);
const NOBODY: ReadonlyMap<number, number> = new Map();

/** The layers, from below: sums by link and cells with lines and tasks; moving tasks. */
export interface Layers {
  readonly ground: CanvasRenderingContext2D;
  readonly moves: CanvasRenderingContext2D;
}

export class Scene {
  pace: Pace = 'watch';
  playing = true;
  reducedMotion = false;
  lit: LitCpus = null;
  readonly #routes: Routes;
  readonly #rates: Rates;
  readonly #tokens = new TokenField();
  readonly #painter: Painter;
  readonly #bands: Bands;
  readonly #talking: Talking | null;
  readonly #flows: Flows | null;
  readonly #stop: readonly (() => void)[];
  /** Until when a CPU is marked as a thief. */
  readonly #loot = new Map<number, number>();
  #drawn = -1;
  #dirty = true;
  /** The moment that is drawn on the ground. */
  #before: Moment | null = null;
  #shown: readonly Flow[] = [];
  #sumsMs = Number.NEGATIVE_INFINITY;
  #hadMoves = false;
  /** Wall time and the drawing's clock (ms), which stops while the run is paused. */
  #wallMs = 0;
  #nowMs = 0;

  constructor(
    readonly feed: LaneFeed,
    readonly layout: Layout,
    palette: Palette,
    readonly manner: Manner,
    /** Device pixels per CSS pixel. */
    readonly ratio: number,
  ) {
    const { machine, tasks } = feed;
    this.#routes = new Routes(layout);
    this.#rates = new Rates(layout);
    const plan = planCell(layout.cell, manner, String(layout.cpus.length - 1).length);
    const sprites = new Sprites(palette, plan, layout.cell, CAUSE_OF_KIND, ratio);
    this.#painter = new Painter(layout, plan, palette, sprites, taskLooks(tasks, SHAPES));
    this.#bands = new Bands(layout, this.#rates);
    const talks = machine.cpus <= MOST_CPUS ? talksOf(tasks) : null;
    this.#talking = talks && new Talking(talks, tasks.length >> 1);
    this.#flows = this.#talking && new Flows(layout, plan, this.#talking);
    for (const { frame, log } of feed.opening) {
      this.#talking?.log(log);
      this.#talking?.frame(frame);
    }
    this.#stop = [feed.onLog(this.#onLog), feed.onReset(this.#onReset)];
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
  }

  /** Redraws everything at the next frame, even without a move. */
  invalidate(): void {
    this.#dirty = true;
  }

  readonly #onReset = (log: Uint32Array): void => {
    this.#tokens.clear();
    this.#loot.clear();
    this.#rates.clear();
    this.#talking?.clear();
    this.#talking?.log(log);
    this.#dirty = true;
  };

  readonly #onLog = (log: Uint32Array): void => {
    this.#talking?.log(log);
    // In a race the frames have no single moves.
    if (this.feed.frame?.hasFlows) return;
    const moves: LogRecord[] = [];
    eachRecord(log, (record) => {
      if (record.kind === MOVE) moves.push({ ...record });
    });
    // If moves are steps, the last one stays visible until the next.
    if (!this.playing && (!this.reducedMotion || moves.length > 0)) this.#tokens.land();
    const isSeen = this.pace !== 'race' && (this.playing || moves.length <= STEP_MOVES);
    for (const move of moves) this.#onMove(move, isSeen);
  };

  #onMove({ src, cpu, cause, distance, task, ns }: LogRecord, isSeen: boolean): void {
    const { units } = this.feed.machine;
    if (cause === STEAL) this.#rates.steal(units[src] ?? 0, units[cpu] ?? 0);
    if (!isSeen) return;
    if (cause === STEAL) this.#loot.set(cpu, this.#nowMs + LOOT_MS);
    const route = this.#routes.between(src, cpu);
    if (!route) return;
    const lifeMs = this.reducedMotion ? STEP_MS : flightMs(distance);
    // In a paused run a move is drawn halfway.
    const startMs = this.playing ? this.#nowMs : this.#nowMs - lifeMs / 2;
    this.#tokens.launch(
      { route, task, src, dst: cpu, kind: moveKind(cause, distance), startMs, lifeMs, ns },
      this.#nowMs,
    );
  }

  /** The move whose token is drawn at a point, or null. */
  moveAt(at: Point): { readonly task: number; readonly ns: number } | null {
    const place = { x: 0, y: 0 };
    const isThere = (token: Token): boolean => {
      token.route.at(this.reducedMotion ? 1 : partOf(token, this.#nowMs), place);
      return Math.hypot(at.x - place.x, at.y - place.y) <= TOUCH_PX;
    };
    return this.#tokens.all.findLast(isThere) ?? null;
  }

  /** Removes expired marks; true if there were any. */
  #forget(): boolean {
    const before = this.#loot.size;
    for (const [cpu, until] of this.#loot) if (until <= this.#nowMs) this.#loot.delete(cpu);
    return this.#loot.size !== before;
  }

  /** Draws the moment `wallMs` if it differs from the layers. Returns whether it drew. */
  draw(layers: Layers, wallMs: number): boolean {
    if (this.playing) this.#nowMs += Math.min(Math.max(wallMs - this.#wallMs, 0), 100);
    this.#wallMs = wallMs;
    const landed = this.#tokens.expire(this.#nowMs);
    const forgot = this.#forget();
    const { frame, version } = this.feed;
    const fresh = version !== this.#drawn;
    const moving = this.#tokens.all.length > 0 && this.playing && !this.reducedMotion;
    if (!fresh && !this.#dirty && !moving && !landed && !forgot) return false;
    if (fresh && frame) {
      this.#talking?.frame(frame);
      this.#rates.frame(frame, wallMs);
    }
    this.#drawn = version;
    const anew = this.#dirty;
    this.#dirty = false;
    if (!frame) {
      for (const ctx of Object.values(layers)) this.#clear(ctx);
      this.#before = null;
      return true;
    }
    const moment = { frame, arriving: this.#arriving(frame), lit: this.lit };
    if (this.#flows) {
      if (fresh || anew || landed) this.#drawTalks(layers.ground, moment, this.#flows);
    } else {
      this.#drawCells(layers.ground, moment, anew || (fresh && wallMs - this.#sumsMs >= SUMS_MS));
    }
    this.#drawMoves(layers.moves, anew || landed || forgot);
    this.#tell(frame);
    return true;
  }

  /** CPUs whose running task is still moving. */
  #arriving(frame: FrameView): ReadonlyMap<number, number> {
    if (this.#tokens.all.length === 0 || this.reducedMotion) return NOBODY;
    return new Map(
      this.#tokens.all.filter(({ dst, task }) => frame.running(dst) === task).map(({ dst, task }) => [dst, task]),
    );
  }

  #drawTalks(ctx: CanvasRenderingContext2D, moment: Moment, flows: Flows): void {
    const leaving = this.reducedMotion ? NOBODY : new Map(this.#tokens.all.map(({ task, src }) => [task, src]));
    const calm = this.pace === 'race' || this.#tokens.crowded(this.#nowMs);
    this.#shown = moment.frame.done ? [] : flows.at(moment.frame, leaving, this.#wallMs, calm);
    this.#clear(ctx);
    this.#painter.all(ctx, moment, () => this.#strokes(ctx, this.#painter.palette));
    this.#before = moment;
  }

  #strokes(ctx: CanvasRenderingContext2D, palette: Palette): void {
    for (const flow of this.#shown) {
      ctx.globalAlpha = this.lit && !(this.lit.has(flow.from) && this.lit.has(flow.to)) ? DIM : 1;
      drawStroke(ctx, palette, flow);
    }
    ctx.globalAlpha = 1;
  }

  #drawSums(ctx: CanvasRenderingContext2D): void {
    this.#sumsMs = this.#wallMs;
    if (this.feed.frame?.done) return;
    ctx.globalAlpha = this.lit ? DIM : 1;
    const drawn = this.#bands.draw(ctx, this.#painter.palette);
    ctx.globalAlpha = 1;
    for (const sign of ['inside', 'outside', 'stolen'] as const) if (drawn[sign]) see(this.feed, sign);
  }

  #drawCells(ctx: CanvasRenderingContext2D, moment: Moment, anew: boolean): void {
    if (anew || !this.#before) {
      this.#clear(ctx);
      this.#drawSums(ctx);
      this.#painter.all(ctx, moment);
    } else {
      this.#painter.changed(ctx, moment, this.#before);
    }
    this.#before = moment;
  }

  #drawMoves(ctx: CanvasRenderingContext2D, anew: boolean): void {
    const tokens = this.#tokens.all;
    const has = tokens.length > 0 || this.#loot.size > 0;
    if (!has && !this.#hadMoves && !anew) return;
    this.#hadMoves = has;
    // A browser composites each visible canvas in every frame, whether it changed or not.
    ctx.canvas.style.visibility = has ? '' : 'hidden';
    this.#clear(ctx);
    this.#painter.loot(ctx, this.#loot.keys(), this.lit);
    this.#onItsWay(ctx, this.#painter);
  }

  #onItsWay(ctx: CanvasRenderingContext2D, painter: Painter): void {
    const tokens = this.#tokens.all;
    if (this.reducedMotion) painter.steps(ctx, tokens, this.lit);
    else painter.tokens(ctx, tokens, this.#nowMs, this.#flows === null, this.lit);
  }

  /** Reports the signs for the legend. */
  #tell(frame: FrameView): void {
    for (const { near } of this.#shown) see(this.feed, near ? 'near' : 'far');
    if (this.#loot.size > 0) see(this.feed, 'stolen');
    const isOther = (task: number): boolean => SHAPES[this.feed.tasks[task * 2] ?? 0] !== Shape.square;
    // One is enough.
    let mixed = false;
    for (let i = 0; i < frame.waitingCount && !mixed; i += 1) mixed = isOther(frame.waitingAt(i));
    for (let cpu = 0; cpu < frame.cpus; cpu += 1) {
      const flags = frame.flags(cpu);
      if (flags & CpuFlag.throttled) see(this.feed, 'throttled');
      if (flags & CpuFlag.wasted) see(this.feed, 'wasted');
      const task = frame.running(cpu);
      if (task === NO_TASK) continue;
      if (frame.waitingOn(cpu) > 0) see(this.feed, 'overloaded');
      mixed ||= isOther(task);
    }
    if (mixed) see(this.feed, 'mixed');
  }

  /** Draws this moment, moving tasks included, on another context and in other colours. */
  drawOn(ctx: CanvasRenderingContext2D, palette: Palette): void {
    const { frame } = this.feed;
    if (!frame) return;
    const { plan, looks } = this.#painter;
    const sprites = new Sprites(palette, plan, this.layout.cell, CAUSE_OF_KIND, 1);
    const painter = new Painter(this.layout, plan, palette, sprites, looks);
    if (!this.#flows && !frame.done) this.#bands.draw(ctx, palette);
    const moment = { frame, arriving: this.#arriving(frame), lit: this.lit };
    painter.all(ctx, moment, () => this.#strokes(ctx, palette));
    painter.loot(ctx, this.#loot.keys(), this.lit);
    this.#onItsWay(ctx, painter);
  }

  #clear(ctx: CanvasRenderingContext2D): void {
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.layout.width, this.layout.height);
  }
}
