/** The worker's side of the pool: runs whole jobs, at once or slice by slice. It does not depend on the Worker API. */
import type { RunReport } from '../../scenario/generated/types';
import type { Attachments } from '../attachments';
import type { Simulation, SimulationClass } from '../port/binding';
import type { Surroundings } from '../port/serve';
import { Stride } from '../port/stride';
import type { BatchJob, BatchQuestions, Share } from './questions';

/** Real time between two progress messages (ms). */
const SHARE_MS = 50;

export function createRunner(
  Simulation: SimulationClass,
  { now, alive }: Pick<Surroundings, 'now' | 'alive'>,
  say: (share: Share) => void,
): BatchQuestions {
  const create = ({ scenario, lane }: BatchJob, { program, replay }: Attachments = {}) =>
    new Simulation(JSON.stringify(scenario), lane, program, replay);
  const reportOf = (simulation: Simulation) => JSON.parse(simulation.report()) as RunReport;
  /** The job that is run in slices. */
  let active: { readonly simulation: Simulation; readonly limitNs: number; readonly stride: Stride } | null = null;
  const end = () => {
    active?.simulation.free();
    active = null;
  };
  return {
    run(job, attachments) {
      const simulation = create(job, attachments);
      const stride = new Stride({ now, alive });
      const limitNs = job.scenario.limit_ms * 1e6;
      let saidMs = Number.NEGATIVE_INFINITY;
      try {
        while (!simulation.done()) {
          stride.advance(simulation, limitNs);
          if (now() - saidMs < SHARE_MS) continue;
          saidMs = now();
          say(simulation.now() / limitNs);
        }
        return reportOf(simulation);
      } finally {
        simulation.free();
      }
    },
    begin(job, attachments) {
      end();
      active = {
        simulation: create(job, attachments),
        limitNs: job.scenario.limit_ms * 1e6,
        stride: new Stride({ now, alive }),
      };
    },
    runSlice(ms) {
      if (!active) throw new Error('no job was begun');
      const { simulation, limitNs, stride } = active;
      const untilMs = now() + ms;
      while (!simulation.done() && now() < untilMs) stride.advance(simulation, limitNs);
      if (!simulation.done()) return null;
      const report = reportOf(simulation);
      end();
      return report;
    },
  };
}
