/** The way to any moment of a run: from the nearest state that was kept, as far as the time given for it reaches. */
import type { Simulation } from '../port/binding';
import type { Stride } from '../port/stride';
import { type Goal, type History, isBefore, stateOf } from './history';

export class Past {
  readonly #history: History;
  readonly #stride: Stride;
  readonly #now: () => number;
  readonly #running: () => Simulation;

  /** `now`: real time (ms); `running`: the run as it stands. */
  constructor(history: History, stride: Stride, now: () => number, running: () => Simulation) {
    this.#history = history;
    this.#stride = stride;
    this.#now = now;
    this.#running = running;
  }

  /** The nearest state before a goal, in a simulation that the caller has to free, and where it stands. */
  base(goal: Goal): { readonly state: Simulation; readonly events: number } {
    const kept = this.#history.before(goal);
    if (!kept) throw new Error('the run has no beginning');
    return { state: stateOf(kept, this.#running()), events: kept.events };
  }

  /** Runs towards a goal until the deadline (real ms). Returns whether it is there. */
  reach(sim: Simulation, goal: Goal, deadline: number): boolean {
    while (!sim.done()) {
      if ('ns' in goal) {
        if (sim.now() >= goal.ns) break;
        this.#stride.advance(sim, goal.ns);
      } else {
        if (sim.events() >= goal.events) break;
        this.#stride.advance(sim, Number.MAX_SAFE_INTEGER, goal.events);
      }
      this.#history.note(sim);
      const next = { ns: sim.now() + 1, events: sim.events() + 1 };
      if (this.#now() >= deadline && isBefore(next, goal)) return false;
    }
    // Another event may lie at the very time.
    if ('ns' in goal && !sim.done()) sim.advance(goal.ns, Number.MAX_SAFE_INTEGER);
    return true;
  }

  /** The state of a moment, in a simulation that the caller has to free; null when that takes too long. */
  stateAt(goal: Goal, deadline: number): Simulation | null {
    const { state } = this.base(goal);
    if (this.reach(state, goal, deadline)) return state;
    state.free();
    return null;
  }
}
