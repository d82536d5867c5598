/** What `time` says of the two-thread program: real, and the user time of each thread. */
import { useWords } from '../i18n/panels';
import type { RunReport } from '../scenario/generated/types';

/** In the order of the report. */
const THREADS = ['sum', 'increment'] as const;

export function Threads({ reports }: { reports: readonly RunReport[] }) {
  const words = useWords();
  const seconds = (ns: number) => words('numa.seconds', { value: (ns / 1e9).toFixed(4) });
  const real = ({ jobs, elapsed_ns }: RunReport): string =>
    jobs.every(({ ended_ns }) => ended_ns > 0)
      ? seconds(Math.max(...jobs.map(({ ended_ns }) => ended_ns)))
      : `${seconds(elapsed_ns)} …`;
  return (
    <table className="figures panel-table threads">
      <thead>
        <tr>
          <td />
          {reports.map(({ lane }) => (
            <th scope="col" key={lane} className={`n lane-${lane === 0 ? 'a' : 'b'}`}>
              {lane === 0 ? 'A' : 'B'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{words('threads.real')}</th>
          {reports.map((report) => (
            <td key={report.lane} className="n">
              {real(report)}
            </td>
          ))}
        </tr>
        {THREADS.map((name, i) => (
          <tr key={name}>
            <th scope="row">{words(`threads.${name}`)}</th>
            {reports.map(({ lane, jobs }) => (
              <td key={lane} className="n">
                {seconds(jobs[i]?.user_ns ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
