import { type RefObject, useMemo, useRef, useState } from 'react';
import { completed } from '../../scenario/document';
import type { Scenario } from '../../scenario/generated/types';
import { isOwn } from '../../scenario/machines';
import { openScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { Segmented } from '../../ui/Segmented';
import { Takeaway } from '../../ui/Takeaway';
import { t } from '../../words';
import { signed } from '../../words/format';
import type { Remark } from './generated/types';
import { HereBar, RunHere } from './Here';
import { type Live, liveOf, useLive } from './live';
import {
  type Entry,
  figure,
  gainScale,
  presetOf,
  quantitiesOf,
  REPORT,
  type RowReport,
  ratioScale,
  type Scale,
  type TableReport,
  tableOf,
} from './report';
import { Sensitivity } from './Sensitivity';
import { Source } from './Source';
import { Strip } from './Strip';
import { factsOf, fittedText, howText, interval, largestMiss, methodText, tableKey, threadOf } from './sentences';
import { Verdicts } from './Verdicts';
import { useWords } from './words';
import '../../ui/segmented-rows.css';
import './rows.css';

/**
 * A table of the mail; its rows are drawn when it is opened, since a slow machine needs more than a second for all
 * tables.
 */
export function Table({ entry, isOpen }: { readonly entry: Entry; readonly isOpen: boolean }) {
  const { about } = entry;
  const w = useWords();
  const [open, setOpen] = useState(isOpen);
  const section = useRef<HTMLElement>(null);
  const title = w(tableKey(about));
  return (
    <section
      ref={section}
      className="replication-table"
      id={about.table}
      tabIndex={-1}
      aria-label={title}
      data-standing={about.standing}
    >
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="replication-title">
          <h3>
            {title} {about.standing !== 'judged' && <em className="standing">{w(`standing.${about.standing}`)}</em>}
          </h3>
        </summary>
        {open && <Opened entry={entry} section={section} />}
      </details>
    </section>
  );
}

interface OpenedProps {
  readonly entry: Entry;
  /** The element that is exported as a picture. */
  readonly section: RefObject<HTMLElement | null>;
}

/** The reasons why a table was withdrawn. */
const WITHDRAWN: ReadonlySet<Remark> = new Set<Remark>(['retracted', 'polled_clock']);

function Opened({ entry, section }: OpenedProps) {
  const { about, rows } = entry;
  const w = useWords();
  const quantities = quantitiesOf(rows);
  const [chosen, choose] = useState(quantities[0] ?? 'time');
  const shown = rows.filter((row) => row.quantity === chosen);
  const gains = shown.some((row) => row.gain_published !== null);
  const unit = shown[0]?.unit;
  const seeds = useLive((state) => state.seeds);
  const figures = useLive((state) => state.figures);
  const live = useMemo(() => liveOf(entry, { seeds, figures }), [entry, seeds, figures]);
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
  const miss = about.standing === 'retracted' ? largestMiss(rows) : null;
  const title = w(tableKey(about));
  const how = howText(w, about);
  return (
    <>
      <div className="replication-take">
        <Takeaway
          title={title}
          name={about.table}
          of={section}
          about={[threadOf(w, about), ...factsOf(w, about), methodText(w, about)].join(' · ')}
          table={() => tableOf(shown)}
        />
      </div>
      <Source about={about} />
      {miss && (
        <p className="replication-remark strong">
          {w('told.retracted', {
            row: miss.row,
            published: signed(miss.gain_published ?? 0),
            simulated: interval(miss.gain_simulated, miss.gain_ci95, signed),
          })}
        </p>
      )}
      {about.remarks.map((remark) => (
        <p key={remark} className={WITHDRAWN.has(remark) ? 'replication-remark strong' : 'replication-remark'}>
          {w(`remark.${remark}`)}
        </p>
      ))}
      <p className="replication-method">
        {methodText(w, about)} {fittedText(w, rows)}
      </p>
      {about.sensitivity.map((found) => (
        <Sensitivity key={`${found.row} ${found.quantity}`} className="replication-method" found={found} />
      ))}
      {rows.some((row) => row.scenario !== null) && <HereBar about={about} rows={rows} />}
      {quantities.length > 1 && (
        <Segmented
          label={w('quantity.label')}
          value={chosen}
          options={quantities.map((value) => ({ value, label: w(`quantity.${value}`) }))}
          onChange={choose}
        />
      )}
      <table className="replication-rows" data-gains={gains}>
        <thead>
          <tr>
            <th scope="col">{w('column.row')}</th>
            <th scope="col">
              {t('said.of', {
                of: w(`quantity.${chosen}`) + (unit ? w('beside.unit', { unit }) : ''),
                said: w('column.value'),
              })}
              {scale.log && <small> {w('scale.log')}</small>}
              <small className="how">{how}</small>
            </th>
            {gains && (
              <th scope="col">
                {t('said.of', { of: w('column.gains'), said: w('column.value') })}
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
    </>
  );
}

function ends(value: number | null, half: number | null): number[] {
  if (value === null) return [];
  return [value - (half ?? 0), value + (half ?? 0)];
}

interface RowProps {
  readonly row: RowReport;
  readonly about: TableReport;
  /** The value simulated on this machine. */
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
        <small title={row.like_fitted ?? row.fitted.join(t('lane.list'))}>{w(originOf(row))}</small>
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
              {row.at_first_sight && (
                <span className="numbers first" title={w('first.note', { date: row.at_first_sight.date })}>
                  <small>{w('guess.first')}</small>{' '}
                  {interval(row.at_first_sight.gain_simulated, row.at_first_sight.gain_ci95, signed)}
                </span>
              )}
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
              onClick={() => runRow(row)}
            >
              <Icon name="play" />
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** Whether a row counts as an independent prediction, or why not. */
function originOf({ fitted, like_fitted, repeats }: RowReport) {
  if (fitted.length > 0) return 'row.fitted';
  if (repeats !== null) return `repeats.${repeats}` as const;
  return like_fitted === null ? 'row.predicted' : 'row.like_fitted';
}

/** The same scenario with the rows from which the page draws a custom machine. */
async function withDrawing(scenario: Scenario): Promise<Scenario> {
  const { machine } = scenario;
  if (!isOwn(machine)) return scenario;
  const { withRows } = await import('../../engine/own');
  return { ...scenario, machine: withRows(machine) };
}

/** Opens exactly the run of a row, in place of this page. */
export async function runRow(row: RowReport): Promise<void> {
  const scenario = row.scenario === null ? undefined : REPORT.scenarios[row.scenario];
  if (!scenario) return;
  // The report may be older than a switch, so missing switches are completed.
  const whole = await withDrawing(completed(scenario));
  look({ startNs: null, lane: row.lane === 1 ? 'b' : 'a' });
  // This page stays in the history: going back returns to it.
  openScenario(presetOf(row.table), whole);
  look({ show: null });
}
