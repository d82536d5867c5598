/**
 * Runs a simulation in slices of real time. A slice is so many events as took a millisecond of late: what an event costs
 * differs a thousandfold between scenarios, and the simulation's outcome does not depend on where the slices end.
 */
import type { Simulation } from './binding';
import type { Surroundings } from './serve';

/** What a slice is to take (real ms). */
const SLICE_MS = 1;
/** Events of the first slice, of the largest and of the smallest. */
const FIRST_EVENTS = 250;
export const MOST_EVENTS = 5000;
const LEAST_EVENTS = 10;

export class Stride {
  readonly #own: Pick<Surroundings, 'now' | 'alive'>;
  #events = FIRST_EVENTS;

  constructor(own: Pick<Surroundings, 'now' | 'alive'>) {
    this.#own = own;
  }

  /** One slice towards a time, or towards an event. Returns how many events were handled. */
  advance(sim: Simulation, untilNs: number, untilEvent = Number.POSITIVE_INFINITY): number {
    return this.slice(sim, (lastEvent) => sim.advance(untilNs, Math.min(lastEvent, untilEvent) - sim.events()));
  }

  /** One slice of other work on a simulation, which goes no further than to event `lastEvent`. */
  slice<T>(sim: Simulation, work: (lastEvent: number) => T): T {
    const before = sim.events();
    const began = this.#own.now();
    const done = work(before + this.#events);
    this.#learn(sim.events() - before, this.#own.now() - began);
    this.#own.alive();
    return done;
  }

  /** Another scenario begins: nothing is known of its events. */
  reset(): void {
    this.#events = FIRST_EVENTS;
  }

  #learn(events: number, tookMs: number): void {
    if (tookMs > SLICE_MS) this.#events = Math.max(LEAST_EVENTS, Math.floor((events * SLICE_MS) / tookMs));
    else if (events >= this.#events) this.#events = Math.min(MOST_EVENTS, this.#events * 2);
  }
}
