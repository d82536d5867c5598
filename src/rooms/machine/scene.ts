/**
 * The moving half of one lane's drawing: listens to the lane's log, keeps what is in flight, and
 * draws when something has changed.
 */

import type { LaneFeed } from '../../engine/lanes/lane';
import type { Pace } from '../../engine/lanes/pace';
import type { FrameView } from '../../engine/wire/frame';
import { eachRecord, type LogRecord } from '../../engine/wire/log';
import { CAUSES, EVENT_KINDS, ROLES } from '../../scenario/generated/vocab';
import { causeOf, MOVE_KINDS, moveKind } from '../../signs/moves';
import { type Palette, roleShape } from '../../signs/palette';
import { Bands } from './bands';
import type { Layout } from './boxes';
import { planCell } from './cell';
import { Flows } from './flows';
import type { Point } from './geometry';
import { Painter } from './paint';
import { Routes } from './routes';
import { type CanvasWords, Sprites, taskLooks } from './sprites';
import { ease, FLIGHT_MS, STILL_MS, TokenField } from './tokens';

const MOVE = EVENT_KINDS.indexOf('move');
const CAUSE_OF_KIND = MOVE_KINDS.map((kind) => CAUSES.indexOf(causeOf(kind)));
const STEAL = CAUSES.indexOf('steal');
/** How long a CPU stays marked that stole a task: its flight and as long again (ms of wall time). */
const LOOT_MS = 2 * FLIGHT_MS;
/** Wall time between two drawings of flows, and of the traffic while nothing moves (ms). */
const FLOWS_MS = 30;
const TRAFFIC_MS = 200;
/** How far from a token a click still means it (px). */
const TOUCH_PX = 12;
const SHAPES = ROLES.map(roleShape);

export class Scene {
  pace: Pace = 'watch';
  reducedMotion = false;
  readonly #routes: Routes;
  readonly #flows: Flows;
  readonly #tokens = new TokenField();
  readonly #painter: Painter;
  readonly #bands: Bands;
  readonly #looks: Uint8Array;
  readonly #stop: readonly (() => void)[];
  /** Until when (ms) a CPU is marked as having stolen. */
  readonly #loot = new Map<number, number>();
  #drawn = -1;
  #dirty = true;
  #asFlows = false;
  /** The frame whose cells are on the ground. */
  #before: FrameView | null = null;
  /** When flows or traffic were last drawn (ms). */
  #drawnMs = Number.NEGATIVE_INFINITY;
  #nowMs = 0;

  constructor(
    readonly feed: LaneFeed,
    readonly layout: Layout,
    palette: Palette,
    readonly words: CanvasWords,
    /** Device pixels per CSS pixel. */
    readonly ratio: number,
  ) {
    this.#routes = new Routes(layout);
    this.#flows = new Flows(layout, feed.machine.unit_kind);
    const plan = planCell(layout.cell.w, layout.cell.h, layout.text);
    const sprites = new Sprites(palette, plan, layout.cell, words, CAUSE_OF_KIND, ratio);
    this.#painter = new Painter(layout, plan, palette, sprites);
    this.#bands = new Bands(layout, palette);
    this.#looks = taskLooks(feed.tasks, SHAPES);
    this.#stop = [feed.onLog(this.#onLog), feed.onReset(this.#onReset)];
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
  }

  /** Draws at the next frame even when nothing moved. */
  invalidate(): void {
    this.#dirty = true;
  }

  readonly #onReset = (): void => {
    this.#tokens.clear();
    this.#loot.clear();
    this.#flows.clear();
    this.#dirty = true;
  };

  readonly #onLog = (log: Uint32Array): void => {
    eachRecord(log, this.#onRecord);
  };

  readonly #onRecord = (record: LogRecord): void => {
    if (record.kind !== MOVE) return;
    const { units } = this.feed.machine;
    // A frame that carries flows has counted this move already.
    if (!this.feed.frame?.hasFlows) {
      this.#flows.move(units[record.src] ?? 0, units[record.cpu] ?? 0, record.cause);
    }
    if (this.pace === 'race') return;
    const route = this.#routes.between(record.src, record.cpu);
    if (record.cause === STEAL) this.#loot.set(record.cpu, this.#nowMs + LOOT_MS);
    if (route) this.#tokens.launch(route, record.task, moveKind(record.cause, record.distance), this.#nowMs, record.ns);
  };

  /** The move whose token is drawn at a point, or null. */
  moveAt(at: Point): { readonly task: number; readonly ns: number } | null {
    const life = this.reducedMotion ? STILL_MS : FLIGHT_MS;
    const place = { x: 0, y: 0 };
    for (let i = this.#tokens.count - 1; i >= 0; i -= 1) {
      const token = this.#tokens.at(i);
      const part = this.reducedMotion ? 1 : ease(Math.min(1, (this.#nowMs - token.startMs) / life));
      token.route.at(part, place);
      if (Math.hypot(at.x - place.x, at.y - place.y) <= TOUCH_PX) return token;
    }
    return null;
  }

  /** Takes away the marks whose time is over; true when any was. */
  #forget(nowMs: number): boolean {
    const before = this.#loot.size;
    for (const [cpu, until] of this.#loot) if (until <= nowMs) this.#loot.delete(cpu);
    return this.#loot.size !== before;
  }

  /**
   * Draws the moment `nowMs` where it differs from what is on the two canvases: the cells on the
   * ground, what is on its way over them. Flows lie beneath the cells. True when it drew.
   */
  draw(ground: CanvasRenderingContext2D, motion: CanvasRenderingContext2D, nowMs: number): boolean {
    this.#nowMs = nowMs;
    const life = this.reducedMotion ? STILL_MS : FLIGHT_MS;
    const landed = this.#tokens.expire(nowMs, life) || this.#forget(nowMs);
    const { frame, version } = this.feed;
    const moving = this.#tokens.count > 0 && !this.reducedMotion;
    const asFlows = this.pace === 'race' || this.#tokens.crowded(nowMs);
    const anew = this.#dirty || asFlows !== this.#asFlows;
    if (version === this.#drawn && !anew && !moving && !landed) return false;
    if (asFlows && !anew && nowMs - this.#drawnMs < FLOWS_MS) return false;
    if (version !== this.#drawn && frame) this.#flows.frame(frame, nowMs);
    this.#drawn = version;
    this.#dirty = false;
    this.#asFlows = asFlows;
    const before = anew || asFlows ? null : this.#before;
    this.#before = frame;
    if (anew || asFlows) this.#clear(ground);
    if (anew) this.#clear(motion);
    if (!frame) return true;
    if (asFlows) {
      this.#painter.traffic(ground, this.#flows);
      if (!frame.done) this.#bands.draw(ground, this.#flows);
    }
    this.#painter.cells(ground, frame, this.#looks, before);
    if (asFlows) {
      this.#drawnMs = nowMs;
    } else if (anew || moving || landed || this.#tokens.count > 0 || nowMs - this.#drawnMs >= TRAFFIC_MS) {
      this.#drawnMs = nowMs;
      this.#clear(motion);
      this.#painter.traffic(motion, this.#flows);
      this.#painter.loot(motion, this.#loot);
      this.#painter.tokens(motion, this.#tokens, this.#looks, nowMs, life, this.reducedMotion);
    }
    return true;
  }

  /** Draws this moment, what is on its way included, once more on another context and in other colours. */
  drawOn(ctx: CanvasRenderingContext2D, palette: Palette): void {
    const { frame } = this.feed;
    if (!frame) return;
    const { plan } = this.#painter;
    const sprites = new Sprites(palette, plan, this.layout.cell, this.words, CAUSE_OF_KIND, 1);
    const painter = new Painter(this.layout, plan, palette, sprites);
    painter.traffic(ctx, this.#flows);
    if (this.#asFlows && !frame.done) new Bands(this.layout, palette).draw(ctx, this.#flows);
    painter.cells(ctx, frame, this.#looks, null);
    if (this.#asFlows) return;
    painter.loot(ctx, this.#loot);
    const life = this.reducedMotion ? STILL_MS : FLIGHT_MS;
    painter.tokens(ctx, this.#tokens, this.#looks, this.#nowMs, life, this.reducedMotion);
  }

  #clear(ctx: CanvasRenderingContext2D): void {
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.layout.width, this.layout.height);
  }
}
