/**
 * The traffic on the wires, smoothed in wall time but measured in simulated time, so that it does not depend on the
 * playback speed: cache lines, and tasks that were stolen.
 */
import type { FrameView } from '../../engine/wire/frame';
import { CAUSES } from '../../scenario/generated/vocab';
import type { Layout } from './boxes';
import { hops } from './paths';

/** The display averages over about this much wall time (ms). */
const SMOOTH_MS = 500;
const STEAL = CAUSES.indexOf('steal');

/** Counters that decay in wall time, divided by simulated time that decays equally. */
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

/** Values for all kinds of wires. */
class Traffic {
  readonly inside: Meter;
  readonly wire: Meter;
  readonly link: Meter;
  readonly hub: Meter;

  constructor({ units, links }: Layout, nodes: number) {
    this.inside = new Meter(units.length);
    this.wire = new Meter(units.length);
    this.link = new Meter(links.length);
    this.hub = new Meter(nodes);
  }
  get all(): readonly Meter[] {
    return [this.inside, this.wire, this.link, this.hub];
  }
}

/** The traffic on the drawing's wires: inside units, between them and their bar, over links, to the hub. */
export class Rates {
  readonly lines: Traffic;
  readonly stolen: Traffic;
  readonly #units: number;
  readonly #nodes: number;
  readonly #nodeOf: readonly number[];
  /** Links between two nodes, by `from * nodes + to`. */
  readonly #paths: readonly (readonly number[])[];
  #before: FrameView | null = null;
  #beforeMs = 0;

  constructor(layout: Layout) {
    this.#units = layout.units.length;
    // Nodes without a CPU are not drawn.
    this.#nodes = Math.max(...layout.nodes.map(({ node }) => node)) + 1;
    this.#nodeOf = layout.units.map((u) => u.node);
    const nodes = Array.from({ length: this.#nodes }, (_, i) => i);
    this.#paths = nodes.flatMap((a) => nodes.map((b) => hops(layout.links, a, b).map(({ link }) => link)));
    this.lines = new Traffic(layout, this.#nodes);
    this.stolen = new Traffic(layout, this.#nodes);
  }

  /** Counts a stolen task from the log. */
  steal(fromUnit: number, toUnit: number, n = 1): void {
    const { inside, wire } = this.stolen;
    if (fromUnit === toUnit) {
      inside.add(fromUnit, n);
      return;
    }
    wire.add(fromUnit, n);
    wire.add(toUnit, n);
    this.#between(this.stolen, this.#nodeOf[fromUnit] ?? 0, this.#nodeOf[toUnit] ?? 0, n);
  }

  #between({ link, hub }: Traffic, a: number, b: number, n: number): void {
    if (a === b) return;
    for (const i of this.#paths[a * this.#nodes + b] ?? []) link.add(i, n);
    hub.add(a, n);
    hub.add(b, n);
  }

  /**
   * A new frame. Its flows, if it has any, count steals; otherwise steals arrive one by one through {@link steal},
   * before the frame.
   */
  frame(frame: FrameView, nowMs: number): void {
    const before = this.#before;
    if (before && frame.ns < before.ns) this.clear();
    const simNs = before && frame.ns >= before.ns ? frame.ns - before.ns : 0;
    if (simNs > 0 && before) {
      const by = Math.exp(-(nowMs - this.#beforeMs) / SMOOTH_MS);
      for (const meter of this.#all()) meter.decay(by, simNs);
      this.#countLines(before, frame);
      if (frame.hasFlows && before.hasFlows) this.#countSteals(before, frame);
    }
    this.#before = frame;
    this.#beforeMs = nowMs;
  }

  #countLines(before: FrameView, frame: FrameView): void {
    const { inside, wire } = this.lines;
    for (let u = 0; u < this.#units; u += 1) {
      inside.add(u, frame.linesInside(u) - before.linesInside(u));
      wire.add(u, frame.linesOutside(u) - before.linesOutside(u));
    }
    for (let a = 0; a < this.#nodes; a += 1) {
      for (let b = 0; b < this.#nodes; b += 1) {
        this.#between(this.lines, a, b, frame.linesBetween(a, b) - before.linesBetween(a, b));
      }
    }
  }

  #countSteals(before: FrameView, frame: FrameView): void {
    if (frame.steals === before.steals) return;
    for (let from = 0; from < this.#units; from += 1) {
      for (let to = 0; to < this.#units; to += 1) {
        const n = frame.flow(from, to, STEAL) - before.flow(from, to, STEAL);
        if (n > 0) this.steal(from, to, n);
      }
    }
  }

  clear(): void {
    for (const meter of this.#all()) meter.clear();
    this.#before = null;
  }

  #all(): readonly Meter[] {
    return [...this.lines.all, ...this.stolen.all];
  }
}
