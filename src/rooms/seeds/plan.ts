/** The plan of *Run many*: a scenario over seeds, and over the values of one parameter. */
import { seedJobs } from '../../engine/batch/paired';
import type { BatchJob } from '../../engine/batch/questions';
import { isOf, kernelOf } from '../../scenario/catalog';
import { check, numberFields, type Problem, type Range, rangeIn } from '../../scenario/check';
import { writeCpuList } from '../../scenario/cpuList';
import { COSTS } from '../../scenario/generated/costs';
import { LIMITS } from '../../scenario/generated/limits';
import { RULES } from '../../scenario/generated/rules';
import type { MachineChoice, Scenario } from '../../scenario/generated/types';
import { knobsOf } from '../../scenario/knobs';
import { factsOf, isOwn } from '../../scenario/machines';
import { withKnob } from '../../scenario/policies';
import { rowsOf } from '../../scenario/rows';
import { tunableDefault, tunablesOf } from '../../scenario/tunables';
import { fullLoad, loadField } from '../../scenario/workload';

export const SEEDS: Range = { min: 2, max: 64 };
export const DEFAULT_SWEEP_SEEDS = 6;

// ---- sweeps

/** One number of a scenario that can be swept. */
export interface Parameter {
  /** Its path in the document; `cpus`: the number of CPUs, from the first on. */
  readonly field: string;
  readonly unit: string;
  readonly range: Range;
  /** The value in the scenario. */
  readonly present: number;
}

const unitOf = (field: string): string =>
  (LIMITS as Readonly<Record<string, { readonly unit: string }>>)[field]?.unit ?? '';

export type ParameterGroup = 'policies' | 'workload' | 'machine' | 'tunables' | 'rules' | 'costs';

/** The parameters that can be swept, by kind. */
export function parameters(scenario: Scenario): Readonly<Record<ParameterGroup, readonly Parameter[]>> {
  const { machine, workload, tunables = {}, costs = {} } = scenario;
  const { cpus, like } = factsOf(machine);
  const first = kernelOf(scenario, scenario.lanes[0]);
  const parameter = (field: string, present: number, unit = unitOf(field)): Parameter => ({
    field,
    unit,
    range: rangeIn(scenario, field),
    present,
  });
  return {
    policies: (scenario.policies ?? []).flatMap(({ source, knobs }, i) =>
      knobsOf(source)
        .filter(({ type }) => type !== 'bool')
        .map(({ name, value, least, most, unit }) => ({
          field: `policies[${i}].knobs.${name}`,
          unit,
          range: { min: least, max: most },
          present: knobs?.[name] ?? value,
        })),
    ),
    workload: numberFields(workload).map((key) =>
      parameter(`workload.${key}`, Reflect.get(workload, key) as number, unitOf(`workload.${key}`)),
    ),
    // A lane with a CPU list ignores the scenario's.
    machine: scenario.lanes.some((lane) => lane.cpus != null)
      ? []
      : [{ field: 'cpus', unit: 'CPUs', range: { min: 1, max: cpus }, present: cpus }],
    tunables: tunablesOf(scenario).map((one) =>
      parameter(`tunables.${one.key}`, tunables[one.key] ?? tunableDefault(one, machine)),
    ),
    rules: RULES.flatMap(({ key, family, values, on }) => {
      if (!isOf(family, first) || typeof values !== 'object' || !('min' in values)) return [];
      const valueInForce = scenario.lanes[0]?.rules?.[key] ?? on[first];
      return [{ field: `rules.${key}`, unit: values.unit, range: values, present: Number(valueInForce) }];
    }),
    costs: COSTS.map(({ key, unit, on }) => parameter(`costs.${key}`, costs[key] ?? on[like].value, unit)),
  };
}

/** The numbers of a machine's CPUs, which may have holes. */
const cpusOf = (machine: MachineChoice): readonly number[] =>
  isOwn(machine) ? rowsOf(machine.rows ?? '').cpus : [...Array(factsOf(machine).cpus).keys()];

/** A parameter of a policy. */
const KNOB = /^policies\[(\d)\]\.knobs\.(\w+)$/;

/** The scenario with a parameter at another value. */
export function at(scenario: Scenario, field: string, value: number): Scenario {
  if (field === 'cpus') return { ...scenario, cpus: writeCpuList(cpusOf(scenario.machine).slice(0, value)) };
  const [, policy, knob] = KNOB.exec(field) ?? [];
  const name = scenario.policies?.[Number(policy)]?.name;
  if (knob !== undefined && name !== undefined) return withKnob(scenario, name, knob, value);
  const [group = '', key = ''] = field.split('.');
  if (group === 'rules') {
    return { ...scenario, lanes: scenario.lanes.map((lane) => ({ ...lane, rules: { ...lane.rules, [key]: value } })) };
  }
  return { ...scenario, [group]: { ...Reflect.get(scenario, group), [key]: value } };
}

/** Points of a sweep at most. */
export const MOST_VALUES = 24;

export type Values =
  | { readonly values: readonly number[] }
  | { readonly wrong: 'form' | 'few' | 'many' }
  | { readonly wrong: 'range'; readonly value: string };

const VALUES = /^(-?\d{1,10})(?:-(-?\d{1,10})(?::(\d{1,10}))?)?$/;

/** Reads `1,2,4-10:2`: numbers, and ranges with a step, in the syntax of `taskset`; a nice value may be negative. */
export function readValues(text: string, { min, max }: Range): Values {
  const values = new Set<number>();
  for (const part of text.split(/[,，、\s]+/).filter((one) => one !== '')) {
    const [, first, last = first, step = '1'] = VALUES.exec(part.replaceAll('−', '-')) ?? [];
    if (first === undefined || Number(step) === 0 || Number(last) < Number(first)) return { wrong: 'form' };
    for (const end of [first, last as string]) {
      if (Number(end) < min || Number(end) > max) return { wrong: 'range', value: end };
    }
    for (let value = Number(first); value <= Number(last); value += Number(step)) {
      values.add(value);
      if (values.size > MOST_VALUES) return { wrong: 'many' };
    }
  }
  return values.size < 2 ? { wrong: 'few' } : { values: [...values].sort((x, y) => x - y) };
}

const FACTORS = [0.25, 0.5, 1, 1.5, 2, 3];

/** Values worth looking at, around the present one. */
export function suggestedValues(scenario: Scenario, { field, present, range }: Parameter): number[] {
  const load = field === loadField(scenario.workload);
  const { cpus } = factsOf(scenario.machine);
  const wanted = load
    ? [1, present, ...[0.125, 0.25, 0.375, 0.5, 0.75, 1].map((part) => part * fullLoad(scenario))]
    : field === 'cpus'
      ? [0.25, 0.5, 0.75, 1].map((part) => part * cpus)
      : FACTORS.map((factor) => factor * (present || 1));
  const whole = wanted.map((value) => Math.min(range.max, Math.max(range.min, Math.round(value))));
  return [...new Set(whole)].sort((x, y) => x - y);
}

export interface SweepPlan {
  readonly field: string;
  readonly values: readonly number[];
  readonly jobs: readonly BatchJob[];
  /** Jobs of each value. */
  readonly each: number;
}

/** Every value with every lane and seed; or the fault of the first invalid value. */
export function planSweep(
  scenario: Scenario,
  field: string,
  values: readonly number[],
  seeds: number,
): SweepPlan | { readonly problem: Problem } {
  const each = seeds * scenario.lanes.length;
  const range = { min: 1, max: factsOf(scenario.machine).cpus };
  const none = field === 'cpus' ? values.find((value) => value < range.min || value > range.max) : undefined;
  if (none !== undefined) return { problem: { field, value: String(none), range } };
  const scenarios = values.map((value) => at(scenario, field, value));
  for (const one of scenarios) {
    const [problem] = check(one);
    if (problem) return { problem };
  }
  return { field, values, each, jobs: scenarios.flatMap((one) => seedJobs(one, seeds)) };
}
