/** Replays a run to any of its moments: from the nearest saved state, until a deadline. */
import type { Simulation } from '../port/binding';
import type { Stride } from '../port/stride';
import { type Goal, type History, isBefore } from './history';

export class Past {
  readonly #history: History;
  readonly #stride: Stride;
  readonly #now: () => number;

  /** `now`: real time (ms). */
  constructor(history: History, stride: Stride, now: () => number) {
    this.#history = history;
    this.#stride = stride;
    this.#now = now;
  }

  /** A simulation in the nearest state before a goal. The caller frees it. */
  base(goal: Goal): Simulation {
    const state = this.#history.before(goal);
    if (!state) throw new Error('the run has no beginning');
    return this.#history.copy(state);
  }

  /** Runs a simulation to a goal, or until the deadline (real ms). Returns whether it reached the goal. */
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
    // More events may have the same time.
    if ('ns' in goal && !sim.done()) sim.advance(goal.ns, Number.MAX_SAFE_INTEGER);
    return true;
  }

  /** A simulation at a moment, which the caller frees; null if the deadline (real ms) comes first. */
  stateAt(goal: Goal, deadline: number): Simulation | null {
    const state = this.base(goal);
    if (this.reach(state, goal, deadline)) return state;
    state.free();
    return null;
  }
}
