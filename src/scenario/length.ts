/**
 * Run length follows one rule, whatever the experiment (*Run many*, the verdict of the page). A workload with an end runs until
 * its work is done or the time limit. A workload without end stops where its rates are steady, and is measured after the
 * warm-up of the scenario or, without one, after a tenth.
 */
import { rangeIn } from './check';
import { isSlow } from './decides';
import type { Scenario } from './generated/types';
import { hasQuota } from './groups';
import { isEverDone } from './workload';

/** Simulated length of a run without end (ms), over seeds and at each point of a curve. */
const OPEN_MS = 200;
const OPEN_SWEEP_MS = 100;
/**
 * The same for requests and answers, which take microseconds. A pair has answered thousands by then, and 16 seeds give the gain
 * of the presets within 0.2 points, as after 400 ms.
 */
const REQUESTS_MS = 30;
/** The same for shared cache lines, which are used millions of times in a second. */
const LINES_MS = 10;
/**
 * The same for waits and shares of hogs and sleepers. A sleeper has dozens of waits in a second, and twice the length separates
 * the presets no better.
 */
const SLOW_MS = 1000;
/** The share of the run that is the warm-up if the scenario has none. */
const WARMUP_SHARE = 0.1;

/** Whether the run ends only at its time limit, so that its duration is no result. */
export const isOpenEnded = ({ workload }: Scenario): boolean => !isEverDone(workload);

/**
 * The length of a run without end (ms). Control groups receive bandwidth in tenths of a second. What kernels do with the rest
 * of a quota adds up over the periods, and hogs use up a quota.
 */
function openLength(scenario: Scenario, sweep: boolean): number {
  const { workload, groups } = scenario;
  if (isSlow(scenario) || (workload.kind === 'hogs' && hasQuota(scenario) && !sweep)) return SLOW_MS;
  if (workload.kind === 'pairs' && !groups?.length) return REQUESTS_MS;
  if (workload.kind === 'shared') return LINES_MS;
  return sweep ? OPEN_SWEEP_MS : OPEN_MS;
}

/** The default length of each run (ms). A warm-up of the scenario is added to the measured part. */
export function defaultLength(scenario: Scenario, sweep: boolean): number {
  if (!isOpenEnded(scenario)) return scenario.limit_ms;
  const { min } = rangeIn(scenario, 'limit_ms');
  return Math.max(min, Math.min(scenario.limit_ms, scenario.warmup_ms + openLength(scenario, sweep)));
}

/** The scenario with at most `length` ms. */
export function trimmed(scenario: Scenario, length: number): Scenario {
  const own = scenario.warmup_ms;
  const warmup = own > 0 || !isOpenEnded(scenario) ? own : Math.floor(length * WARMUP_SHARE);
  return { ...scenario, limit_ms: length, warmup_ms: Math.min(warmup, length) };
}
