/** The worker's side of the pool: runs whole jobs. Knows nothing of the worker. */
import type { RunReport } from '../../scenario/generated/types';
import type { SimulationClass } from '../port/binding';
import type { Surroundings } from '../port/serve';
import { Stride } from '../port/stride';
import type { BatchQuestions, Share } from './questions';

/** Real time between two words about how far a run has come (ms). */
const SHARE_MS = 50;

export function createRunner(
  Simulation: SimulationClass,
  { now, alive }: Pick<Surroundings, 'now' | 'alive'>,
  say: (share: Share) => void,
): BatchQuestions {
  return {
    run({ scenario, lane }) {
      const simulation = new Simulation(JSON.stringify(scenario), lane);
      const stride = new Stride({ now, alive });
      const limitNs = scenario.limit_ms * 1e6;
      let saidMs = Number.NEGATIVE_INFINITY;
      try {
        while (!simulation.done()) {
          stride.advance(simulation, limitNs);
          if (now() - saidMs < SHARE_MS) continue;
          saidMs = now();
          say(simulation.now() / limitNs);
        }
        return JSON.parse(simulation.report()) as RunReport;
      } finally {
        simulation.free();
      }
    },
  };
}
