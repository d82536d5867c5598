/** The fields of a struct that share a line, and the cost of that: the drawing and the table of `perf c2c`. */
import { Fragment } from 'react';
import { LAYOUTS } from '../../scenario/generated/layouts';
import type { LineRow, RunReport } from '../../scenario/generated/types';
import type { LayoutOrder, PlacedStruct } from '../../scenario/placed';
import { Segmented } from '../../ui/Segmented';
import { useT } from '../../words';
import { compact, count, duration } from '../../words/format';
import { useWords } from '../../words/panels';
import { type Heat, heatOf, hex, inPercent, share } from './lines';
import { StructLayout } from './StructLayout';
import { Threads } from './Threads';
import '../../ui/figures-table.css';
import './cache-lines.css';
import './panel-table.css';

export interface CacheLinesProps {
  readonly reports: readonly RunReport[];
  /** The struct of each lane; null: it has none. */
  readonly structs: readonly (PlacedStruct | null)[];
  /** The order of its fields in each lane, if it can be changed. */
  readonly orders?: readonly (LayoutOrder | null)[];
  readonly onArrange?: (lane: number, order: LayoutOrder) => void;
  /** The unit of the lanes' work, in words: `messages/s`. */
  readonly workUnit?: string;
  /** Shows everything, not only what fits into a card. */
  readonly full?: boolean;
  /** The workload is the two-thread program. */
  readonly threads?: boolean;
}

export function CacheLines(props: CacheLinesProps) {
  const { reports, structs, orders = [], onArrange, workUnit, full = false, threads = false } = props;
  const t = useT();
  const words = useWords();
  return (
    <div className={full ? 'cache-lines full' : 'cache-lines'}>
      {reports.map(({ lane, lines, elapsed_ns, messages_per_s }) => {
        const struct = structs[lane];
        const order = orders[lane];
        const key = lane === 0 ? 'a' : 'b';
        const heat = heatOf(lines);
        const arrange = (next: LayoutOrder) => onArrange?.(lane, next);
        return (
          <div key={lane} className={`lane-lines lane-${key}`}>
            <div className="lane-head">
              <b className={`lane-${key}`}>{key.toUpperCase()}</b>
              {struct && (
                <span title={words('lines.struct', { name: struct.name, bytes: struct.lineBytes })}>
                  {words('lines.struct', { name: struct.name, bytes: struct.lineBytes })}
                </span>
              )}
              {struct && workUnit && full && <span className="per-ms">{`${compact(messages_per_s)} ${workUnit}`}</span>}
              {struct && (
                <span className="per-ms hitms">
                  {words('lines.perMs', { count: compact(Math.round(heat.total / Math.max(1e-6, elapsed_ns / 1e6))) })}
                </span>
              )}
            </div>
            {struct ? (
              <>
                <StructLayout
                  struct={struct}
                  heat={heat}
                  brief={!full}
                  arranging={order && onArrange ? { order, onArrange: arrange } : null}
                />
                <div className="lines-foot">
                  {order && onArrange && <Known lane={key} order={order} onArrange={arrange} />}
                  {!full && heat.total > 0 && <Hot heat={heat} />}
                </div>
                {heat.touched.size === 0 && <p className="unit">{words('lines.none')}</p>}
                {full && lines.length > 0 && (
                  <LineTable
                    rows={lines}
                    struct={struct}
                    total={heat.total}
                    label={`${t('chart.lines')} ${key.toUpperCase()}`}
                  />
                )}
              </>
            ) : (
              <p className="unit">{words('lines.off')}</p>
            )}
          </div>
        );
      })}
      {threads && <Threads reports={reports} />}
      {full && <p className="unit note">{words('lines.hitm')}</p>}
    </div>
  );
}

const KNOWN = Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[];

/** The orders that have a name, a click each. */
function Known({
  lane,
  order,
  onArrange,
}: {
  lane: string;
  order: LayoutOrder;
  onArrange: (order: LayoutOrder) => void;
}) {
  const t = useT();
  const words = useWords();
  return (
    <div className="known-layouts">
      <Segmented
        label={words('lines.layouts', { lane: lane.toUpperCase() })}
        value={KNOWN.find((name) => String(LAYOUTS[name]) === String(order)) ?? 'custom'}
        options={KNOWN.map((value) => ({ value, label: t(`choice.${value}`) }))}
        onChange={(name) => name !== 'custom' && onArrange(LAYOUTS[name])}
      />
    </div>
  );
}

/** The hottest fields in words: their boxes are small. */
function Hot({ heat }: { heat: Heat }) {
  const words = useWords();
  const hot = [...heat.fields].filter(([, hitm]) => hitm > 0).sort(([, a], [, b]) => b - a);
  return (
    <p className="hot-fields">
      {hot.map(([field, hitm]) => (
        <span key={field}>{words('lines.hot', { field, percent: inPercent(share(hitm, heat.total)) })}</span>
      ))}
    </p>
  );
}

interface LineTableProps {
  readonly rows: readonly LineRow[];
  readonly struct: PlacedStruct;
  /** HITMs of all of them. */
  readonly total: number;
  readonly label: string;
}

function LineTable({ rows, struct, total, label }: LineTableProps) {
  const words = useWords();
  const lines = [...new Set(rows.map(({ line }) => line))];
  const sums = (of: readonly LineRow[]) => ({
    remote: of.reduce((sum, row) => sum + row.hitm_remote, 0),
    local: of.reduce((sum, row) => sum + row.hitm_local, 0),
    accesses: of.reduce((sum, row) => sum + row.accesses, 0),
    stores: of.reduce((sum, row) => sum + row.stores, 0),
  });
  const percent = (n: number) => (n === 0 ? '' : (share(n, total) * 100).toFixed(1));
  return (
    // A scrolling region has to be reachable by key.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="panel-scroll" tabIndex={0} aria-label={label}>
      <table className="figures panel-table">
        <thead>
          <tr>
            <th scope="col">{words('lines.offset')}</th>
            <th scope="col">{words('lines.field')}</th>
            <th scope="col">{words('lines.symbol')}</th>
            {(['remote', 'local'] as const).map((key) => (
              <Fragment key={key}>
                <th scope="col" className="n">
                  {words(`lines.${key}`)}
                </th>
                <th scope="col" className="n">
                  {words('lines.percent')}
                </th>
              </Fragment>
            ))}
            {(['accesses', 'stores', 'meanRemote', 'meanLocal'] as const).map((key) => (
              <th scope="col" className="n" key={key}>
                {words(`lines.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        {lines.map((line) => {
          const ofLine = rows.filter((row) => row.line === line);
          const { remote, local, accesses, stores } = sums(ofLine);
          return (
            <tbody key={line}>
              <tr className="line-sum">
                <th scope="rowgroup" colSpan={3}>
                  {words('lines.line', { line })}{' '}
                  <span className="mono">
                    {hex(line * struct.lineBytes)}–{hex((line + 1) * struct.lineBytes - 1)}
                  </span>
                </th>
                <td className="n">{count(remote)}</td>
                <td className="n">{percent(remote)}</td>
                <td className="n">{count(local)}</td>
                <td className="n">{percent(local)}</td>
                <td className="n">{count(accesses)}</td>
                <td className="n">{count(stores)}</td>
                <td />
                <td />
              </tr>
              {ofLine.map((row) => (
                <tr key={`${row.offset} ${row.symbol}`}>
                  <td className="mono">{hex(row.offset)}</td>
                  <th scope="row" className="mono">
                    {row.field}
                  </th>
                  <td className="mono">{row.symbol}</td>
                  <td className="n">{count(row.hitm_remote)}</td>
                  <td className="n">{percent(row.hitm_remote)}</td>
                  <td className="n">{count(row.hitm_local)}</td>
                  <td className="n">{percent(row.hitm_local)}</td>
                  <td className="n">{count(row.accesses)}</td>
                  <td className="n">{count(row.stores)}</td>
                  <td className="n">{row.hitm_remote > 0 ? duration(row.mean_remote_ns) : '–'}</td>
                  <td className="n">{row.hitm_local > 0 ? duration(row.mean_local_ns) : '–'}</td>
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </section>
  );
}
