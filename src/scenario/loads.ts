/** The loads of a workload at which its gain is looked at. */
import { check, rangeIn } from './check';
import { LIMITS } from './generated/limits';
import type { Scenario } from './generated/types';
import { fullLoad, loadField, tasksOf, withLoad } from './workload';

/** The same experiment under another load. */
export const atLoad = (scenario: Scenario, load: number): Scenario => ({
  ...scenario,
  workload: withLoad(scenario.workload, load),
});

/** What its load is counted in: pairs, groups, jobs, threads. */
export const loadUnit = ({ workload }: Scenario): string =>
  (LIMITS as Readonly<Record<string, { readonly unit: string }>>)[loadField(workload)]?.unit ?? '';

/** Points of a curve over the load, its first beside them. */
const STEPS = 8;

/**
 * Loads from the least to the one at which the slider ends, evenly: the same whatever the present load is. None where the
 * load is how long a workload runs, and not how many tasks it has.
 */
export function loadsOf(scenario: Scenario): number[] {
  const tasksAt = (load: number) => tasksOf(withLoad(scenario.workload, load));
  if (tasksAt(1) === tasksAt(2)) return [];
  const { min, max } = rangeIn(scenario, loadField(scenario.workload));
  const full = Math.min(max, fullLoad(scenario));
  const even = Array.from({ length: STEPS }, (_, i) => Math.round((full * (i + 1)) / STEPS));
  const loads = [...new Set([min, ...even])].filter((load) => load >= min);
  return loads.filter((load) => check(atLoad(scenario, load)).length === 0);
}
