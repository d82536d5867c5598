/**
 * The ranges of a scenario's numbers, checked before the worker is asked. The simulator remains the
 * judge (it knows rules across fields); this keeps the interface immediate and the link decoder safe.
 */
import { KERNELS, MACHINES, WORKLOADS } from './catalog';
import { COSTS } from './generated/costs';
import { LIMITS } from './generated/limits';
import type { Scenario, Workload } from './generated/types';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A number out of its range, or a word that is none of the known ones (`range` null). */
export interface Problem {
  readonly field: string;
  readonly value: string;
  readonly range: Range | null;
}

const UNBOUNDED: Range = { min: 0, max: 4294967295 };

const COST_RANGES: ReadonlyMap<string, Range> = new Map(COSTS.map((cost) => [`costs.${cost.key}`, cost]));
export const isCost = (key: string): boolean => COST_RANGES.has(`costs.${key}`);

/** The range of a number field, by its path in the document (`workload.groups`, `seed`). */
export function rangeOf(field: string): Range {
  return (LIMITS as Readonly<Record<string, Range>>)[field] ?? COST_RANGES.get(field) ?? UNBOUNDED;
}

export function inRange(field: string, value: unknown): value is number {
  const { min, max } = rangeOf(field);
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

/** The number fields of a workload, in the order of its flags. */
export function numberFields(workload: Workload): string[] {
  return Object.keys(LIMITS)
    .map((field) => field.replace(/^workload\./, ''))
    .filter((key) => typeof Reflect.get(WORKLOADS[workload.kind], key) === 'number');
}

export function check(scenario: Scenario): Problem[] {
  const problems: Problem[] = [];
  const number = (field: string, value: unknown) => {
    if (!inRange(field, value)) problems.push({ field, value: String(value), range: rangeOf(field) });
  };
  if (!Object.hasOwn(MACHINES, scenario.machine)) {
    problems.push({ field: 'machine', value: String(scenario.machine), range: null });
  }
  if (!Object.hasOwn(KERNELS, scenario.kernel)) {
    problems.push({ field: 'kernel', value: String(scenario.kernel), range: null });
  }
  if (!Object.hasOwn(WORKLOADS, scenario.workload.kind)) {
    problems.push({ field: 'workload.kind', value: String(scenario.workload.kind), range: null });
  } else {
    for (const key of numberFields(scenario.workload)) {
      number(`workload.${key}`, (scenario.workload as unknown as Record<string, unknown>)[key]);
    }
  }
  number('seed', scenario.seed);
  number('limit_ms', scenario.limit_ms);
  number('warmup_ms', scenario.warmup_ms);
  for (const [key, value] of Object.entries(scenario.tunables ?? {})) number(`tunables.${key}`, value);
  for (const [key, value] of Object.entries(scenario.costs ?? {})) number(`costs.${key}`, value);
  return problems;
}
