/**
 * The ranges of the numbers of a scenario, checked without a worker. The simulator has the last word (it
 * knows more rules across fields); this check keeps the page immediate and the link decoder safe.
 */
import { KERNELS, MACHINES, WORKLOADS } from './catalog';
import { readCpuList } from './cpuList';
import { FIELD_BYTES } from './generated/layouts';
import { LIMITS } from './generated/limits';
import type { Lane, LayoutItem, Scenario, Workload } from './generated/types';
import { ownOf, quotaFault } from './groups';
import { cpuNumbersOf, isOwn } from './machines';
import { isAlone, loadField, loadOf, mostOf } from './workload';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A number outside its range, or an unknown word (`range` is null). */
export interface Problem {
  readonly field: string;
  readonly value: string;
  readonly range: Range | null;
}

const UNBOUNDED: Range = { min: 0, max: 4294967295 };

export const isCost = (key: string): boolean => Object.hasOwn(LIMITS, `costs.${key}`);

/** The range of a number field, by its path in the document (`workload.groups`, `seed`). */
export function rangeOf(field: string): Range {
  const path = field.replace(/\[\d+\]/g, '[]');
  return (LIMITS as Readonly<Record<string, Range>>)[path] ?? UNBOUNDED;
}

/** The range of a number field, narrowed by the rest of the scenario. */
export function rangeIn(scenario: Scenario, field: string): Range {
  const { min, max } = rangeOf(field);
  const { workload, limit_ms, warmup_ms, lanes } = scenario;
  const atMost = (most: number, least = min): Range => ({
    min: least,
    max: Math.max(min, Math.min(max, Math.floor(most))),
  });
  switch (field) {
    case 'warmup_ms':
      return atMost(limit_ms);
    case 'limit_ms': {
      const lastFlip = Math.max(0, ...lanes.flatMap(({ flips = [] }) => flips.map(({ at_ns }) => at_ns)));
      return { min: Math.max(min, warmup_ms, Math.ceil(lastFlip / 1e6)), max };
    }
    default: {
      const key = field.replace(/^workload\./, '');
      return atMost(mostOf(workload, key), isAlone(workload, key) ? 1 : min);
    }
  }
}

export function inRange(field: string, value: unknown): value is number {
  const { min, max } = rangeOf(field);
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

/** The number fields of a workload, in the order of its flags. */
export function numberFields(workload: Workload): string[] {
  return Object.keys(LIMITS).flatMap((field) => {
    const [, key = ''] = /^workload\.(.*)$/.exec(field) ?? [];
    return typeof Reflect.get(WORKLOADS[workload.kind], key) === 'number' ? [key] : [];
  });
}

/** The problems of a scenario: of single fields, or else contradictions between fields. */
export function check(scenario: Scenario): Problem[] {
  const problems = outOfRange(scenario);
  return problems.length > 0 ? problems : contradictions(scenario);
}

function contradictions(scenario: Scenario): Problem[] {
  const problems: Problem[] = [];
  const { machine, cpus, workload, warmup_ms, limit_ms, lanes } = scenario;
  const number = (field: string, value: number, range: Range) => {
    if (value < range.min || value > range.max) problems.push({ field, value: String(value), range });
  };
  number('warmup_ms', warmup_ms, rangeIn(scenario, 'warmup_ms'));
  // Less load repairs too many tasks; more load repairs none.
  number(loadField(workload), loadOf(workload), rangeIn(scenario, loadField(workload)));
  const most = rangeOf('groups[].quota_us').max;
  for (const [i, { quota_us, burst_us = 0, parent = 0 }] of (scenario.groups ?? []).entries()) {
    const range = quotaFault(quota_us, most);
    if (range) number(`groups[${i}].quota_us`, quota_us, range);
    number(`groups[${i}].burst_us`, burst_us, { min: 0, max: quota_us });
    // A group is in one that stands before it.
    number(`groups[${i}].parent`, parent, { min: 0, max: i });
  }
  const none = { min: 0, max: 0 };
  for (const [i, task] of (scenario.tasks ?? []).entries()) {
    number(`tasks[${i}].group`, task.group, { min: 0, max: scenario.groups?.length ?? 0 });
    for (const key of ownOf(workload)) number(`tasks[${i}].${key}`, task[key], none);
  }
  const lists = [
    { field: 'cpus', list: cpus },
    ...lanes.map((lane, i) => ({ field: `lanes[${i}].cpus`, list: lane.cpus })),
    ...(scenario.groups ?? []).map((group, i) => ({ field: `groups[${i}].cpus`, list: group.cpus })),
    ...(workload.kind === 'rtapp'
      ? workload.tasks.flatMap(({ cpus, phases }, i) => [
          { field: `workload.tasks[${i}].cpus`, list: cpus },
          ...phases.map((phase, j) => ({ field: `workload.tasks[${i}].phases[${j}].cpus`, list: phase.cpus })),
        ])
      : []),
  ].flatMap(({ field, list }) => (list === undefined ? [] : [{ field, list }]));
  if (lists.length > 0) {
    const numbers = cpuNumbersOf(machine);
    const [min = 0, max = 0] = [numbers[0], numbers.at(-1)];
    for (const { field, list } of lists) {
      const { cpus, good } = readCpuList(list, max + 1);
      // The simulator accepts numbers between those of the machine if the machine has one CPU of the list.
      if (!good || !numbers.some((cpu) => cpus.has(cpu))) problems.push({ field, value: list, range: { min, max } });
    }
  }
  for (const { flips = [] } of lanes) {
    number('lanes[].flips', flips.length, rangeOf('lanes[].flips'));
    for (const { at_ns } of flips) number('lanes[].flips[].at_ns', at_ns, { min: 0, max: limit_ms * 1e6 });
  }
  return problems;
}

/** A field of `task_group` that the layout of a lane lacks or repeats; null: none, or the lane has no layout. */
export function layoutFault({ layout = [] }: Lane): LayoutItem | null {
  if (layout.length === 0) return null;
  const fields = (Object.keys(FIELD_BYTES) as LayoutItem[]).filter((item) => item !== '|');
  return fields.find((field) => layout.filter((item) => item === field).length !== 1) ?? null;
}

function outOfRange(scenario: Scenario): Problem[] {
  const problems: Problem[] = [];
  const number = (field: string, value: unknown) => {
    if (!inRange(field, value)) problems.push({ field, value: String(value), range: rangeOf(field) });
  };
  const { machine } = scenario;
  if (isOwn(machine)) {
    if (machine.hz !== undefined) number('machine.hz', machine.hz);
  } else if (!Object.hasOwn(MACHINES, machine)) {
    problems.push({ field: 'machine', value: String(machine), range: null });
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
  for (const list of ['groups', 'tasks'] as const) {
    const entries: readonly object[] = scenario[list] ?? [];
    number(list, entries.length);
    for (const [i, entry] of entries.entries()) {
      for (const [key, value] of Object.entries(entry)) {
        if (typeof value === 'number') number(`${list}[${i}].${key}`, value);
      }
    }
  }
  for (const [key, value] of Object.entries(scenario.tunables ?? {})) number(`tunables.${key}`, value);
  for (const [key, value] of Object.entries(scenario.costs ?? {})) number(`costs.${key}`, value);
  for (const [i, lane] of scenario.lanes.entries()) {
    if (lane.kernel !== undefined && !Object.hasOwn(KERNELS, lane.kernel)) {
      problems.push({ field: `lanes[${i}].kernel`, value: String(lane.kernel), range: null });
    }
    for (const [key, value] of Object.entries(lane.rules ?? {})) {
      if (typeof value === 'number') number(`lanes[${i}].rules.${key}`, value);
    }
    for (const [key, value] of Object.entries(lane.tunables ?? {})) number(`lanes[${i}].tunables.${key}`, value);
    number(`lanes[${i}].layout`, lane.layout?.length ?? 0);
    const fault = layoutFault(lane);
    if (fault !== null) problems.push({ field: `lanes[${i}].layout`, value: fault, range: null });
  }
  return problems;
}
