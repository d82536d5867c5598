/** The presets: experiments with a name. Titles and notes are in the catalogue (`preset.*`). */
import { isOf, PLAIN, sameDocument, WORKLOADS } from './catalog';
import { SCENARIO_DEFAULTS } from './generated/defaults';
import { VERSION } from './generated/limits';
import type { Family, Features, KernelId, RtStep, RuleOverrides, Scenario, Workload } from './generated/types';
import { factsOf } from './machines';
import { tasksOf, withLoad } from './workload';

export const PRESET_IDS = [
  'cluster',
  'merged',
  'hackbench-kunpeng',
  'two-nodes',
  'steal',
  'steal-sockets',
  'numa2003',
  'numa-test',
  'false-sharing',
  'task-group',
  'big',
  'classroom',
  'debt',
  'turns',
  'stream',
  'caches',
  'shared-line',
  'container',
  'quota',
  'burst',
  'gomaxprocs',
  'busy-thread',
] as const;
export type PresetId = (typeof PRESET_IDS)[number];
/** The presets about limits of containers. */
export const ON_CONTAINERS: readonly PresetId[] = ['container', 'quota', 'burst', 'gomaxprocs', 'busy-thread'];
export const DEFAULT_PRESET: PresetId = 'cluster';

const switched = (changes: Partial<Features>): Features => ({ ...PLAIN, ...changes });
const CLUSTER = switched({ cluster_domain: true, cluster_scan: 'rfc' });

const hackbench = (groups: number, loops: number, rest: { pipe: boolean; threads: boolean }): Workload => ({
  kind: 'hackbench',
  groups,
  loops,
  fds: 20,
  ...rest,
});

/** Pairs without end, with equal think and service times (ns). */
const pairs = (count: number, think = 5000): Workload => ({
  kind: 'pairs',
  pairs: count,
  requests: 0,
  think_ns: think,
  service_ns: think,
  forked: false,
});

/** The fields that presets share. */
const base = (
  document: Pick<Scenario, 'machine' | 'kernel' | 'workload'> & Partial<Scenario>,
  a: Features,
  b: Features,
): Scenario => ({
  version: VERSION,
  ...SCENARIO_DEFAULTS,
  ...document,
  lanes: [{ features: a }, { features: b }],
});

/** A scenario with different CPUs in each lane. */
const bound = (scenario: Scenario, ...cpus: string[]): Scenario => ({
  ...scenario,
  lanes: scenario.lanes.map((lane, i) => ({ ...lane, cpus: cpus[i] })) as Scenario['lanes'],
});

/** A control group with a quota (µs) in periods of 100 ms. */
const limited = (name: string, quota_us: number) => ({ name, weight: 100, quota_us, period_us: 100_000 });
const inGroup = (kind: 'hog' | 'sleeper') => ({ kind, nice: 0, slice_us: 0, group: 1 });
/** A task of rt-app in the first group, whose only phase has these steps. */
const inLoop = (
  name: string,
  instances: number,
  phases: readonly (readonly [loops: number, ...RtStep[]])[],
): Workload => ({
  ...WORKLOADS.rtapp,
  tasks: [
    {
      name,
      instances,
      nice: 0,
      loops: 0,
      group: 1,
      phases: phases.map(([loops, ...steps]) => ({ loops, steps })),
    },
  ],
});

/** A scenario with other rules in lane A. */
const without = (scenario: Scenario, rules: RuleOverrides): Scenario => ({
  ...scenario,
  lanes: scenario.lanes.map((lane, i) => (i === 0 ? { ...lane, rules } : lane)) as Scenario['lanes'],
});

/** A scenario with other rules in lane B. */
const within = (scenario: Scenario, rules: RuleOverrides): Scenario => ({
  ...scenario,
  lanes: scenario.lanes.map((lane, i) => (i === 1 ? { ...lane, rules } : lane)) as Scenario['lanes'],
});

/** A scenario with another kernel in lane A. */
const beside = (scenario: Scenario, kernel: KernelId): Scenario => ({
  ...scenario,
  lanes: scenario.lanes.map((lane, i) => (i === 0 ? { ...lane, kernel } : lane)) as Scenario['lanes'],
});

export const PRESETS: Readonly<Record<PresetId, Scenario>> = {
  cluster: base(
    {
      machine: 'kunpeng920-24',
      kernel: '5.9',
      workload: pairs(14),
    },
    PLAIN,
    CLUSTER,
  ),
  merged: base(
    { machine: 'kunpeng920-24', kernel: '6.5', workload: pairs(13, 1500) },
    PLAIN,
    switched({ cluster_domain: true, cluster_scan: 'merged' }),
  ),
  'hackbench-kunpeng': base(
    { machine: 'kunpeng920-24', kernel: '5.9', workload: hackbench(3, 1000, { pipe: true, threads: true }) },
    PLAIN,
    CLUSTER,
  ),
  'two-nodes': base(
    { machine: 'kunpeng920-48', kernel: '5.9', workload: hackbench(4, 3000, { pipe: true, threads: true }) },
    PLAIN,
    CLUSTER,
  ),
  steal: base(
    {
      machine: 'xeon-e5-2630v4-20',
      kernel: '4.20',
      workload: hackbench(2, 1000, { pipe: false, threads: false }),
      tunables: { wakeup_granularity_ns: 15_000_000 },
    },
    PLAIN,
    switched({ steal: 'on' }),
  ),
  'steal-sockets': base(
    {
      machine: 'xeon-e7-8895v3-288',
      kernel: '4.20',
      workload: hackbench(3, 1000, { pipe: false, threads: false }),
      tunables: { wakeup_granularity_ns: 15_000_000, steal_node_limit: 8 },
    },
    PLAIN,
    switched({ steal: 'on' }),
  ),
  numa2003: base(
    { machine: 'azusa-8', kernel: '2.5.5x', workload: hackbench(10, 100, { pipe: false, threads: false }) },
    switched({ node_restricted: true }),
    switched({ node_restricted: true, cross_node: true }),
  ),
  'numa-test': base(
    {
      machine: 'azusa-8',
      kernel: '2.5.5x',
      workload: { ...WORKLOADS.numa, jobs: 16 },
      limit_ms: 200_000,
    },
    switched({ exec_balance: false }),
    switched({ node_restricted: true }),
  ),
  'false-sharing': bound(
    base(
      {
        machine: 'kunpeng920-24',
        kernel: '5.9',
        workload: { ...WORKLOADS.sharing, kilo_iterations: 20_000 },
      },
      PLAIN,
      PLAIN,
    ),
    '0,1',
    '0,4',
  ),
  'task-group': base(
    { machine: 'kunpeng920-96', kernel: '5.9', workload: pairs(96, 0) },
    switched({ task_group: 'mainline' }),
    switched({ task_group: 'relayout' }),
  ),
  big: base(
    { machine: 'kunpeng920-96', kernel: '5.9', workload: hackbench(10, 3000, { pipe: true, threads: true }) },
    PLAIN,
    CLUSTER,
  ),
  classroom: base(
    {
      machine: 'classroom-8',
      kernel: '5.9',
      workload: pairs(5),
    },
    PLAIN,
    CLUSTER,
  ),
  debt: beside(
    base(
      {
        machine: 'classroom-8',
        kernel: '6.12',
        cpus: '0',
        workload: { ...WORKLOADS.hogs, hogs: 1, rivals: 1, sleepers: 1, run_us: 3000, sleep_us: 20_000 },
        decides: 'wait_p99',
      },
      PLAIN,
      PLAIN,
    ),
    '6.8',
  ),
  turns: beside(
    base(
      {
        machine: 'classroom-8',
        kernel: '6.12',
        cpus: '0',
        workload: { ...WORKLOADS.hogs, hogs: 1, rivals: 1, rival_nice: 0, sleepers: 1, run_us: 1000 },
        decides: 'wait_p99',
      },
      PLAIN,
      PLAIN,
    ),
    '6.5',
  ),
  container: base(
    {
      machine: 'classroom-8',
      kernel: '6.12',
      cpus: '0-3',
      workload: { ...WORKLOADS.hogs, hogs: 1, sleepers: 8, run_us: 1500, sleep_us: 10_000 },
      groups: [
        { name: 'web', weight: 100, quota_us: 50_000, period_us: 100_000 },
        { name: 'batch', weight: 100, quota_us: 0, period_us: 100_000 },
      ],
      tasks: [
        { kind: 'hog', nice: 0, slice_us: 0, group: 2 },
        { kind: 'sleeper', nice: 0, slice_us: 0, group: 1 },
      ],
      decides: 'wait_p99',
    },
    PLAIN,
    switched({ cpu_max: false }),
  ),
  stream: base(
    { machine: 'kunpeng920-24', kernel: '5.10', workload: { ...WORKLOADS.stream, workers: 6 }, seed: 1 },
    PLAIN,
    switched({ cluster_domain: true }),
  ),
  caches: without(
    base(
      {
        machine: 'epyc-7451-96',
        kernel: '7.3',
        workload: { ...WORKLOADS.sharing, kilo_iterations: 20_000 },
      },
      PLAIN,
      PLAIN,
    ),
    { sched_cache: false },
  ),
  'shared-line': bound(
    base(
      { machine: 'xeon-e7-8895v3-288', kernel: '4.20', workload: { ...WORKLOADS.shared, workers: 100 } },
      PLAIN,
      PLAIN,
    ),
    '0-17,144-161',
    '0-71,144-215',
  ),
  quota: within(
    base(
      {
        machine: 'classroom-8',
        kernel: '4.20',
        workload: { ...WORKLOADS.hogs, hogs: 0, sleepers: 16, run_us: 400, sleep_us: 50_000 },
        groups: [limited('web', 15_000)],
        tasks: [inGroup('sleeper')],
        decides: 'request_p99',
      },
      PLAIN,
      PLAIN,
    ),
    { slices_expire: false },
  ),
  burst: without(
    base(
      {
        machine: 'classroom-8',
        kernel: '6.12',
        workload: inLoop('web', 1, [
          [2, { do: 'run', us: 20_000 }, { do: 'sleep', us: 80_000 }],
          [1, { do: 'run', us: 85_000 }, { do: 'sleep', us: 15_000 }],
        ]),
        groups: [{ ...limited('web', 50_000), burst_us: 50_000 }],
        decides: 'request_p99',
      },
      PLAIN,
      PLAIN,
    ),
    { cpu_burst: false },
  ),
  gomaxprocs: bound(
    base(
      {
        machine: 'kunpeng920-24',
        kernel: '6.12',
        workload: inLoop('worker', 10, [
          [1, { do: 'timer', us: 100_000 }, { do: 'run', us: 5_000 }, { do: 'barrier', on: 'request' }],
        ]),
        groups: [limited('go', 200_000)],
        decides: 'request_p99',
      },
      PLAIN,
      PLAIN,
    ),
    '0-9',
    '0,1',
  ),
  'busy-thread': within(
    base(
      {
        machine: 'kunpeng920-24',
        kernel: '4.20',
        workload: { ...WORKLOADS.hogs, hogs: 1, sleepers: 19, run_us: 200, sleep_us: 20_000 },
        groups: [limited('app', 100_000)],
        tasks: [inGroup('hog'), inGroup('sleeper')],
      },
      PLAIN,
      PLAIN,
    ),
    { slices_expire: false },
  ),
};

/**
 * Whether a document differs from its preset by more than load, seed, length or what decides it, so that the words of the
 * preset are wrong.
 */
export function isChanged(preset: PresetId, document: Scenario): boolean {
  const own = PRESETS[preset];
  const subject = ({ seed: _, limit_ms: __, warmup_ms: ___, decides: ____, workload, ...rest }: Scenario) => ({
    ...rest,
    workload: withLoad(workload, 1),
  });
  return !sameDocument(subject(document), subject(own));
}

/**
 * Late enough for each preset to show what it is about (ms): for stealing, CPUs are idle in A while tasks wait; for a debt,
 * the sleeper is kept in the queue of B; for turns, it waits in B and has not waited in A; for a container, its third period
 * is so far gone that with any seed its quota is spent.
 */
const START_MS: Readonly<Record<PresetId, number>> = {
  cluster: 4,
  merged: 4,
  'hackbench-kunpeng': 60,
  'two-nodes': 20,
  steal: 93,
  'steal-sockets': 60,
  numa2003: 300,
  'numa-test': 5000,
  'false-sharing': 20,
  'task-group': 8,
  big: 170,
  classroom: 4,
  debt: 115,
  turns: 122,
  container: 280,
  stream: 10,
  caches: 8,
  'shared-line': 1,
  quota: 285,
  burst: 280,
  gomaxprocs: 205,
  'busy-thread': 280,
};

/** Simulated nanoseconds per second of real time at which the figures of a preset visibly grow. */
const SPEED_NS: Readonly<Partial<Record<PresetId, number>>> = {
  'numa-test': 1e9,
  'false-sharing': 10e6,
  'task-group': 200e3,
  debt: 10e6,
  turns: 10e6,
  container: 20e6,
  stream: 10e6,
  caches: 10e6,
  'shared-line': 100e3,
  quota: 20e6,
  burst: 20e6,
  gomaxprocs: 20e6,
  'busy-thread': 20e6,
};

/** The same for workloads without a preset; the other workloads are shown move by move. */
const WORK_SPEED_NS: Readonly<Partial<Record<Workload['kind'], number>>> = {
  jobs: 10e6,
  numa: 1e9,
  sharing: 10e6,
  schbench: 10e6,
  hogs: 10e6,
  rtapp: 10e6,
  stream: 10e6,
  replay: 10e6,
  shared: 100e3,
};

type Place = Pick<Scenario, 'machine' | 'workload' | 'kernel'>;

/** The moment and speed of a preset hold only for its machine and workload, at any load. */
export function isKin(preset: PresetId, { machine, workload }: Place): boolean {
  const own = PRESETS[preset];
  return machine === own.machine && sameDocument(withLoad(workload, 1), withLoad(own.workload, 1));
}

/** The speed at which a document opens; null: any. */
export function speedOf(preset: PresetId, document: Place = PRESETS[preset]): number | null {
  return (isKin(preset, document) ? SPEED_NS[preset] : WORK_SPEED_NS[document.workload.kind]) ?? null;
}

/**
 * The time to start one task of hackbench (ms). Tasks begin their work when the last one has started; under O(1) they begin
 * at once, and their work is short, too.
 */
const TASK_MS = 0.09;
const O1_TASK_MS = 0.015;
/** On so few CPUs, tasks share CPUs with the task that starts them, under O(1) too. */
const FEW_CPUS = 2;
const SLOW_TASK_MS = 0.15;
const SLOW: readonly Family[] = ['azusa', 'numaq'];
/** If nearly every task has a CPU, the last task starts without delay, and the work ends soon. */
const ALONE_TASK_MS = 0.065;
const ALONE = 1.5;

/** The moment at which the work of any document is under way (ms). */
function underWayMs({ machine, workload, kernel }: Place): number {
  const { like, cpus } = factsOf(machine);
  const atOnce = isOf('o1', kernel) && cpus > FEW_CPUS;
  const alone = tasksOf(workload) <= ALONE * cpus;
  const taskMs = SLOW.includes(like) ? SLOW_TASK_MS : atOnce ? O1_TASK_MS : alone ? ALONE_TASK_MS : TASK_MS;
  switch (workload.kind) {
    case 'hackbench':
      return 2 + tasksOf(workload) * taskMs;
    case 'pairs':
      return START_MS.cluster;
    case 'jobs':
    case 'stream':
    case 'replay':
      return 10;
    case 'shared':
      return SLOW.includes(like) ? 10 : 1;
    case 'numa':
      return 120;
    case 'sharing':
      return START_MS['false-sharing'];
    case 'schbench':
      // A message thread answers after all of its workers have computed.
      return Math.max(130, (tasksOf(workload) * workload.compute_us) / 1e3 / cpus);
    case 'hogs':
    case 'rtapp':
      return 100;
  }
}

/**
 * The moment (ns) at which the page opens a document without a moment in the link: the moment of the
 * preset, or when the work is under way.
 */
export function startOf(preset: PresetId, document: Place & Pick<Scenario, 'limit_ms'>): number {
  const own = tasksOf(PRESETS[preset].workload) >= tasksOf(document.workload);
  const ms = isKin(preset, document)
    ? Math.max(START_MS[preset], own ? 0 : underWayMs(document))
    : underWayMs(document);
  return Math.min(Math.round(ms * 1e6), document.limit_ms * 1e6);
}
