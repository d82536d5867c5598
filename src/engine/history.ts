/**
 * Snapshots of one run, so that any moment of it is a short replay away. They lie at equal distances,
 * counted in events. When the worker's memory has grown to its bound, every second one is given up, from the
 * beginning on and one for each new one, so that the memory stays in use; when the end is reached, the distance
 * has doubled. A few more stay near the moments that were sought last.
 */
import type { Simulation } from './server';

/** Events between two snapshots at first: some 20 ms of replay. */
const FIRST_SPACING = 200_000;
/** What the snapshots may make the worker's memory grow to (bytes). */
export const HEAP_BYTES = 90 * 2 ** 20;
/** Snapshots near the moments that were sought last. */
const MOST_NEAR = 6;

interface Kept {
  readonly sim: Simulation;
  readonly events: number;
  readonly ns: number;
}

/** A moment of a run: a simulated time with all its events, or the state after an event. */
export type Goal = { readonly ns: number } | { readonly events: number };

/** Whether a state that has come to `at` is not yet past the goal. */
export const isBefore = (at: { readonly ns: number; readonly events: number }, goal: Goal): boolean =>
  'ns' in goal ? at.ns <= goal.ns : at.events <= goal.events;

export class History {
  readonly #heap: () => number;
  #kept: Kept[] = [];
  #near: Kept[] = [];
  #spacing = FIRST_SPACING;
  /** As many as the memory holds; known once it is full. */
  #most = Number.POSITIVE_INFINITY;
  /** Before this place every second snapshot has been given up. */
  #thinned = 0;

  /** `heap`: the size of the memory that snapshots are in (bytes). */
  constructor(heap: () => number) {
    this.#heap = heap;
  }

  /** Events between the latest snapshots; before them there may be twice as many. */
  get spacing(): number {
    return this.#spacing;
  }
  get count(): number {
    return this.#kept.length;
  }

  /** Takes a snapshot of a run that has come far enough since the last one. */
  note(sim: Simulation): void {
    const events = sim.events();
    const last = this.#kept.at(-1);
    if (last && events < last.events + this.#spacing) return;
    const before = this.#heap();
    this.#kept.push({ sim: sim.snapshot(), events, ns: sim.now() });
    const after = this.#heap();
    // Memory never shrinks: what was given up is used again before it grows once more.
    if (after > before && after > HEAP_BYTES) this.#most = Math.max(2, this.#kept.length - 1);
    while (this.#kept.length > this.#most) this.#thin();
  }

  #thin(): void {
    this.#thinned += 1;
    for (const { sim } of this.#kept.splice(this.#thinned, 1)) sim.free();
    if (this.#thinned < this.#kept.length - 1) return;
    this.#thinned = 0;
    this.#spacing *= 2;
  }

  /** Keeps a simulation of this run, which the caller gives away, for moments nearby. */
  keepNear(sim: Simulation): void {
    sim.set_log(0, 0);
    sim.keep_decisions(false);
    this.#near.push({ sim, events: sim.events(), ns: sim.now() });
    if (this.#near.length > MOST_NEAR) this.#near.shift()?.sim.free();
  }

  /** The latest state kept that is not past the goal; null before the first snapshot. */
  before(goal: Goal): Kept | null {
    let best = this.#kept.findLast((one) => isBefore(one, goal)) ?? null;
    for (const one of this.#near) if (isBefore(one, goal) && one.events >= (best?.events ?? -1)) best = one;
    return best;
  }

  /** Gives the run other flips: only states that `holds` says are common to both stay. */
  turn(holds: (state: Kept) => boolean, flipsJson: string): void {
    const keep = new Set<Kept>();
    for (const one of [...this.#kept, ...this.#near]) {
      if (holds(one)) keep.add(one);
      else one.sim.free();
    }
    this.#kept = this.#kept.filter((one) => keep.has(one));
    this.#near = this.#near.filter((one) => keep.has(one));
    for (const { sim } of keep) sim.set_flips(flipsJson);
  }

  clear(): void {
    for (const { sim } of [...this.#kept, ...this.#near]) sim.free();
    this.#kept = [];
    this.#near = [];
    this.#most = Number.POSITIVE_INFINITY;
    this.#thinned = 0;
    this.#spacing = FIRST_SPACING;
  }
}
