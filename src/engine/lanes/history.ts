/**
 * States of one run, saved, so that any moment of it is a short replay away. They lie at equal distances,
 * counted in events. When the worker's memory has grown to its bound, every second one is given up, from the
 * beginning on and one for each new one, so that the memory stays in use; when the end is reached, the distance
 * has doubled. A few simulations stay near the moments that were sought last.
 */
import type { Saved, Simulation } from '../port/binding';

/** Events between two saved states at first: some 35 ms of replay. */
const FIRST_SPACING = 300_000;
/** What the saved states may make the worker's memory grow to (bytes). */
export const HEAP_BYTES = 88 * 2 ** 20;
/** Simulations near the moments that were sought last. */
const MOST_NEAR = 6;

/** A state of the run: how far it had come, and the flips that had happened. */
interface State {
  readonly events: number;
  readonly ns: number;
  readonly flips: number;
}
type Kept = State & ({ readonly saved: Saved } | { readonly sim: Simulation });

/** A simulation in a state that was kept, to be freed by who asked; `run`: any simulation of the run. */
export const stateOf = (kept: Kept, run: Simulation): Simulation =>
  'sim' in kept ? kept.sim.snapshot() : run.restored(kept.saved);

const stateNow = (sim: Simulation): State => ({ events: sim.events(), ns: sim.now(), flips: sim.flips_passed() });

/** A moment of a run: a simulated time with all its events, or the state after an event. */
export type Goal = { readonly ns: number } | { readonly events: number };

/** Whether a state that has come to `at` is not yet past the goal. */
export const isBefore = (at: { readonly ns: number; readonly events: number }, goal: Goal): boolean =>
  'ns' in goal ? at.ns <= goal.ns : at.events <= goal.events;

export class History {
  readonly #heap: () => number;
  #saved: (State & { readonly saved: Saved })[] = [];
  #near: (State & { readonly sim: Simulation })[] = [];
  #spacing = FIRST_SPACING;
  /** As many as the memory holds; known once it is full. */
  #most = Number.POSITIVE_INFINITY;
  /** Before this place every second snapshot has been given up. */
  #thinned = 0;

  /** `heap`: the size of the memory that all of it is in (bytes). */
  constructor(heap: () => number) {
    this.#heap = heap;
  }

  /** Events between the latest saved states; before them there may be twice as many. */
  get spacing(): number {
    return this.#spacing;
  }
  get count(): number {
    return this.#saved.length;
  }

  /** Saves the state of a run that has come far enough since the last one. */
  note(sim: Simulation): void {
    const last = this.#saved.at(-1);
    if (last && sim.events() < last.events + this.#spacing) return;
    const before = this.#heap();
    this.#saved.push({ ...stateNow(sim), saved: sim.save() });
    const after = this.#heap();
    // Memory never shrinks: what was given up is used again before it grows once more.
    if (after > before && after > HEAP_BYTES) this.#most = Math.max(2, this.#saved.length - 1);
    while (this.#saved.length > this.#most) this.#thin();
  }

  #thin(): void {
    this.#thinned += 1;
    for (const { saved } of this.#saved.splice(this.#thinned, 1)) saved.free();
    if (this.#thinned < this.#saved.length - 1) return;
    this.#thinned = 0;
    this.#spacing *= 2;
  }

  /** Keeps a simulation of this run, which the caller gives away, for moments nearby. */
  keepNear(sim: Simulation): void {
    sim.set_log(0, 0);
    sim.keep_decisions(false);
    this.#near.push({ ...stateNow(sim), sim });
    if (this.#near.length > MOST_NEAR) this.#near.shift()?.sim.free();
  }

  /** The latest state kept that is not past the goal; null before the first one. */
  before(goal: Goal): Kept | null {
    let best: Kept | null = this.#saved.findLast((one) => isBefore(one, goal)) ?? null;
    for (const one of this.#near) if (isBefore(one, goal) && one.events >= (best?.events ?? -1)) best = one;
    return best;
  }

  /** Gives the run other flips: only states that `holds` says are common to both stay. */
  turn(holds: (state: State) => boolean, flipsJson: string): void {
    const common = <T extends State>(all: T[], free: (one: T) => void): T[] => {
      for (const one of all) if (!holds(one)) free(one);
      return all.filter(holds);
    };
    this.#saved = common(this.#saved, ({ saved }) => saved.free());
    this.#near = common(this.#near, ({ sim }) => sim.free());
    for (const { sim } of this.#near) sim.set_flips(flipsJson);
  }

  clear(): void {
    for (const { saved } of this.#saved) saved.free();
    for (const { sim } of this.#near) sim.free();
    this.#saved = [];
    this.#near = [];
    this.#most = Number.POSITIVE_INFINITY;
    this.#thinned = 0;
    this.#spacing = FIRST_SPACING;
  }
}
