/**
 * Rates over the wires, smoothed in wall time but measured in simulated time, so that they do not
 * depend on the playback speed: moves by cause, and cache lines.
 */
import type { FrameView } from '../engine/frame';
import { CAUSES } from '../scenario/generated/vocab';
import type { Layout } from './layout';
import { hops } from './routes';

const SMOOTH_MS = 400;
const C = CAUSES.length;

/** Counts that decay in wall time, over simulated time that decays alike. */
class Meter {
  readonly counts: Float64Array;
  #simMs = 0;

  constructor(readonly size: number) {
    this.counts = new Float64Array(size);
  }
  decay(by: number, simNs: number): void {
    this.#simMs = this.#simMs * by + simNs / 1e6;
    for (let i = 0; i < this.size; i += 1) this.counts[i] = (this.counts[i] as number) * by;
  }
  add(i: number, n: number): void {
    this.counts[i] = (this.counts[i] as number) + n;
  }
  /** Per simulated millisecond. */
  rate(i: number): number {
    return this.#simMs > 0 ? (this.counts[i] as number) / this.#simMs : 0;
  }
  clear(): void {
    this.counts.fill(0);
    this.#simMs = 0;
  }
}

/** What runs over the drawing's wires. */
export class Flows {
  readonly #units: number;
  readonly #nodes: number;
  readonly #nodeOf: readonly number[];
  /** Links on the way between two nodes, by `from * nodes + to`. */
  readonly #paths: readonly (readonly number[])[];
  readonly #inside: Meter;
  readonly #wire: Meter;
  readonly #link: Meter;
  readonly #hub: Meter;
  readonly #lines: Meter;
  readonly #nodeLines: Meter;
  #before: FrameView | null = null;
  #beforeMs = 0;

  constructor(readonly layout: Layout) {
    this.#units = layout.units.length;
    this.#nodes = layout.nodes.length;
    this.#nodeOf = layout.units.map((u) => u.node);
    const nodes = Array.from({ length: this.#nodes }, (_, i) => i);
    this.#paths = nodes.flatMap((a) => nodes.map((b) => hops(layout.links, a, b).map((h) => h.link)));
    this.#inside = new Meter(this.#units * C);
    this.#wire = new Meter(this.#units * C);
    this.#link = new Meter(layout.links.length * C);
    this.#hub = new Meter(this.#nodes * C);
    this.#lines = new Meter(this.#units * 2);
    this.#nodeLines = new Meter(layout.links.length + this.#nodes);
  }

  /** Moves per simulated ms inside a unit. */
  inside(unit: number, cause: number): number {
    return this.#inside.rate(unit * C + cause);
  }
  /** Moves per simulated ms over a unit's wire, both ways. */
  wire(unit: number, cause: number): number {
    return this.#wire.rate(unit * C + cause);
  }
  link(link: number, cause: number): number {
    return this.#link.rate(link * C + cause);
  }
  hub(node: number, cause: number): number {
    return this.#hub.rate(node * C + cause);
  }
  /** Cache lines per simulated ms inside a unit, over its wire, over a link, between a node and the hub. */
  linesInside(unit: number): number {
    return this.#lines.rate(unit * 2);
  }
  linesOutside(unit: number): number {
    return this.#lines.rate(unit * 2 + 1);
  }
  linesOverLink(link: number): number {
    return this.#nodeLines.rate(link);
  }
  linesToHub(node: number): number {
    return this.#nodeLines.rate(this.layout.links.length + node);
  }

  /** One move, from the log. */
  move(fromUnit: number, toUnit: number, cause: number, n = 1): void {
    if (fromUnit === toUnit) {
      this.#inside.add(fromUnit * C + cause, n);
      return;
    }
    this.#wire.add(fromUnit * C + cause, n);
    this.#wire.add(toUnit * C + cause, n);
    const a = this.#nodeOf[fromUnit] ?? 0;
    const b = this.#nodeOf[toUnit] ?? 0;
    if (a === b) return;
    for (const link of this.#paths[a * this.#nodes + b] ?? []) this.#link.add(link * C + cause, n);
    if (this.layout.hub) {
      this.#hub.add(a * C + cause, n);
      this.#hub.add(b * C + cause, n);
    }
  }

  /**
   * A new frame. Its flows, when it has them, count moves; else they come one by one through
   * {@link move}, before the frame.
   */
  frame(frame: FrameView, nowMs: number): void {
    const before = this.#before;
    if (before && frame.ns < before.ns) this.clear();
    const simNs = before && frame.ns >= before.ns ? frame.ns - before.ns : 0;
    if (simNs > 0 && before) {
      const by = Math.exp(-(nowMs - this.#beforeMs) / SMOOTH_MS);
      for (const meter of [this.#lines, this.#nodeLines]) meter.decay(by, simNs);
      for (const meter of [this.#inside, this.#wire, this.#link, this.#hub]) meter.decay(by, simNs);
      this.#countLines(before, frame);
      if (frame.hasFlows && before.hasFlows) this.#countMoves(before, frame);
    }
    this.#before = frame;
    this.#beforeMs = nowMs;
  }

  #countLines(before: FrameView, frame: FrameView): void {
    for (let u = 0; u < this.#units; u += 1) {
      this.#lines.add(u * 2, frame.linesInside(u) - before.linesInside(u));
      this.#lines.add(u * 2 + 1, frame.linesOutside(u) - before.linesOutside(u));
    }
    const linkCount = this.layout.links.length;
    for (let a = 0; a < this.#nodes; a += 1) {
      for (let b = 0; b < this.#nodes; b += 1) {
        if (a === b) continue;
        const n = frame.linesBetween(a, b) - before.linesBetween(a, b);
        for (const link of this.#paths[a * this.#nodes + b] ?? []) this.#nodeLines.add(link, n);
        this.#nodeLines.add(linkCount + a, n);
        this.#nodeLines.add(linkCount + b, n);
      }
    }
  }

  #countMoves(before: FrameView, frame: FrameView): void {
    for (let from = 0; from < this.#units; from += 1) {
      for (let to = 0; to < this.#units; to += 1) {
        for (let cause = 0; cause < C; cause += 1) {
          const n = frame.flow(from, to, cause) - before.flow(from, to, cause);
          if (n > 0) this.move(from, to, cause, n);
        }
      }
    }
  }

  clear(): void {
    for (const m of [this.#inside, this.#wire, this.#link, this.#hub, this.#lines, this.#nodeLines]) m.clear();
    this.#before = null;
  }
}
