import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import './replication.css';
import { cancelAll } from '../../state/batch';
import { look } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { t } from '../../words';
import { SeedsHere } from './Here';
import { Overview } from './Overview';
import { entries, FAMILIES, familyOf, JUDGED, REPORT, type RowReport, type Score, scoreOf } from './report';
import { Silent } from './Silent';
import { tableKey, type Words } from './sentences';
import { runRow, Table } from './Table';
import { Mark } from './Verdicts';
import { useWords } from './words';

const SPOKEN = entries(REPORT, true);
const SILENT = entries(REPORT, false);
const SILENT_ID = 'replication-silent';

const close = () => look({ show: null });

/** The published tables beside the simulated ones, over the whole page. */
function Replication() {
  const w = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  /** The part of the tables that is open; null: the overview. */
  const [at, open] = useState<string | null>(null);
  // Before the first paint: it handles the keys from then on.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // Runs end when the page is closed.
    return () => cancelAll('replication');
  }, []);
  return (
    <dialog
      ref={dialog}
      className="replication"
      data-view={at === null ? 'overview' : 'tables'}
      aria-labelledby="replication-title"
      onCancel={close}
      onClose={close}
    >
      <header className="replication-head">
        <h2 id="replication-title" ref={head} tabIndex={-1}>
          {w('title')}
        </h2>
        <p>{w('intro')}</p>
        {at !== null && (
          <button
            type="button"
            className="button"
            onClick={() => {
              open(null);
              // The clicked button disappears.
              head.current?.focus();
            }}
          >
            {w('overview.back')}
          </button>
        )}
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          <Icon name="close" /> <span>{w('close')}</span>
        </button>
      </header>
      {at === null ? <Overview onOpenTable={(table) => open(table ?? SILENT_ID)} onRun={runRow} /> : <Tables at={at} />}
    </dialog>
  );
}

/** The tables, row by row, starting at the requested one. */
function Tables({ at }: { readonly at: string }) {
  const w = useWords();
  useEffect(() => go(at), [at]);
  return (
    <>
      <nav className="replication-nav" aria-label={w('nav.label')}>
        <Contents />
      </nav>
      {/* A scrolling region has to be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="replication-body" tabIndex={0} aria-labelledby="replication-title">
        <Key />
        {SPOKEN.map((entry) => (
          <Table key={entry.about.table} entry={entry} isOpen={entry.about.table === at} />
        ))}
        <section className="replication-table" id={SILENT_ID} aria-label={w('family.silent')}>
          <h3>{w('family.silent')}</h3>
          <p className="replication-method">{w('family.silent.note')}</p>
          {SILENT.map((entry) => (
            <Silent key={entry.about.table} entry={entry} />
          ))}
        </section>
      </section>
    </>
  );
}

// Memoized: changes around it during a run do not render it again.
export default memo(Replication);

/** To a part of the page, which opens, without a step in the history. */
function go(id: string): void {
  const target = document.getElementById(id);
  target?.querySelector(':scope > details')?.setAttribute('open', '');
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
  return open > 0 ? `${text}${t('lane.list')}${w('score.open', { open })}` : text;
}

/** The fraction of right rows, as a bar for each kind of verdict. */
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
