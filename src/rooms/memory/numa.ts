/** The table that `numa_test` prints. */
import type { JobRow, RunReport } from '../../scenario/generated/types';
import type { Table } from '../../ui/table';
import { letter } from '../../words/format';

export interface NumaSummary {
  /** Mean user time of a job (s). */
  readonly average: number;
  /** Until the last job ended, or until now (s). */
  readonly elapsed: number;
  /** User time of all jobs (s). */
  readonly total: number;
  readonly finished: number;
}

const seconds = (ns: number): number => ns / 1e9;

export function summary({ jobs, elapsed_ns }: Pick<RunReport, 'jobs' | 'elapsed_ns'>): NumaSummary {
  const total = seconds(jobs.reduce((sum, { user_ns }) => sum + user_ns, 0));
  const finished = jobs.filter(({ ended_ns }) => ended_ns > 0).length;
  const last = jobs.reduce((latest, { ended_ns }) => Math.max(latest, ended_ns), 0);
  return {
    average: total / Math.max(1, jobs.length),
    elapsed: seconds(finished === jobs.length ? last : elapsed_ns),
    total,
    finished,
  };
}

/** The share of a job's time on each node (0 to 1). */
export function nodeShares({ node_ns }: JobRow): number[] {
  const all = node_ns.reduce((sum, ns) => sum + ns, 0);
  return node_ns.map((ns) => (all > 0 ? ns / all : 0));
}

/** Whether a job has spent most of its time on another node than the one it began on. */
export const strayed = ({ first_node, most_node }: JobRow): boolean => first_node !== most_node;

export const nodeName = (node: number): string => `node${String(node).padStart(2, '0')}`;

/** The rows of all lanes, for a file. */
export const numaTable = (reports: readonly RunReport[]): Table => ({
  columns: [
    { name: 'lane' },
    { name: 'job' },
    ...(reports[0]?.jobs[0]?.node_ns ?? []).map((_, node) => ({ name: nodeName(node), unit: '%' })),
    { name: 'iSched' },
    { name: 'MSched' },
    { name: 'memory', unit: 'node' },
    { name: 'user time', unit: 's' },
  ],
  rows: reports.flatMap(({ lane, jobs }) =>
    jobs.map((job, i) => [
      letter(lane),
      i + 1,
      ...nodeShares(job).map((share) => Number((share * 100).toFixed(1))),
      job.first_node,
      job.most_node,
      job.memory_node,
      Number(seconds(job.user_ns).toFixed(2)),
    ]),
  ),
});
