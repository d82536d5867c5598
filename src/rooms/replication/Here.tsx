/** Rows run on the reader's machine: the buttons, the progress, and differences from the report. */

import { cancelAll } from '../../state/batch';
import { Icon } from '../../ui/Icon';
import { Segmented } from '../../ui/Segmented';
import { refusalSentence } from '../../words/fields';
import { expectedMs, type LiveProgress, liveStore, missing, runHere, SEED_CHOICES, useLive } from './live';
import { type RowReport, seedsOf, type TableReport } from './report';
import { useWords } from './words';
import './here.css';

/** A duration in words. */
function useTime() {
  const w = useWords();
  return (ms: number): string =>
    ms < 100_000
      ? w('here.seconds', { count: Math.max(1, Math.ceil(ms / 1000)) })
      : w('here.minutes', { count: Math.round(ms / 60_000) });
}

export function SeedsHere() {
  const w = useWords();
  const seeds = useLive((state) => state.seeds);
  const busy = useLive((state) => state.progress?.state === 'running');
  return (
    <span className="here-seeds">
      {w('here.seeds')}
      <Segmented
        label={w('here.seeds')}
        value={String(seeds)}
        options={SEED_CHOICES.map((value) => ({ value, label: value }))}
        onChange={(value) => !busy && liveStore.setState({ seeds: Number(value) })}
      />
    </span>
  );
}

interface RunProps {
  readonly about: TableReport;
  /** The rows to run. */
  readonly rows: readonly RowReport[];
  /** The row to run; null: the whole table. */
  readonly row: RowReport | null;
}

/** Runs a row, or all of a table. */
export function RunHere({ about, rows, row }: RunProps) {
  const w = useWords();
  const time = useTime();
  const seeds = useLive((state) => state.seeds);
  const figures = useLive((state) => state.figures);
  const eventsPerMs = useLive((state) => state.eventsPerMs);
  const busy = useLive((state) => state.progress?.state === 'running');
  const runs = missing(rows, { seeds, figures }).size;
  const wait = time(expectedMs(rows, { seeds, figures, eventsPerMs }));
  const note =
    runs === 0 ? w('here.ran', { seeds }) : w(runs === 1 ? 'here.run.note.one' : 'here.run.note', { runs, time: wait });
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={busy || runs === 0}
        aria-label={row ? w('here.run.row', { row: row.row }) : undefined}
        title={row ? `${w('here.run')} · ${note}` : undefined}
        onClick={() => void runHere(about.table, row?.row ?? null, rows)}
      >
        <Icon name="seeds" /> {row === null && w('here.run')}
      </button>
      {row === null && !busy && <span>{note}</span>}
    </>
  );
}

const tookKey = ({ jobs, workers }: LiveProgress) =>
  jobs === 1 ? 'here.took.alone' : workers === 1 ? 'here.took.one' : 'here.took';

/** Runs the whole table; shows the progress, the result, and the differences from the report. */
export function HereBar({ about, rows }: Omit<RunProps, 'row'>) {
  const w = useWords();
  const time = useTime();
  const seeds = useLive((state) => state.seeds);
  const progress = useLive((state) => (state.progress?.table === about.table ? state.progress : null));
  const running = progress?.state === 'running';
  const done = progress?.outcomes.filter((outcome) => outcome !== null).length ?? 0;
  const left = progress && progress.share > 0.02 ? (progress.tookMs / progress.share) * (1 - progress.share) : null;
  const label = progress ? w('here.progress', { done, runs: progress.jobs }) : '';
  const ended =
    progress &&
    !running &&
    w(progress.state === 'cancelled' ? 'here.cancelled' : tookKey(progress), {
      runs: progress.jobs,
      time: time(progress.tookMs),
      workers: progress.workers,
    });
  return (
    <div className="here-bar">
      {running ? (
        <>
          <button type="button" className="button" onClick={() => cancelAll('replication')}>
            {w('here.cancel')}
          </button>
          <progress value={progress.share} aria-label={label} />
          <span>
            {label}
            {left !== null && ` · ${w('here.left', { time: time(left) })}`}
          </span>
        </>
      ) : (
        <RunHere about={about} rows={rows} row={null} />
      )}
      <span role="status">{ended}</span>
      {progress?.fault && (
        <span className="here-fault" role="alert">
          {typeof progress.fault === 'string'
            ? w('here.fault', { message: progress.fault })
            : refusalSentence(progress.fault)}
        </span>
      )}
      {progress && (
        <p className="replication-method">
          {seedsOf(about) === `${seeds}` ? w('here.same') : w('here.differs', { seeds, all: seedsOf(about) })}
        </p>
      )}
    </div>
  );
}
