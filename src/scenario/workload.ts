/** The load of a workload, and the number of its tasks. */
import { MAX_TASKS } from './generated/limits';
import type { RtTask, Scenario, Workload } from './generated/types';
import { WORKLOAD_FACTS, WORKLOADS, type WorkloadFacts } from './generated/workloads';
import { factsOf as machineFacts } from './machines';

const factsOf = ({ kind }: Workload): WorkloadFacts => WORKLOAD_FACTS[kind];

const fieldOf = (workload: Workload, field: string): number | readonly RtTask[] => Reflect.get(workload, field);

/** A number, or the number of tasks in a list. */
function numberOf(workload: Workload, field: string): number {
  const value = fieldOf(workload, field);
  return typeof value === 'number' ? value : value.reduce((sum, { instances }) => sum + instances, 0);
}
const withNumber = (workload: Workload, field: string, value: number): Workload => ({ ...workload, [field]: value });

/** The path of the field that is the load of a workload. */
export const loadField = (workload: Workload): string => `workload.${factsOf(workload).load}`;

export const loadOf = (workload: Workload): number => numberOf(workload, factsOf(workload).load);

export const withLoad = (workload: Workload, load: number): Workload =>
  withNumber(workload, factsOf(workload).load, load);

/** Whether the work ends before the time limit. */
export function isEverDone(workload: Workload): boolean {
  const { ends } = factsOf(workload);
  if (typeof ends !== 'string') return ends;
  const rounds = fieldOf(workload, ends);
  return typeof rounds === 'number' ? rounds > 0 : rounds.every(({ loops }) => loops > 0);
}

/** The number of tasks of a workload that exist at the same time. */
export const tasksOf = (workload: Workload): number =>
  factsOf(workload).tasks.reduce(
    (sum, [count, ...fields]) => sum + fields.reduce((product, field) => product * numberOf(workload, field), count),
    0,
  );

/** The largest value of a field within the limit of tasks, with the other fields unchanged. */
export function mostOf(workload: Workload, field: string): number {
  // The number of tasks is linear in the field.
  const without = tasksOf(withNumber(workload, field, 0));
  const each = tasksOf(withNumber(workload, field, 1)) - without;
  return each > 0 ? (MAX_TASKS - without) / each : Number.POSITIVE_INFINITY;
}

/** Whether a workload has tasks only through this field. */
export const isAlone = (workload: Workload, field: string): boolean => tasksOf(withNumber(workload, field, 0)) === 0;

/** The load at the end of the slider: beyond the load at which every CPU is busy. */
export function fullLoad({ machine, workload }: Pick<Scenario, 'machine' | 'workload'>): number {
  const { cpus } = machineFacts(machine);
  switch (workload.kind) {
    case 'hackbench':
      return Math.max(20, Math.ceil(cpus / 4));
    case 'pairs':
    case 'jobs':
    case 'hogs':
    case 'stream':
    case 'shared':
      return cpus * 2;
    case 'numa':
      return cpus * 4;
    case 'rtapp':
      return Math.max(4, Math.ceil((cpus * 2) / numberOf(workload, 'tasks')));
    case 'replay':
      return 200;
    case 'sharing':
      return WORKLOADS.sharing.kilo_iterations;
    case 'schbench':
      return Math.max(4, Math.ceil((cpus * 2) / workload.workers));
  }
}
