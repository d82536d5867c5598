/** The machines and kernels there are, with what the interface must know before a worker answers. */
import { readCpuList } from './cpuList';
import {
  FEATURE_DEFAULTS,
  HACKBENCH_DEFAULTS,
  JOBS_DEFAULTS,
  NUMA_DEFAULTS,
  PAIRS_DEFAULTS,
  SCHBENCH_DEFAULTS,
  SHARING_DEFAULTS,
} from './generated/defaults';
import { MECHANISMS, type MechanismKey } from './generated/mechanisms';
import type { Features, KernelId, MachineId, Scenario, Workload } from './generated/types';
import type { Goods } from './generated/vocab';

/** Names in English; `ui/machines.ts` says those that are words in other languages. */
export const MACHINES: Readonly<
  Record<MachineId, { readonly name: string; readonly cpus: number; readonly nodes: number; readonly clusters?: true }>
> = {
  'kunpeng920-24': { name: 'Kunpeng 920', cpus: 24, nodes: 1, clusters: true },
  'kunpeng920-48': { name: 'Kunpeng 920', cpus: 48, nodes: 2, clusters: true },
  'kunpeng920-96': { name: 'Kunpeng 920', cpus: 96, nodes: 4, clusters: true },
  'kunpeng920-128': { name: 'Kunpeng 920', cpus: 128, nodes: 4, clusters: true },
  'xeon-e5-2630v4-20': { name: 'Xeon E5-2630 v4', cpus: 20, nodes: 1 },
  'xeon-e5-2630v4-40': { name: 'Xeon E5-2630 v4', cpus: 40, nodes: 2 },
  'xeon-e5-2699v4-44': { name: 'Xeon E5-2699 v4', cpus: 44, nodes: 1 },
  'xeon-e5-2699v4-88': { name: 'Xeon E5-2699 v4', cpus: 88, nodes: 2 },
  'xeon-e5-2690v4-56': { name: 'Xeon E5-2690 v4', cpus: 56, nodes: 2 },
  'xeon-e5-2699v3-72': { name: 'Xeon E5-2699 v3', cpus: 72, nodes: 2 },
  'icelake-160': { name: 'Ice Lake server', cpus: 160, nodes: 2 },
  'azusa-8': { name: 'NEC Azusa (2003)', cpus: 8, nodes: 4 },
  'numaq-16': { name: 'IBM NUMA-Q (2003)', cpus: 16, nodes: 4 },
  'classroom-8': { name: 'Classroom', cpus: 8, nodes: 1, clusters: true },
};

export type Family = 'o1' | 'cfs';

export const KERNELS: Readonly<Record<KernelId, Family>> = {
  '2.5.5x': 'o1',
  '4.20': 'cfs',
  '5.9': 'cfs',
  '5.10': 'cfs',
  '6.8': 'cfs',
};

/** The switches of a plain kernel. */
export const PLAIN: Readonly<Features> = FEATURE_DEFAULTS;

/** Whether a switch, at the value it has among `features`, can make a difference to a run. */
export function acts(
  key: MechanismKey,
  features: Features,
  on: Pick<Scenario, 'machine' | 'kernel' | 'workload'>,
): boolean {
  const { machine, kernel, workload } = on;
  const family = MECHANISMS.find((one) => one.key === key)?.family;
  if (family !== 'both' && family !== KERNELS[kernel]) return false;
  const { nodes, clusters = false } = MACHINES[machine];
  switch (key) {
    case 'cluster_domain':
      return clusters;
    case 'cluster_scan':
      return features.select_idle_sibling && scanActs(features, clusters, kernel);
    case 'steal':
      return features.steal !== 'on' || nodes <= STEAL_NODES;
    case 'node_restricted':
      return nodes > 1;
    case 'cross_node':
      return nodes > 1 && (features.node_restricted || features.node_mask_fix);
    case 'node_smoothing':
    case 'node_interval':
    case 'node_margin':
    case 'node_mask_fix':
      return nodes > 1 && features.cross_node;
    case 'home_node':
    case 'smallest_first':
      return nodes > 1 && (features.cross_node || !features.node_restricted);
    case 'memoryless_node':
      return nodes > 1;
    case 'line_128':
      return features.task_group !== 'off' || workload.kind === 'sharing';
    case 'sis_prop':
      return features.select_idle_sibling;
    default:
      return true;
  }
}

/** The form of the cluster scan: some need the domain, and 6.8 starts its own scan elsewhere than *levels* does. */
function scanActs({ cluster_scan, cluster_domain }: Features, clusters: boolean, kernel: KernelId): boolean {
  switch (cluster_scan) {
    case 'levels':
      return (clusters && cluster_domain) || kernel === '6.8';
    case 'merged':
      return clusters && cluster_domain;
    default:
      return clusters;
  }
}

/** `SCHED_STEAL_NODE_LIMIT`: on more nodes stealing is off unless forced. */
const STEAL_NODES = 2;

/** The values a switch that is not just on or off can take. */
export const CHOICES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  MECHANISMS.flatMap(({ key, choices }) => (choices ? [[key, choices]] : [])),
);

export type WorkloadKind = Workload['kind'];
export type WorkloadOf<K extends WorkloadKind> = Extract<Workload, { kind: K }>;

/** The simulator's defaults of each workload. */
export const WORKLOADS: { readonly [K in WorkloadKind]: WorkloadOf<K> } = {
  hackbench: { kind: 'hackbench', ...HACKBENCH_DEFAULTS },
  pairs: { kind: 'pairs', ...PAIRS_DEFAULTS },
  jobs: { kind: 'jobs', ...JOBS_DEFAULTS },
  numa: { kind: 'numa', ...NUMA_DEFAULTS },
  sharing: { kind: 'sharing', ...SHARING_DEFAULTS },
  schbench: { kind: 'schbench', ...SCHBENCH_DEFAULTS },
};

/** What a workload gets done. */
export const GOODS: Readonly<Record<WorkloadKind, Goods>> = {
  hackbench: 'messages',
  pairs: 'messages',
  jobs: 'jobs',
  numa: 'work',
  sharing: 'iterations',
  schbench: 'messages',
};

/** The loops of the published hackbench runs. */
export const PAPER_LOOPS = 100_000;

/** Numbers of a workload that are seldom changed: the bar has no room for them. */
export const BEYOND_BAR: readonly string[] = [
  'memory_mb',
  'sizes',
  'disturb_ms',
  'disturb_loops',
  'memory_jobs',
  'spread_pct',
  'kernel_pct',
  'serial_ms',
];

/** The number of a workload that turns its load up and down. */
export const LOAD_FIELD = {
  hackbench: 'groups',
  pairs: 'pairs',
  jobs: 'jobs',
  numa: 'jobs',
  sharing: 'kilo_iterations',
  schbench: 'message_threads',
} as const;

export function loadOf(workload: Workload): number {
  switch (workload.kind) {
    case 'hackbench':
      return workload.groups;
    case 'pairs':
      return workload.pairs;
    case 'jobs':
    case 'numa':
      return workload.jobs;
    case 'sharing':
      return workload.kilo_iterations;
    case 'schbench':
      return workload.message_threads;
  }
}

export function withLoad(workload: Workload, load: number): Workload {
  return { ...workload, [LOAD_FIELD[workload.kind]]: load } as Workload;
}

/** The tasks of a workload. */
export function tasksOf(workload: Workload): number {
  switch (workload.kind) {
    case 'hackbench':
      return workload.groups * workload.fds * 2;
    case 'pairs':
      return workload.pairs * 2;
    case 'jobs':
      return workload.jobs;
    case 'numa':
      return workload.jobs + workload.disturb_groups * 40;
    case 'sharing':
      return 2;
    case 'schbench':
      return workload.message_threads * (workload.workers + 1);
  }
}

/** How many CPUs the workload may use, in the lane that may use most. */
export function usableCpus({ machine, cpus: ofAll, lanes }: Scenario): number {
  return Math.max(...lanes.map(({ cpus = ofAll }) => listed(machine, cpus)));
}

function listed(machine: MachineId, cpus: string | undefined): number {
  if (cpus === undefined) return MACHINES[machine].cpus;
  return readCpuList(cpus, MACHINES[machine].cpus).cpus.size;
}

/** The load at which the slider ends: some way past every CPU being busy. */
export function fullLoad(scenario: Scenario): number {
  const { cpus } = MACHINES[scenario.machine];
  switch (scenario.workload.kind) {
    case 'hackbench':
      return Math.max(20, Math.ceil(cpus / 4));
    case 'pairs':
      return cpus * 2;
    case 'jobs':
      return cpus * 2;
    case 'numa':
      return cpus * 4;
    case 'sharing':
      return SHARING_DEFAULTS.kilo_iterations;
    case 'schbench':
      return Math.max(4, Math.ceil((cpus * 2) / scenario.workload.workers));
  }
}

/** Structural equality of plain documents; the order of keys does not count. */
export function sameDocument(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keysA = Object.keys(a);
  const keysB = Object.keys(b);
  return (
    keysA.length === keysB.length &&
    keysA.every((key) => Object.hasOwn(b, key) && sameDocument(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
