/** The machines and kernels there are, with what the interface must know before a worker answers. */
import { FEATURE_DEFAULTS, HACKBENCH_DEFAULTS, JOBS_DEFAULTS, PAIRS_DEFAULTS } from './generated/defaults';
import { MECHANISMS } from './generated/mechanisms';
import type { Features, KernelId, MachineId, Scenario, Workload } from './generated/types';

/** Names are model names: the same in every language. */
export const MACHINES: Readonly<
  Record<MachineId, { readonly name: string; readonly cpus: number; readonly clusters?: true }>
> = {
  'kunpeng920-24': { name: 'Kunpeng 920 · 24 CPUs', cpus: 24, clusters: true },
  'kunpeng920-48': { name: 'Kunpeng 920 · 48 CPUs', cpus: 48, clusters: true },
  'kunpeng920-96': { name: 'Kunpeng 920 · 96 CPUs', cpus: 96, clusters: true },
  'kunpeng920-128': { name: 'Kunpeng 920 · 128 CPUs', cpus: 128, clusters: true },
  'xeon-e5-2630v4-20': { name: 'Xeon E5-2630 v4 · 20 CPUs', cpus: 20 },
  'xeon-e5-2630v4-40': { name: 'Xeon E5-2630 v4 · 40 CPUs', cpus: 40 },
  'azusa-8': { name: 'NEC Azusa (2003) · 8 CPUs', cpus: 8 },
  'numaq-16': { name: 'IBM NUMA-Q (2003) · 16 CPUs', cpus: 16 },
  'classroom-8': { name: 'Classroom · 8 CPUs', cpus: 8, clusters: true },
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
};

/** The loops of the published hackbench runs. */
export const PAPER_LOOPS = 100_000;

/** The number of a workload that turns its load up and down. */
export const LOAD_FIELD = { hackbench: 'groups', pairs: 'pairs', jobs: 'jobs' } as const;

export function loadOf(workload: Workload): number {
  switch (workload.kind) {
    case 'hackbench':
      return workload.groups;
    case 'pairs':
      return workload.pairs;
    case 'jobs':
      return workload.jobs;
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
  }
}

/** How many CPUs the workload may use. */
export function usableCpus({ machine, cpus }: Scenario): number {
  if (cpus === undefined) return MACHINES[machine].cpus;
  const parts = cpus.split(',').map((part) => part.split('-').map(Number));
  return parts.reduce((sum, [first = 0, last = first]) => sum + last - first + 1, 0);
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
