/** The output of `time` for the two-thread program: real time, and the user time of each thread. */

import { LaneTable } from '../../page/LaneTable';
import type { RunReport } from '../../scenario/generated/types';
import { useWords } from '../../words/panels';
import './panel-table.css';

/** In the order of the report. */
const THREADS = ['sum', 'increment'] as const;

export function Threads({ reports }: { reports: readonly RunReport[] }) {
  const words = useWords();
  const seconds = (ns: number) => words('numa.seconds', { value: (ns / 1e9).toFixed(4) });
  const real = ({ jobs, elapsed_ns }: RunReport): string =>
    jobs.every(({ ended_ns }) => ended_ns > 0)
      ? seconds(Math.max(...jobs.map(({ ended_ns }) => ended_ns)))
      : `> ${seconds(elapsed_ns)}`;
  return (
    <LaneTable
      className="panel-table threads"
      reports={reports}
      rows={[
        { key: 'real', head: words('threads.real'), cell: real },
        ...THREADS.map((name, i) => ({
          key: name,
          head: words(`threads.${name}`),
          cell: ({ jobs }: RunReport) => seconds(jobs[i]?.user_ns ?? 0),
        })),
      ]}
    />
  );
}
