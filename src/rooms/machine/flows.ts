/**
 * Rates over the wires, smoothed in wall time but measured in simulated time, so that they do not
 * depend on the playback speed: moves by cause (wake-ups by distance), and cache lines.
 */
import type { FrameView } from '../../engine/wire/frame';
import type { MachineDescription } from '../../scenario/generated/types';
import { CAUSES, DISTANCES, type Distance } from '../../scenario/generated/vocab';
import type { Layout } from './boxes';
import { hops } from './routes';

const SMOOTH_MS = 400;
const C = CAUSES.length;
const D = DISTANCES.length;
const WAKE = CAUSES.indexOf('wake');

/**
 * What a flow is made of, as its strands lie side by side: wake-ups by distance, then the other
 * causes. Numbered by distance, and by `D + cause`.
 */
const strandOf = (cause: number, distance: number): number => (cause === WAKE ? distance : D + cause);
export const STRANDS = D + C;
/** The distance of a strand of wake-ups; another strand's cause. */
export const strandKind = (strand: number): { readonly distance: number } | { readonly cause: number } =>
  strand < D ? { distance: strand } : { cause: strand - D };

/** How far apart two CPUs of one unit are. */
const INSIDE: Readonly<Record<MachineDescription['unit_kind'], Distance>> = {
  core: 'smt',
  cluster: 'cluster',
  node: 'llc',
};

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

/** Moves over a set of wires, by strand, with their direction. */
class Channel {
  readonly #counts: Meter;
  readonly #forward: Meter;

  constructor(wires: number) {
    this.#counts = new Meter(wires * STRANDS);
    this.#forward = new Meter(wires);
  }
  add(wire: number, strand: number, n: number, forward: boolean): void {
    this.#counts.add(wire * STRANDS + strand, n);
    if (forward) this.#forward.add(wire, n);
  }
  /** Per simulated millisecond, both ways. */
  rate(wire: number, strand: number): number {
    return this.#counts.rate(wire * STRANDS + strand);
  }
  total(wire: number): number {
    let sum = 0;
    for (let strand = 0; strand < STRANDS; strand += 1) sum += this.rate(wire, strand);
    return sum;
  }
  /** From -1 (all towards the beginning of the wire's points) to 1 (all towards their end). */
  lean(wire: number): number {
    const total = this.total(wire);
    return total > 0 ? (2 * this.#forward.rate(wire)) / total - 1 : 0;
  }
  decay(by: number, simNs: number): void {
    this.#counts.decay(by, simNs);
    this.#forward.decay(by, simNs);
  }
  clear(): void {
    this.#counts.clear();
    this.#forward.clear();
  }
}

/** What runs over the drawing's wires. */
export class Flows {
  /** Inside the units. */
  readonly inside: Channel;
  /** Over the units' wires; forward is from the unit to the bar. */
  readonly wire: Channel;
  /** Over the links; forward is from `a` to `b`. */
  readonly link: Channel;
  /** Over the nodes' wires to the hub; forward is to the hub. */
  readonly hub: Channel;
  readonly #units: number;
  readonly #nodes: number;
  readonly #nodeOf: readonly number[];
  readonly #socketOf: readonly number[];
  readonly #within: number;
  /** Links on the way between two nodes, by `from * nodes + to`. */
  readonly #paths: readonly ReturnType<typeof hops>[];
  readonly #lines: Meter;
  readonly #nodeLines: Meter;
  #before: FrameView | null = null;
  #beforeMs = 0;

  constructor(
    readonly layout: Layout,
    unitKind: MachineDescription['unit_kind'],
  ) {
    this.#units = layout.units.length;
    this.#nodes = layout.nodes.length;
    this.#nodeOf = layout.units.map((u) => u.node);
    this.#socketOf = layout.nodes.map((n) => n.socket);
    this.#within = DISTANCES.indexOf(INSIDE[unitKind]);
    const nodes = Array.from({ length: this.#nodes }, (_, i) => i);
    this.#paths = nodes.flatMap((a) => nodes.map((b) => hops(layout.links, a, b)));
    this.inside = new Channel(this.#units);
    this.wire = new Channel(this.#units);
    this.link = new Channel(layout.links.length);
    this.hub = new Channel(this.#nodes);
    this.#lines = new Meter(this.#units * 2);
    this.#nodeLines = new Meter(layout.links.length + this.#nodes);
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

  #distance(fromUnit: number, toUnit: number, a: number, b: number): number {
    if (fromUnit === toUnit) return this.#within;
    if (a === b) return DISTANCES.indexOf('llc');
    return DISTANCES.indexOf(this.#socketOf[a] === this.#socketOf[b] ? 'node' : 'socket');
  }

  /** One move, from the log. */
  move(fromUnit: number, toUnit: number, cause: number, n = 1): void {
    const a = this.#nodeOf[fromUnit] ?? 0;
    const b = this.#nodeOf[toUnit] ?? 0;
    const strand = strandOf(cause, this.#distance(fromUnit, toUnit, a, b));
    if (fromUnit === toUnit) {
      this.inside.add(fromUnit, strand, n, true);
      return;
    }
    this.wire.add(fromUnit, strand, n, true);
    this.wire.add(toUnit, strand, n, false);
    if (a === b) return;
    for (const { link, reversed } of this.#paths[a * this.#nodes + b] ?? []) this.link.add(link, strand, n, !reversed);
    if (this.layout.hub) {
      this.hub.add(a, strand, n, true);
      this.hub.add(b, strand, n, false);
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
      for (const meter of this.#all()) meter.decay(by, simNs);
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
        for (const { link } of this.#paths[a * this.#nodes + b] ?? []) this.#nodeLines.add(link, n);
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
    for (const meter of this.#all()) meter.clear();
    this.#before = null;
  }

  #all(): readonly (Meter | Channel)[] {
    return [this.inside, this.wire, this.link, this.hub, this.#lines, this.#nodeLines];
  }
}
