import { tasksOf } from '../scenario/workload';
import { useRun } from './run';
import { useScenario } from './scenario';

/** The number of tasks of the document's workload. That of a replay is known from its file, and 0 until it is loaded. */
export function useTaskCount(): number {
  const workload = useScenario(({ document }) => document.workload);
  const loaded = useRun(({ feeds }) => (feeds.at(-1)?.tasks.length ?? 0) / 2);
  return workload.kind === 'replay' ? loaded : tasksOf(workload);
}
