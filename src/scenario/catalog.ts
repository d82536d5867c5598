/** Kernels, machines, workloads and switches: what the page needs before a worker answers. */
import { readCpuList } from './cpuList';
import { FEATURE_DEFAULTS } from './generated/defaults';
import { FAMILIES, type Family, KERNELS } from './generated/machines';
import { MECHANISMS } from './generated/mechanisms';
import type { Features, KernelId, Lane, Scenario } from './generated/types';
import { WORKLOADS, type WorkloadKind } from './generated/workloads';
import { releaseOf } from './kernelNames';
import { factsOf } from './machines';

export { KERNELS, MACHINES } from './generated/machines';
export {
  PUBLISHED_LOOPS,
  WORKLOAD_FACTS,
  WORKLOADS,
  type WorkloadKind,
} from './generated/workloads';

/** The workloads that a person can choose. A replay comes with its file. */
export const CHOSEN_WORKLOADS = (Object.keys(WORKLOADS) as WorkloadKind[]).filter((kind) => kind !== 'replay');

type Kernels = Pick<Scenario, 'kernel' | 'lanes'>;

/** The kernel that a lane runs. */
export const kernelOf = ({ kernel }: Pick<Scenario, 'kernel'>, lane?: Pick<Lane, 'kernel'>): KernelId =>
  lane?.kernel ?? kernel;

/** Whether the scheduler of a kernel belongs to a family. */
export const isOf = (family: Family, kernel: KernelId): boolean => FAMILIES[family].includes(KERNELS[kernel]);

/** Whether the scheduler of any lane belongs to a family. */
export const hasLaneOf = (family: Family, scenario: Kernels): boolean =>
  scenario.lanes.some((lane) => isOf(family, kernelOf(scenario, lane)));

/** The kernels of the lanes as one line of text, by their point releases. */
export const kernelsOf = (scenario: Kernels): string =>
  [...new Set(scenario.lanes.map((lane) => releaseOf(kernelOf(scenario, lane))))].join(' / ');

/** The switches of a plain kernel. */
export const PLAIN: Readonly<Features> = FEATURE_DEFAULTS;

/** The values of each switch that has more than two. */
export const CHOICES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  MECHANISMS.flatMap(({ key, choices }) => (choices ? [[key, choices]] : [])),
);

/** Fields of workloads that the bar has no room for, because people rarely change them. */
export const BEYOND_BAR: readonly string[] = [
  'memory_mb',
  'sizes',
  'disturb_ms',
  'disturb_loops',
  'memory_jobs',
  'spread_pct',
  'kernel_pct',
  'serial_ms',
  'slice_us',
  'yield_us',
  'rival_nice',
  'rival_slice_us',
  'sleeper_nice',
  'sleeper_slice_us',
];

/** The number of CPUs that tasks may run on, in the lane with the most CPUs. */
export function usableCpus({ machine, cpus: ofAll, lanes, workload }: Scenario): number {
  const { cpus: most, ids } = factsOf(machine);
  const own =
    workload.kind === 'rtapp'
      ? workload.tasks.flatMap(({ cpus, phases }) =>
          [cpus, ...phases.map((phase) => phase.cpus)].filter((list) => list !== undefined),
        )
      : [];
  const usable = ({ cpus = ofAll }: Lane) =>
    cpus === undefined ? most : readCpuList([cpus, ...own].join(), ids).cpus.size;
  return Math.min(most, Math.max(...lanes.map(usable)));
}

/** Structural equality of documents, whatever the order of keys. */
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
