/** The table of `numa_test`: the nodes on which each job computed and started, and its duration. */

import type { JobRow, RunReport } from '../../scenario/generated/types';
import { FigureTable } from '../../ui/FigureTable';
import { useT } from '../../words';
import { useWords } from '../../words/panels';
import { nodeName, nodeShares, strayed, summary } from './numa';
import './numa.css';
import './panel-table.css';
import { letter } from '../../words/format';

export interface NumaTestProps {
  readonly reports: readonly RunReport[];
  /** The table, not just the bars. */
  readonly full?: boolean;
}

export function NumaTest({ reports, full = false }: NumaTestProps) {
  const words = useWords();
  const nodes = reports[0]?.jobs[0]?.node_ns.length ?? 0;
  return (
    <div className={full ? 'numa full' : 'numa'}>
      <ul className="node-legend" aria-label={words('numa.legend')}>
        {Array.from({ length: nodes }, (_, node) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a node is its number
          <li key={node}>
            <i className={`node-fill node-${node}`} />
            {nodeName(node)}
          </li>
        ))}
        <li className="mark-note">{words('numa.mark')}</li>
      </ul>
      <div className="numa-lanes">
        {reports.map((report) =>
          full ? <Table key={report.lane} of={report} /> : <Bars key={report.lane} of={report} />,
        )}
      </div>
    </div>
  );
}

const laneClass = (lane: number): string => `lane-${lane === 0 ? 'a' : 'b'}`;

function Bar({ job }: { job: JobRow }) {
  return (
    <span className="numa-bar">
      <i className={`node-fill node-${job.memory_node} memory-mark`} />
      <span className="numa-shares">
        {nodeShares(job).map((share, node) =>
          share > 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a node is its number
            <i key={node} className={`node-fill node-${node}`} style={{ flexGrow: share }} />
          ) : null,
        )}
      </span>
    </span>
  );
}

function Bars({ of }: { of: RunReport }) {
  const t = useT();
  const words = useWords();
  const { average, elapsed, finished } = summary(of);
  const said = (job: JobRow, i: number) =>
    words('numa.of', {
      job: i + 1,
      shares: nodeShares(job)
        .map((share, node) => `${nodeName(node)} ${(share * 100).toFixed(1)} %`)
        .join(t('lane.list')),
      memory: nodeName(job.memory_node),
    });
  return (
    <div className={laneClass(of.lane)}>
      <b className={laneClass(of.lane)}>{letter(of.lane)}</b>
      <ol className="numa-bars">
        {of.jobs.map((job, i) => (
          <li key={job.task} title={said(job, i)} data-strayed={strayed(job)} data-done={job.ended_ns > 0}>
            <span className="visually-hidden">{said(job, i)}</span>
            <Bar job={job} />
          </li>
        ))}
      </ol>
      <dl className="numa-sums">
        <div>
          <dt>{words('numa.average')}</dt>
          <dd>{words('numa.seconds', { value: average.toFixed(2) })}</dd>
        </div>
        <div>
          <dt>{words('numa.elapsed')}</dt>
          <dd>
            {finished < of.jobs.length && '> '}
            {words('numa.seconds', { value: elapsed.toFixed(2) })}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Table({ of }: { of: RunReport }) {
  const t = useT();
  const words = useWords();
  const { average, elapsed, total, finished } = summary(of);
  const nodes = of.jobs[0]?.node_ns.length ?? 0;
  const sums = { average, elapsed, total };
  const label = `${t('chart.numa')} ${letter(of.lane)}`;
  return (
    <div className={laneClass(of.lane)}>
      <div className="lane-head">
        <b className={laneClass(of.lane)}>{letter(of.lane)}</b>
        <span className="unit">{words('numa.finished', { finished, jobs: of.jobs.length })}</span>
      </div>
      {/* A scrolling region has to be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="panel-scroll" tabIndex={0} aria-label={label}>
        <FigureTable
          className="figures panel-table"
          sections={[{ key: 'jobs', rows: of.jobs }]}
          rowKey={({ task }) => task}
          rowAttributes={({ ended_ns }) => ({ 'data-done': ended_ns > 0 })}
          columns={[
            { head: words('numa.job'), cell: (_, i) => i + 1, className: 'n' },
            ...Array.from({ length: nodes }, (_, node) => ({
              head: nodeName(node),
              cell: (job: JobRow) => ((nodeShares(job)[node] ?? 0) * 100).toFixed(1),
              className: 'n',
              attributes: (job: JobRow) => ({ 'data-none': nodeShares(job)[node] === 0 }),
            })),
            { head: 'iSched', cell: (job) => job.first_node, className: 'n' },
            { head: 'MSched', cell: (job) => job.most_node, className: 'n' },
            {
              head: null,
              cell: (job) => (strayed(job) ? '*' : ''),
              className: 'star',
              attributes: (job) => ({ title: strayed(job) ? words('numa.strayed') : undefined }),
            },
            { head: words('numa.memory'), cell: (job) => job.memory_node, className: 'n' },
            { head: words('numa.user'), cell: (job) => (job.user_ns / 1e9).toFixed(2), className: 'n' },
            { head: words('numa.bar'), cell: (job) => <Bar job={job} />, className: 'bar-column' },
          ]}
        />
      </section>
      <dl className="numa-sums">
        {(['average', 'elapsed', 'total'] as const).map((key) => (
          <div key={key}>
            <dt>{words(`numa.${key}`)}</dt>
            <dd>{words('numa.seconds', { value: sums[key].toFixed(2) })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
