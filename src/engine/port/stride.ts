/**
 * Runs a simulation in slices of real time. A slice has as many events as recently fit into a millisecond, since the
 * cost of an event differs a thousandfold between scenarios. The ends of slices do not change the result.
 */
import type { Simulation } from './binding';
import type { Surroundings } from './serve';

/** The target length of a slice (real ms). */
const SLICE_MS = 1;
/** Events of the first slice, of the largest and of the smallest. */
const FIRST_EVENTS = 250;
export const MOST_EVENTS = 5000;
const LEAST_EVENTS = 10;

export class Stride {
  readonly #surroundings: Pick<Surroundings, 'now' | 'alive'>;
  #events = FIRST_EVENTS;

  constructor(surroundings: Pick<Surroundings, 'now' | 'alive'>) {
    this.#surroundings = surroundings;
  }

  /** Runs one slice towards a time, or towards an event. Returns the number of handled events. */
  advance(sim: Simulation, untilNs: number, untilEvent = Number.POSITIVE_INFINITY): number {
    return this.slice(sim, (lastEvent) => sim.advance(untilNs, Math.min(lastEvent, untilEvent) - sim.events()));
  }

  /** Runs one slice of other work on a simulation, up to event `lastEvent` at most. */
  slice<T>(sim: Simulation, work: (lastEvent: number) => T): T {
    const before = sim.events();
    const began = this.#surroundings.now();
    const done = work(before + this.#events);
    this.#learn(sim.events() - before, this.#surroundings.now() - began);
    this.#surroundings.alive();
    return done;
  }

  /** Forgets the measured cost, since another scenario begins. */
  reset(): void {
    this.#events = FIRST_EVENTS;
  }

  #learn(events: number, tookMs: number): void {
    if (tookMs > SLICE_MS) this.#events = Math.max(LEAST_EVENTS, Math.floor((events * SLICE_MS) / tookMs));
    else if (events >= this.#events) this.#events = Math.min(MOST_EVENTS, this.#events * 2);
  }
}
