import { useState } from 'react';
import { Icon } from '../../ui/Icon';
import { type Effect, SERIES, type Series, WRONG } from './effects';
import { Guess, signsOf } from './Guess';
import './overview.css';
import { entries, REPORT, type RowReport } from './report';
import { Mark, Scatter } from './Scatter';
import { authorOf, tableKey } from './sentences';
import { useWords } from './words';

const { skill } = REPORT;
const SILENT = entries(REPORT, false).reduce((sum, { rows }) => sum + rows.length, 0);
/** The headline is what was looked up when the model stood. */
const LATER = skill.looked_up_later.today;
const MADE = signsOf(skill.made_from.today);

export interface OverviewProps {
  /** Opens a table; null: the rows without a simulation. */
  readonly onOpenTable: (table: string | null) => void;
  readonly onRun: (row: RowReport) => void;
}

/** How true the model is, on one screen. */
export function Overview({ onOpenTable, onRun }: OverviewProps) {
  const w = useWords();
  const [chosen, choose] = useState<Effect | null>(null);
  const [brought, bring] = useState<Effect | null>(null);
  const { right, open, wrong, of } = signsOf(LATER);
  const next = chosen ? WRONG[(WRONG.indexOf(chosen) + 1) % WRONG.length] : WRONG[0];
  return (
    <section className="overview" aria-label={w('overview.label')}>
      <div className="overview-head">
        <div>
          <h3 className="overview-said">{w('overview.said', { all: of, right, open, wrong })}</h3>
          <p className="overview-note">
            {w('overview.note', {
              helps: LATER.every_patch_helps,
              nothing: LATER.nothing_changes,
              made: MADE.of,
              madeRight: MADE.right,
            })}
          </p>
        </div>
        {next && (
          <button
            type="button"
            className="button strong"
            onClick={() => {
              choose(next);
              bring(next);
            }}
          >
            {w('overview.wrong')}
          </button>
        )}
      </div>
      <Guess />
      <Scatter
        chosen={chosen}
        brought={brought}
        onChoose={(effect) => {
          choose(effect);
          bring(null);
        }}
        onOpenTable={onOpenTable}
        onRun={({ row }) => onRun(row)}
      />
      <nav className="overview-series" aria-labelledby="overview-series">
        <h3 id="overview-series">{w('overview.series')}</h3>
        <ul>
          {SERIES.map((series) => (
            <li key={series.about.table}>
              <button type="button" className="overview-link" onClick={() => onOpenTable(series.about.table)}>
                <Headline series={series} />
              </button>
            </li>
          ))}
          <li>
            <button type="button" className="overview-link" onClick={() => onOpenTable(null)}>
              <span>
                {w('family.silent')} <small>{w('silent.count', { count: SILENT })}</small>
              </span>
              <Icon name="chevron" />
            </button>
          </li>
        </ul>
      </nav>
    </section>
  );
}

function Headline({ series: { about, effects } }: { readonly series: Series }) {
  const w = useWords();
  return (
    <>
      <span>
        {w(tableKey(about))}{' '}
        <small>
          {w('by', { author: authorOf(w, about), date: about.date.slice(0, 4) })} · {w(`origin.${about.origin}`)}
        </small>
      </span>
      <span className="overview-dots" aria-hidden="true">
        {effects.map(({ row, stands }) => (
          <svg key={`${row.row} ${row.quantity}`} width={12} height={12} aria-hidden="true">
            <Mark stands={stands} at={['50%', '50%']} />
          </svg>
        ))}
      </span>
    </>
  );
}
