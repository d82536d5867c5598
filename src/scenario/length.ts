/**
 * How long each of many runs is: one rule for every experiment, whoever runs them (*Run many*, the verdict of the page). A
 * workload that comes to an end runs until its work is done, at most for the scenario's own time limit. One that goes on for
 * ever is cut where its rates stand still, and begins to count after the scenario's warm-up or, without one, a tenth.
 */
import { rangeIn } from './check';
import type { Scenario } from './generated/types';
import { isAboutWaits } from './waits';
import { isEverDone } from './workload';

/** Simulated length of a run that would go on for ever (ms): over seeds, and at each point of a curve. */
const OPEN_MS = 200;
const OPEN_SWEEP_MS = 100;
/**
 * The same for requests and answers, which take microseconds: a pair has answered thousands of them by then, and 16 seeds tell a
 * gain of the presets within 0.2 points, as they do after 400 ms.
 */
const REQUESTS_MS = 30;
/** The same for waits, of which a sleeper has dozens in a second: twice as long tells those of the presets no better. */
const WAITS_MS = 1000;
/** The part of it that is left out where the scenario has no warm-up of its own. */
const WARMUP_SHARE = 0.1;

/** It goes on until its time limit: elapsed times say nothing. */
export const isOpenEnded = ({ workload }: Scenario): boolean => !isEverDone(workload);

/** How long a run that goes on for ever is (ms). The bandwidth of control groups is given out in tenths of a second. */
function openLength(scenario: Scenario, sweep: boolean): number {
  const { workload, groups } = scenario;
  if (isAboutWaits(scenario)) return WAITS_MS;
  if (workload.kind === 'pairs' && !groups?.length) return REQUESTS_MS;
  return sweep ? OPEN_SWEEP_MS : OPEN_MS;
}

/** How long each run may be (ms), unless someone says otherwise: a warm-up of the scenario's own leaves as much to be measured. */
export function defaultLength(scenario: Scenario, sweep: boolean): number {
  if (!isOpenEnded(scenario)) return scenario.limit_ms;
  const { min } = rangeIn(scenario, 'limit_ms');
  return Math.max(min, Math.min(scenario.limit_ms, scenario.warmup_ms + openLength(scenario, sweep)));
}

/** The scenario as it is run, `length` ms at the most. */
export function trimmed(scenario: Scenario, length: number): Scenario {
  const own = scenario.warmup_ms;
  const warmup = own > 0 || !isOpenEnded(scenario) ? own : Math.floor(length * WARMUP_SHARE);
  return { ...scenario, limit_ms: length, warmup_ms: Math.min(warmup, length) };
}
