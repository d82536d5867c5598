/**
 * The moving half of one lane's drawing: listens to the lane's log, keeps what is in flight, and
 * draws when something has changed.
 */
import type { LaneFeed } from '../engine/lane';
import { eachRecord, type LogRecord } from '../engine/log';
import type { Pace } from '../engine/pace';
import { CAUSES, EVENT_KINDS, ROLES } from '../scenario/generated/vocab';
import { type Palette, roleShape } from '../ui/palette';
import { Bands } from './bands';
import { planCell } from './cell';
import { Flows } from './flows';
import type { Layout } from './layout';
import { causeOf, MOVE_KINDS, moveKind } from './moves';
import { Painter } from './paint';
import { Routes } from './routes';
import { type CanvasWords, Sprites, taskLooks } from './sprites';
import { FLIGHT_MS, STILL_MS, TokenField } from './tokens';

const MOVE = EVENT_KINDS.indexOf('move');
const CAUSE_OF_KIND = MOVE_KINDS.map((kind) => CAUSES.indexOf(causeOf(kind)));
const STEAL = CAUSES.indexOf('steal');
/** How long a CPU stays marked that stole a task: its flight and as long again (ms of wall time). */
const LOOT_MS = 2 * FLIGHT_MS;
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
  #nowMs = 0;

  constructor(
    readonly feed: LaneFeed,
    readonly layout: Layout,
    palette: Palette,
    words: CanvasWords,
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
    if (route) this.#tokens.launch(route, record.task, moveKind(record.cause, record.distance), this.#nowMs);
  };

  /** Takes away the marks whose time is over; true when any was. */
  #forget(nowMs: number): boolean {
    const before = this.#loot.size;
    for (const [cpu, until] of this.#loot) if (until <= nowMs) this.#loot.delete(cpu);
    return this.#loot.size !== before;
  }

  /** Draws the moment `nowMs`, if it differs from what is on the canvas; true when it drew. */
  draw(ctx: CanvasRenderingContext2D, nowMs: number): boolean {
    this.#nowMs = nowMs;
    const life = this.reducedMotion ? STILL_MS : FLIGHT_MS;
    const landed = this.#tokens.expire(nowMs, life) || this.#forget(nowMs);
    const { frame, version } = this.feed;
    const moving = this.#tokens.count > 0 && !this.reducedMotion;
    if (version === this.#drawn && !this.#dirty && !moving && !landed) return false;
    if (version !== this.#drawn && frame) this.#flows.frame(frame, nowMs);
    this.#drawn = version;
    this.#dirty = false;
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.layout.width, this.layout.height);
    if (!frame) return true;
    const asFlows = this.pace === 'race' || this.#tokens.crowded(nowMs);
    this.#painter.traffic(ctx, this.#flows);
    if (asFlows && !frame.done) this.#bands.draw(ctx, this.#flows);
    this.#painter.cells(ctx, frame, this.#looks);
    if (!asFlows) this.#painter.loot(ctx, this.#loot);
    if (!asFlows) this.#painter.tokens(ctx, this.#tokens, this.#looks, nowMs, life, this.reducedMotion);
    return true;
  }
}
