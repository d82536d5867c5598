/** The same seeds in both lanes: the jobs, and the pairs of runs that have ended. */
import { FEWEST_SEEDS } from '../../scenario/generated/deciding';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import type { Outcome } from './pool';
import type { BatchJob } from './questions';

/** The default number of seeds. */
export const DEFAULT_SEEDS = FEWEST_SEEDS;

/** Every lane with `count` seeds, first the seed of the scenario. */
export function seedJobs(scenario: Scenario, count: number): BatchJob[] {
  return Array.from({ length: count }, (_, i) => (scenario.seed + i) % 2 ** 32).flatMap((seed) =>
    scenario.lanes.map((_, lane): BatchJob => ({ scenario: { ...scenario, seed }, lane })),
  );
}

/** The reports of one seed, lane by lane. `R`: the kept part of a report. */
export interface Pair<R = RunReport> {
  readonly seed: number;
  readonly a: R;
  readonly b: R | null;
}

/** The seeds for which every lane ended without an error. */
export function pairsOf<R>(jobs: readonly BatchJob[], outcomes: readonly (Outcome<R> | null)[]): Pair<R>[] {
  const lanes = jobs[0]?.scenario.lanes.length ?? 1;
  const report = (i: number): R | null => {
    const outcome = outcomes[i];
    return outcome?.type === 'report' ? outcome.report : null;
  };
  return jobs.flatMap(({ scenario, lane }, i): Pair<R>[] => {
    const a = lane === 0 ? report(i) : null;
    const b = lanes > 1 ? report(i + 1) : null;
    return a && (lanes === 1 || b) ? [{ seed: scenario.seed, a, b }] : [];
  });
}

/** Reports of runs that reached the time limit before completing their work. */
export const unfinished = (pairs: readonly Pair<Pick<RunReport, 'ended'>>[]): number =>
  pairs.flatMap(({ a, b }) => [a, b]).filter((one) => one?.ended === 'limit').length;
