/** Waits that were measured, beside those of the open experiment. */
import type { Waits as Measured } from '../../engine/own';
import { useReports } from '../../state/reports';
import { count, duration } from '../../words/format';
import { ownWords as w } from './words';

/** More rows than this are not shown. */
const MOST_ROWS = 8;

const PERCENTILES = ['p50', 'p90', 'p99', 'p999'] as const;
const NAMES = { p50: 'p50', p90: 'p90', p99: 'p99', p999: 'p99.9' } as const;

const time = (ns: number | null | undefined) => (ns === null || ns === undefined ? '–' : duration(ns));

export function Waits({ table: { tool, all, rows, other_lines: lines, bounds } }: { readonly table: Measured }) {
  const reports = useReports();
  // The tables of schbench are of different times, which have no sum.
  const isSum = rows.length !== 1 && tool !== 'schbench';
  const measured = [...(isSum ? [{ ...all, name: w('waits.all') }] : []), ...rows.slice(0, MOST_ROWS)];
  const lanes = reports.map(({ wake_latency: { p50, p90, p99, p99_9 }, wake }, i) => ({
    name: w('waits.lane', { lane: 'AB'[i] ?? '' }),
    count: wake,
    mean_ns: null,
    p50_ns: p50,
    p90_ns: p90,
    p99_ns: p99,
    p999_ns: p99_9,
    max_ns: null,
  }));
  const row = (wait: (typeof measured)[number] | (typeof lanes)[number]) => (
    <tr key={wait.name}>
      <th scope="row">{wait.name}</th>
      <td>{wait.count === null ? '–' : count(wait.count)}</td>
      <td>{time(wait.mean_ns)}</td>
      {PERCENTILES.map((name) => (
        <td key={name}>{time(wait[`${name}_ns`])}</td>
      ))}
      <td>{time(wait.max_ns)}</td>
    </tr>
  );
  return (
    <details className="own-section" open>
      <summary>{w('waits', { tool: w(`tool.${tool as 'latency'}`) })}</summary>
      <div className="own-scroll">
        <table className="own-levels own-costs">
          <thead>
            <tr>
              <th scope="col">{w('waits.what')}</th>
              <th scope="col">{w('waits.count')}</th>
              <th scope="col">{w('waits.mean')}</th>
              {PERCENTILES.map((name) => (
                <th scope="col" key={name}>
                  {NAMES[name]}
                </th>
              ))}
              <th scope="col">{w('waits.max')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={8}>
                {w('waits.yours')}
              </th>
            </tr>
            {measured.map(row)}
          </tbody>
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={8}>
                {w('waits.ours')}
              </th>
            </tr>
            {lanes.map(row)}
          </tbody>
        </table>
      </div>
      {bounds && <p className="own-like">{w('waits.bounds')}</p>}
      {lines > 0 && <p className="own-like">{w('waits.lines', { count: lines })}</p>}
    </details>
  );
}
