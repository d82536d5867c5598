/** The loads at which the gain of a workload is measured. */
import { check, rangeIn } from './check';
import { LIMITS } from './generated/limits';
import type { Scenario } from './generated/types';
import { fullLoad, loadField, tasksOf, withLoad } from './workload';

/** The experiment with another load. */
export const atLoad = (scenario: Scenario, load: number): Scenario => ({
  ...scenario,
  workload: withLoad(scenario.workload, load),
});

/** The unit of the load: pairs, groups, jobs, threads. */
export const loadUnit = ({ workload }: Scenario): string =>
  (LIMITS as Readonly<Record<string, { readonly unit: string }>>)[loadField(workload)]?.unit ?? '';

/** Points of a curve over the load, besides the first. */
const STEPS = 8;

/**
 * Evenly spaced loads from the minimum to the end of the slider, independent of the present load. None if the load is the
 * length of the workload instead of its number of tasks.
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
