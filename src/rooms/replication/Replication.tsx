import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import './replication.css';
import { completed } from '../../scenario/document';
import { cancelAll } from '../../state/batch';
import { openScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { Segmented } from '../../ui/Segmented';
import { Takeaway } from '../../ui/Takeaway';
import { count } from '../../words/format';
import { HereBar, RunHere, SeedsHere } from './Here';
import { type Live, liveOf, useLive } from './live';
import {
  type Entry,
  entries,
  FAMILIES,
  familyOf,
  figure,
  fittedOn,
  gainScale,
  howOf,
  JUDGED,
  presetOf,
  quantitiesOf,
  REPORT,
  type RowReport,
  ratioScale,
  type Scale,
  type Score,
  scoreOf,
  signed,
  type TableReport,
  tableOf,
  verdictsOf,
} from './report';
import { Strip } from './Strip';
import { type ReplicationKey, useWords, type word } from './words';

type Words = typeof word;

const SPOKEN = entries(REPORT, true);
const SILENT = entries(REPORT, false);
const SILENT_ID = 'replication-silent';

const close = () => look({ show: null });

/** Opens exactly the run of a row, in place of this page. */
function run(row: RowReport): void {
  const scenario = row.scenario === null ? undefined : REPORT.scenarios[row.scenario];
  if (!scenario) return;
  look({ startNs: null, lane: row.lane === 1 ? 'b' : 'a' });
  // The report may be older than a switch.
  // This page stays in the history: going back returns to it.
  openScenario(presetOf(row.table), completed(scenario));
  close();
}

/** The published tables beside the simulated ones, over the whole page. */
export default function Replication() {
  const w = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // What is no longer looked at does not go on.
    return cancelAll;
  }, []);
  return (
    <dialog ref={dialog} className="replication" aria-labelledby="replication-title" onClose={close}>
      <header className="replication-head">
        <h2 id="replication-title">{w('title')}</h2>
        <p>{w('intro')}</p>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          <Icon name="close" /> <span>{w('close')}</span>
        </button>
      </header>
      <nav className="replication-nav" aria-label={w('nav.label')}>
        <Contents />
      </nav>
      {/* A scrolling region has to be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="replication-body" tabIndex={0} aria-labelledby="replication-title">
        <Key />
        {SPOKEN.map((entry) => (
          <Table key={entry.about.table} entry={entry} />
        ))}
        <section className="replication-table" id={SILENT_ID} aria-label={w('family.silent')}>
          <h3>{w('family.silent')}</h3>
          <p className="replication-method">{w('family.silent.note')}</p>
          {SILENT.map((entry) => (
            <Silent key={entry.about.table} entry={entry} />
          ))}
        </section>
      </section>
    </dialog>
  );
}

const tableKey = ({ table }: TableReport): ReplicationKey => `table.${table}` as ReplicationKey;

/** The row whose published gain is the largest, what a table is known for, where the simulator does not come to it. */
function largestMiss(rows: readonly RowReport[]): RowReport | null {
  const most = rows.reduce<RowReport | null>(
    (best, row) => ((row.gain_published ?? 0) > (best?.gain_published ?? 0) ? row : best),
    null,
  );
  const { gain_published = null, gain_simulated = null, gain_ci95 = null } = most ?? {};
  if (gain_published === null || gain_simulated === null) return null;
  return gain_simulated + (gain_ci95 ?? 0) < gain_published ? most : null;
}

/** To a part of the page, without a step in the history. */
function go(id: string): void {
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
}

function Contents() {
  const w = useWords();
  return (
    <>
      {FAMILIES.map((family) => {
        const tables = SPOKEN.filter(({ about }) => familyOf(about.table) === family);
        return (
          tables.length > 0 && (
            <div key={family}>
              <h3 className="replication-family">{w(`family.${family}`)}</h3>
              <ul>
                {tables.map(({ about, rows }) => (
                  <li key={about.table}>
                    <button type="button" className="replication-link" onClick={() => go(about.table)}>
                      <span>{w(tableKey(about))}</span>
                      {about.standing === 'judged' ? (
                        <Scores rows={rows} />
                      ) : (
                        <small>{w(`standing.${about.standing}`)}</small>
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      <div>
        <h3 className="replication-family">{w('family.silent')}</h3>
        <button type="button" className="replication-link" onClick={() => go(SILENT_ID)}>
          {w('silent.count', { count: SILENT.reduce((sum, { rows }) => sum + rows.length, 0) })}
        </button>
      </div>
    </>
  );
}

function scoreText(w: Words, { right, open, all }: Score): string {
  const text = w('score.of', { right, all });
  return open > 0 ? `${text}${w('list.separator')}${w('score.open', { open })}` : text;
}

/** How many of the rows are right, as a bar for each kind of verdict. */
function Scores({ rows }: { rows: readonly RowReport[] }) {
  const w = useWords();
  return (
    <span className="scores">
      {JUDGED.map((what) => {
        const score = scoreOf(rows, what);
        if (score.all === 0) return null;
        const share = (part: number) => `${(100 * part) / score.all}%`;
        return (
          <span className="score" key={what}>
            <small>{w(`score.${what}`)}</small>
            <span className="score-bar" aria-hidden="true">
              <i className="is-right" style={{ inlineSize: share(score.right) }} />
              <i className="is-open" style={{ inlineSize: share(score.open) }} />
              <i className="is-wrong" style={{ inlineSize: share(score.all - score.right - score.open) }} />
            </span>
            <small className="n">{scoreText(w, score)}</small>
          </span>
        );
      })}
    </span>
  );
}

function Key() {
  const w = useWords();
  const mark = (shape: ReactNode) => (
    <svg viewBox="0 0 26 16" width={26} height={16} aria-hidden="true">
      {shape}
    </svg>
  );
  return (
    <ul className="replication-key" aria-label={w('key.label')}>
      <li>
        {mark(<circle className="strip-run" cx={13} cy={8} r={2.4} />)}
        {w('key.run')}
      </li>
      <li>
        {mark(<circle className="strip-published" cx={13} cy={8} r={3.6} />)}
        {w('key.published')}
      </li>
      <li>
        {mark(
          <g className="strip-simulated">
            <rect x={4} width={18} y={5} height={6} rx={1} />
            <line x1={13} x2={13} y1={2} y2={14} />
          </g>,
        )}
        {w('key.simulated')}
      </li>
      <li>
        {mark(
          <g className="strip-here">
            <line x1={4} x2={22} y1={8} y2={8} />
            <circle cx={13} cy={8} r={3.2} />
          </g>,
        )}
        {w('key.here')}
      </li>
      {(['right', 'open', 'wrong'] as const).map((verdict) => (
        <li key={verdict}>
          <Mark verdict={verdict} />
          {w(`key.${verdict}`)}
        </li>
      ))}
      <li className="here-seeds-item">
        <SeedsHere />
      </li>
    </ul>
  );
}

const MARKS = { right: '✓', open: '○', wrong: '✗' } as const;

function Mark({ verdict }: { verdict: keyof typeof MARKS }) {
  return (
    <b className={`verdict-mark is-${verdict}`} aria-hidden="true">
      {MARKS[verdict]}
    </b>
  );
}

const apartText = (w: Words, key: 'how.apart' | 'method.apart', { apart }: TableReport): string =>
  apart.map(({ load, from_ms: from, until_ms: until }) => w(key, { load, from, until })).join('');

const methodText = (w: Words, about: TableReport): string =>
  simulatedText(w, about) + apartText(w, 'method.apart', about);

const howText = (w: Words, about: TableReport): string => {
  const { key, params } = howOf(about);
  return w(key, params) + apartText(w, 'how.apart', about);
};

function simulatedText(w: Words, { seeds, loops, published_loops: published, window }: TableReport): string {
  if (seeds === null) return w('method.none');
  if (loops === null || published === null)
    return window === null
      ? w('method.seeds', { seeds })
      : w('method.cut', { seeds, from: window.from_ms, until: window.until_ms });
  if (window !== null)
    return w('method.window', { seeds, published: count(published), from: window.from_ms, until: window.until_ms });
  if (loops === published) return w('method.whole', { seeds, published: count(published) });
  return w('method.scaled', { seeds, loops: count(loops), published: count(published) });
}

function fittedText(w: Words, rows: readonly RowReport[]): string {
  const { costs, rows: fitted } = fittedOn(rows);
  if (fitted === 0) return w('fitted.none');
  const named = costs.join(w('list.separator'));
  return fitted === rows.length
    ? w('fitted.all', { costs: named })
    : w('fitted.some', { costs: named, rows: fitted, all: rows.length });
}

const factsOf = ({ author, date, machine, kernel }: TableReport): string[] =>
  [author, date, machine, kernel].filter((fact) => fact !== null);

function Source({ about }: { about: TableReport }) {
  return (
    <p className="replication-source">
      <cite>{about.thread}</cite> · {factsOf(about).join(' · ')}
      {about.workload !== null && (
        <>
          {' · '}
          <code>{about.workload}</code>
        </>
      )}
    </p>
  );
}

function Table({ entry: { about, rows } }: { entry: Entry }) {
  const w = useWords();
  const quantities = quantitiesOf(rows);
  const [chosen, choose] = useState(quantities[0] ?? '');
  const shown = rows.filter((row) => row.quantity === chosen);
  const gains = shown.some((row) => row.gain_published !== null);
  const unit = shown[0]?.unit;
  const seeds = useLive((state) => state.seeds);
  const reports = useLive((state) => state.reports);
  const live = useMemo(
    () => new Map(rows.map((row) => [row, liveOf(row, rows, about, { seeds, reports })])),
    [rows, about, seeds, reports],
  );
  const drawn = shown.flatMap((row) => [row, live.get(row)?.row ?? []].flat());
  const scale = ratioScale(
    drawn.flatMap((row) => [
      ...row.published_runs,
      ...ends(row.published, row.published_spread),
      ...ends(row.simulated, row.ci95),
    ]),
  );
  const gainsScale = gainScale(
    drawn.flatMap((row) => [...ends(row.gain_published, row.gain_spread), ...ends(row.gain_simulated, row.gain_ci95)]),
  );
  const told = about.standing === 'retracted' ? largestMiss(rows) : null;
  const title = w(tableKey(about));
  const how = howText(w, about);
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      className="replication-table"
      id={about.table}
      tabIndex={-1}
      aria-label={title}
      data-standing={about.standing}
    >
      <h3>
        {title} {about.standing !== 'judged' && <em className="standing">{w(`standing.${about.standing}`)}</em>}
      </h3>
      <div className="replication-take">
        <Takeaway
          title={title}
          name={about.table}
          of={section}
          about={[about.thread, ...factsOf(about), methodText(w, about)].join(' · ')}
          table={() => tableOf(shown)}
        />
      </div>
      <Source about={about} />
      {told && (
        <p className="replication-remark strong">
          {w('told.retracted', {
            row: told.row,
            published: signed(told.gain_published ?? 0),
            simulated: interval(told.gain_simulated, told.gain_ci95, signed),
          })}
        </p>
      )}
      {about.remarks.map((remark) => (
        <p key={remark} className={remark === 'retracted' ? 'replication-remark strong' : 'replication-remark'}>
          {w(`remark.${remark}` as ReplicationKey)}
        </p>
      ))}
      <p className="replication-method">
        {methodText(w, about)} {fittedText(w, rows)}
      </p>
      {rows.some((row) => row.scenario !== null) && <HereBar about={about} rows={rows} />}
      {quantities.length > 1 && (
        <Segmented
          label={w('quantity.label')}
          value={chosen}
          options={quantities.map((value) => ({ value, label: w(`quantity.${value}` as ReplicationKey) }))}
          onChange={choose}
        />
      )}
      <table className="replication-rows" data-gains={gains}>
        <thead>
          <tr>
            <th scope="col">{w('column.row')}</th>
            <th scope="col">
              {w(`quantity.${chosen}` as ReplicationKey)}
              {unit && ` (${unit})`}: {w('column.value')}
              {scale.log && <small> {w('scale.log')}</small>}
              <small className="how">{how}</small>
            </th>
            {gains && (
              <th scope="col">
                {w('column.gains')}: {w('column.value')}
                <small className="how">{how}</small>
              </th>
            )}
            <th scope="col">{w('column.verdict')}</th>
            <th scope="col">
              <span className="visually-hidden">{w('column.run')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row
              key={row.row}
              row={row}
              about={about}
              live={live.get(row) ?? null}
              scale={scale}
              gains={gains ? gainsScale : null}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ends(value: number | null, half: number | null): number[] {
  if (value === null) return [];
  return [value - (half ?? 0), value + (half ?? 0)];
}

interface RowProps {
  readonly row: RowReport;
  readonly about: TableReport;
  /** As it came out on this machine. */
  readonly live: Live | null;
  readonly scale: Scale;
  /** The scale of gains; null: no row of the table has one. */
  readonly gains: Scale | null;
}

function Row({ row, about, live, scale, gains }: RowProps) {
  const w = useWords();
  const here = live?.row ?? null;
  const seedsHere = w('here.figure', { seeds: live?.seeds ?? 0 });
  const value = interval(row.simulated, row.ci95, figure);
  const gain = interval(row.gain_simulated, row.gain_ci95, signed);
  const published = row.published === null ? '–' : figure(row.published);
  return (
    <tr data-fitted={row.fitted.length > 0}>
      <th scope="row">
        <span className="row-load">{row.load}</span> <span className="row-variant">{row.variant}</span>
        <small title={row.fitted.join(', ')}>{w(row.fitted.length > 0 ? 'row.fitted' : 'row.predicted')}</small>
      </th>
      <td>
        <Strip
          label={w('chart.label', { row: row.row, published, simulated: value })}
          scale={scale}
          published={row.published}
          runs={row.published_runs}
          spread={row.published_runs.length > 0 ? null : row.published_spread}
          simulated={row.simulated}
          half={row.ci95}
          here={here?.simulated == null ? null : { mean: here.simulated, half: here.ci95 }}
        />
        <span className="numbers">
          <span>{published}</span> <b>{value}</b>
        </span>
        {here && (
          <span className="numbers here">
            <small>{seedsHere}</small> <b>{interval(here.simulated, here.ci95, figure)}</b>
          </span>
        )}
      </td>
      {gains && (
        <td>
          {row.gain_published !== null && (
            <>
              <Strip
                label={w('chart.label', { row: row.row, published: signed(row.gain_published), simulated: gain })}
                scale={gains}
                published={row.gain_published}
                spread={row.gain_spread}
                simulated={row.gain_simulated}
                half={row.gain_ci95}
                here={here?.gain_simulated == null ? null : { mean: here.gain_simulated, half: here.gain_ci95 }}
              />
              <span className="numbers">
                <span>{signed(row.gain_published)}</span> <b>{gain}</b>
              </span>
              {here && (
                <span className="numbers here">
                  <small>{seedsHere}</small> <b>{interval(here.gain_simulated, here.gain_ci95, signed)}</b>
                </span>
              )}
            </>
          )}
        </td>
      )}
      <td className="replication-verdict">
        <Verdicts row={row} />
        {here && about.standing === 'judged' && (
          <span className="verdict-here">
            <small>{w('here.verdict')}</small> <Verdicts row={here} />
          </span>
        )}
      </td>
      <td>
        {row.scenario !== null && (
          <span className="row-actions">
            <RunHere about={about} rows={[row]} row={row} />
            <button
              type="button"
              className="button"
              aria-label={w('run.label', { row: row.row })}
              title={w('run.note', { lane: row.lane === 1 ? 'B' : 'A' })}
              onClick={() => run(row)}
            >
              <Icon name="play" />
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

function interval(mean: number | null, half: number | null, write: (value: number) => string): string {
  if (mean === null) return '–';
  return half === null || half === 0 ? write(mean) : `${write(mean)} ± ${write(half).replace('+', '')}`;
}

function Verdicts({ row }: { row: RowReport }) {
  const w = useWords();
  const verdicts = verdictsOf(row);
  return (
    <>
      <span className="marks">
        {verdicts.length === 0 && <small>{w('verdict.none')}</small>}
        {verdicts.map(({ key, verdict }) => (
          <span key={key} className="verdict-word">
            <Mark verdict={verdict} />
            {w(key)}
          </span>
        ))}
      </span>
      <small>{offText(w, row).join('; ')}</small>
    </>
  );
}

/** How far off value and gain are, and how far they may be. */
function offText(w: Words, row: RowReport): string[] {
  const texts: string[] = [];
  if (row.error !== null) {
    const off = signed(row.error);
    if (row.within_pct !== null) texts.push(w('off.percent', { off, within: row.within_pct }));
    else if (row.within_points !== null) texts.push(w('off.points', { off, within: row.within_points }));
    else texts.push(w('off.percent.free', { off }));
  }
  if (row.gain_error !== null) {
    const off = signed(row.gain_error);
    if (row.gain_within !== null) texts.push(w('off.gain', { off, within: row.gain_within }));
    else texts.push(w('off.gain.free', { off }));
  }
  return texts;
}

/** Rows without an answer. */
function Silent({ entry: { about, rows } }: { entry: Entry }) {
  const w = useWords();
  return (
    <details className="replication-silent">
      <summary>
        {w(tableKey(about))} <small>{w('silent.count', { count: rows.length })}</small>
      </summary>
      <Source about={about} />
      <table className="replication-silent-rows">
        <thead>
          <tr>
            <th scope="col">{w('column.row')}</th>
            <th scope="col">{w('key.published')}</th>
            <th scope="col">{w('column.why')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.row} ${row.quantity}`}>
              <th scope="row">{row.row}</th>
              <td className="n">{row.published === null ? '–' : `${figure(row.published)} ${row.unit}`.trim()}</td>
              <td>{w(`why.${row.reason}` as ReplicationKey)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
