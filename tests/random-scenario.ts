/** Random scenarios from the generated lists, so that new switches, rules and workloads are included. */
import { CHOSEN_WORKLOADS, KERNELS, MACHINES, PLAIN, WORKLOAD_FACTS, WORKLOADS } from '../src/scenario/catalog';
import { rangeOf } from '../src/scenario/check';
import { COSTS } from '../src/scenario/generated/costs';
import { LAYOUTS } from '../src/scenario/generated/layouts';
import { VERSION } from '../src/scenario/generated/limits';
import { MECHANISMS } from '../src/scenario/generated/mechanisms';
import { RULES, type Rule } from '../src/scenario/generated/rules';
import { FAMILIES } from '../src/scenario/generated/topology';
import { TUNABLES } from '../src/scenario/generated/tunables';
import type {
  ControlGroup,
  Features,
  KernelId,
  Lane,
  LayoutItem,
  MachineChoice,
  MachineId,
  RtTask,
  RuleOverrides,
  Scenario,
  Workload,
} from '../src/scenario/generated/types';
import { kindsOf } from '../src/scenario/groups';
import { factsOf } from '../src/scenario/machines';
import { loadOf, mostOf, withLoad } from '../src/scenario/workload';
import { withRows } from './own';

/** A small generator with a seed, so that a failing case can be repeated. */
export function randomness(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const between = (field: string): number => {
    const { min, max } = rangeOf(field);
    return min + below(Math.min(max - min + 1, 1_000_000));
  };
  return { next, below, pick, between };
}

export type Randomness = ReturnType<typeof randomness>;

export function randomFeatures({ next, pick }: Randomness): Features {
  const features: Record<string, unknown> = { ...PLAIN };
  for (const { key, choices } of MECHANISMS) {
    features[key] = choices ? pick(choices) : PLAIN[key] === null ? pick([null, true, false]) : next() < 0.5;
  }
  return features as unknown as Features;
}

/** Some CPUs; the second one of a machine that lacks them. */
const cpusOf = (machine: MachineChoice, some: string): string => (factsOf(machine).ids > 6 ? some : '1');

/** A machine of the list, or a regular custom machine. */
function randomMachine({ next, pick, below }: Randomness): MachineChoice {
  if (next() < 0.7) return pick(Object.keys(MACHINES) as MachineId[]);
  const [packs, nodes, cores] = [1 + below(2), 1 + below(3), 2 + below(6)];
  return withRows({
    name: pick(['Mine', 'ours; yours', '机器 1', '%3B']),
    like: pick(FAMILIES),
    topology: `pack:${packs} numa:${nodes} l3:1 core:${cores} pu:${1 + below(2)}`,
    ...(next() < 0.3 ? { distances: pick(['12', '32']) } : {}),
    ...(next() < 0.3 ? { capacities: '0:1024 1:446' } : {}),
    ...(next() < 0.3 ? { hz: 250 } : {}),
    ...(next() < 0.3 ? { costs: { line_llc: 1 + below(99), switch: 1 + below(9999) } } : {}),
  });
}

export function randomLane(random: Randomness, machine: MachineChoice): Lane {
  const flips = Array.from({ length: random.pick([0, 0, 1, 4, 5, 40]) }, (_, i) => ({
    at_ns: i * 1000 + random.below(1000),
    features: randomFeatures(random),
  }));
  const features = randomFeatures(random);
  return {
    features,
    ...(flips.length > 0 ? { flips } : {}),
    ...(random.next() < 0.2 ? { cpus: cpusOf(machine, '0,2-3') } : {}),
    ...(random.next() < 0.2 ? { kernel: random.pick(Object.keys(KERNELS) as KernelId[]) } : {}),
    ...(random.next() < 0.3 ? { rules: randomRules(random) } : {}),
    ...(random.next() < 0.2
      ? { layout: random.pick([LAYOUTS.isolated, [...LAYOUTS.relayout].reverse()]) as LayoutItem[] }
      : {}),
  };
}

function randomRules({ next, pick, below }: Randomness): RuleOverrides {
  const value = ({ values }: Rule) =>
    values === 'bool' ? next() < 0.5 : 'min' in values ? values.min + below(values.max - values.min + 1) : pick(values);
  const [first, ...rest] = RULES;
  const some = [first, ...rest.filter(() => next() < 0.3)].filter((rule) => rule !== undefined);
  return Object.fromEntries(some.map((rule) => [rule.key, value(rule)])) as RuleOverrides;
}

/** Tasks of `rt-app`. */
function randomTasks({ below, pick, between }: Randomness): RtTask[] {
  const path = 'workload.tasks[].phases[]';
  const list = <T>(most: number, one: () => T): T[] => Array.from({ length: 1 + below(most) }, one);
  const step = () => ({ do: pick(['run', 'runtime', 'sleep', 'timer'] as const), us: between(`${path}.steps[].us`) });
  return list(4, () => ({
    name: pick(['thread0', 'a;b&c', '任务']),
    instances: 1 + below(4),
    nice: between('workload.tasks[].nice'),
    ...(below(3) === 0 ? { cpus: '0' } : {}),
    loops: between('workload.tasks[].loops'),
    phases: list(3, () => ({ loops: between(`${path}.loops`), steps: list(3, step) })),
  }));
}

/** Any workload with each number in its range: together they may create too many tasks. */
export function randomWorkload(random: Randomness): Workload {
  const kind = random.pick(CHOSEN_WORKLOADS);
  const fields = Object.entries(WORKLOADS[kind]).map(([key, value]) => {
    if (typeof value === 'boolean') return [key, random.next() < 0.5];
    if (Array.isArray(value)) return [key, randomTasks(random)];
    return [key, typeof value === 'number' ? random.between(`workload.${key}`) : value];
  });
  return Object.fromEntries(fields) as Workload;
}

/** A workload within the limit of tasks. */
const inBounds = (workload: Workload): Workload =>
  withLoad(workload, Math.floor(Math.min(loadOf(workload), mostOf(workload, WORKLOAD_FACTS[workload.kind].load))));

/** Control groups, and kinds of tasks in them; often one group with default values. */
function randomGroups(
  { next, pick, below, between }: Randomness,
  workload: Workload,
): Pick<Scenario, 'groups' | 'tasks'> {
  const some = (field: string, plain: number): number => (next() < 0.5 ? plain : Math.max(1000, between(field)));
  const groups = Array.from(
    { length: pick([0, 0, 1, 1, 3]) },
    (): ControlGroup => ({
      name: pick(['', '', '-', 'web', '%2d;', '组 1']),
      weight: next() < 0.7 ? 100 : between('groups[].weight'),
      quota_us: some('groups[].quota_us', 0),
      period_us: some('groups[].period_us', 100_000),
    }),
  );
  if (groups.length === 0) return {};
  const members = kindsOf(workload).filter(() => next() < 0.5);
  const tasks = members.map((kind) => ({ kind, nice: 0, slice_us: 0, group: 1 + below(groups.length) }));
  return { groups, ...(tasks.length > 0 ? { tasks } : {}) };
}

export function randomScenario(random: Randomness): Scenario {
  const costs = Object.fromEntries(
    COSTS.filter(() => random.next() < 0.3).map(({ key }) => [key, rangeOf(`costs.${key}`).min + 1]),
  );
  const tunables = Object.fromEntries(
    TUNABLES.filter(() => random.next() < 0.2).map(({ key }) => [key, random.between(`tunables.${key}`)]),
  );
  const machine = randomMachine(random);
  const workload = inBounds(randomWorkload(random));
  return {
    version: VERSION,
    machine,
    kernel: random.pick(Object.keys(KERNELS) as KernelId[]),
    workload,
    ...randomGroups(random, workload),
    seed: random.below(2 ** 32),
    limit_ms: 1000 + random.below(500_000),
    warmup_ms: random.below(1000),
    lanes:
      random.next() < 0.2 ? [randomLane(random, machine)] : [randomLane(random, machine), randomLane(random, machine)],
    ...(random.next() < 0.3 ? { cpus: cpusOf(machine, '0-3,6') } : {}),
    ...(Object.keys(tunables).length > 0 ? { tunables } : {}),
    ...(Object.keys(costs).length > 0 ? { costs } : {}),
  };
}
