/**
 * Saved states of one run: copies of its simulation, so that every moment of the run is a short replay away. They are
 * equally spaced, counted in events. When the memory is full, each new state frees every second old one, from the
 * beginning on; when the end is reached, the distance has doubled. A few more copies stay near the last sought moments.
 */
import type { Simulation } from '../port/binding';

/** Events between two saved states at first: some 35 ms of replay by the fast build, and 60 ms by the small one. */
const FIRST_SPACING = 200_000;
/** The size up to which saved states may grow the memory of the worker's WebAssembly (bytes). */
export const HEAP_BYTES = 256 * 2 ** 20;
/** The number of copies near the last sought moments. */
const MOST_NEAR = 6;

/** A saved state: the events and the flips up to it, and a simulation that never advances. */
interface State {
  readonly events: number;
  readonly ns: number;
  readonly flips: number;
  readonly sim: Simulation;
}

/** The state of a simulation, which the history owns and frees from now on. */
const stateOf = (sim: Simulation): State => ({ events: sim.events(), ns: sim.now(), flips: sim.flips_passed(), sim });

/** A moment of a run: a simulated time with all its events, or the state after an event. */
export type Goal = { readonly ns: number } | { readonly events: number };

/** Whether a state at `at` is before the goal. */
export const isBefore = (at: { readonly ns: number; readonly events: number }, goal: Goal): boolean =>
  'ns' in goal ? at.ns <= goal.ns : at.events <= goal.events;

export class History {
  readonly #heap: () => number;
  #saved: State[] = [];
  #near: State[] = [];
  #spacing = FIRST_SPACING;
  /** The number of saved states that fit into the memory; infinite until the memory is full. */
  #most = Number.POSITIVE_INFINITY;
  /** Before this index every second state has been freed. */
  #thinned = 0;
  /** The present flips of the run as JSON; null: those of its load. */
  #flips: string | null = null;

  /** `heap`: the size of the memory that holds all simulations (bytes). */
  constructor(heap: () => number) {
    this.#heap = heap;
  }

  /** Events between the latest saved states; between earlier ones there may be twice as many. */
  get spacing(): number {
    return this.#spacing;
  }
  get count(): number {
    return this.#saved.length;
  }

  /** Saves the state of the run if it has advanced by a whole distance since the last saved state. */
  note(sim: Simulation): void {
    const last = this.#saved.at(-1);
    if (last && sim.events() < last.events + this.#spacing) return;
    const before = this.#heap();
    this.#saved.push(stateOf(sim.snapshot()));
    const after = this.#heap();
    // WebAssembly memory never shrinks: it grows only when no freed state leaves enough room.
    if (after > before && after > HEAP_BYTES) this.#most = Math.max(2, this.#saved.length - 1);
    while (this.#saved.length > this.#most) this.#thin();
  }

  #thin(): void {
    this.#thinned += 1;
    for (const { sim } of this.#saved.splice(this.#thinned, 1)) sim.free();
    if (this.#thinned < this.#saved.length - 1) return;
    this.#thinned = 0;
    this.#spacing *= 2;
  }

  /** Takes over a simulation of this run, for moments nearby. */
  keepNear(sim: Simulation): void {
    sim.set_log(0, 0);
    sim.keep_decisions(false);
    this.#near.push(stateOf(sim));
    if (this.#near.length > MOST_NEAR) this.#near.shift()?.sim.free();
  }

  /** The latest state before the goal; null if there is none. */
  before(goal: Goal): State | null {
    let best = this.#saved.findLast((state) => isBefore(state, goal)) ?? null;
    for (const state of this.#near) if (isBefore(state, goal) && state.events >= (best?.events ?? -1)) best = state;
    return best;
  }

  /** A simulation in a saved state, with the present flips. The caller frees it. */
  copy(state: State): Simulation {
    const copy = state.sim.snapshot();
    if (this.#flips !== null) copy.set_flips(this.#flips);
    return copy;
  }

  /** Gives the run other flips. `holds` tests whether a state is the same with them; all others are freed. */
  turn(holds: (state: State) => boolean, flipsJson: string): void {
    for (const { sim } of [...this.#saved, ...this.#near].filter((state) => !holds(state))) sim.free();
    this.#saved = this.#saved.filter(holds);
    this.#near = this.#near.filter(holds);
    this.#flips = flipsJson;
  }

  clear(): void {
    for (const { sim } of [...this.#saved, ...this.#near]) sim.free();
    this.#saved = [];
    this.#near = [];
    this.#flips = null;
    this.#most = Number.POSITIVE_INFINITY;
    this.#thinned = 0;
    this.#spacing = FIRST_SPACING;
  }
}
