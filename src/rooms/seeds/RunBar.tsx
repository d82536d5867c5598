/** Controls of a run: start, progress, and result. */

import type { FigureKey } from '../../engine/batch/figures';
import { unfinished } from '../../engine/batch/paired';
import { sameDocument } from '../../scenario/catalog';
import { rangeIn } from '../../scenario/check';
import type { Scenario } from '../../scenario/generated/types';
import { isOpenEnded, trimmed } from '../../scenario/length';
import { cancelAll } from '../../state/batch';
import { useScenario } from '../../state/scenario';
import { Choice } from '../../ui/Choice';
import { NumberField } from '../../ui/NumberField';
import { fieldTexts, refusalSentence } from '../../words/fields';
import { count } from '../../words/format';
import { useRunTime } from './duration';
import { SEEDS } from './plan';
import { failures, pairsOfRun } from './results';
import { type Run, seedsStore } from './store';
import { useFigure } from './useFigure';
import { useWords } from './words';

export function FigureChoice() {
  const words = useWords();
  const { figure, known } = useFigure();
  return (
    <Choice<FigureKey>
      label={words('field.figure')}
      value={figure}
      options={known.map((value) => ({ value, label: words(`figure.${value}`) }))}
      onChange={(next) => seedsStore.setState({ figure: next })}
    />
  );
}

interface NumberProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function SeedsField({ value, onChange }: NumberProps) {
  const words = useWords();
  const label = words('field.seeds');
  return <NumberField {...fieldTexts(label, SEEDS)} {...SEEDS} value={value} onChange={onChange} />;
}

export function LengthField({ value, onChange }: NumberProps) {
  const words = useWords();
  const range = rangeIn(
    useScenario((state) => state.document),
    'limit_ms',
  );
  return <NumberField {...fieldTexts(words('field.length'), range)} {...range} value={value} onChange={onChange} />;
}

/** Length and warm-up of each run. */
export function Conditions({ scenario, length }: { scenario: Scenario; length: number }) {
  const words = useWords();
  const { warmup_ms, lanes } = trimmed(scenario, length);
  const params = { length: count(length), warmup: count(warmup_ms) };
  return (
    <p className="unit seeds-conditions">
      {words(isOpenEnded(scenario) ? 'run.open' : warmup_ms > 0 ? 'run.closed' : 'run.whole', params)}
      {lanes.some(({ flips = [] }) => flips.length > 0) && ` ${words('run.flips')}`}
      {lanes.length < 2 && ` ${words('run.single')}`}
    </p>
  );
}

/** `about 8 s`, `over 8 s`, or nothing while the time is unknown. */
function useTimeAhead(scenario: Scenario, runs: number, running: boolean): string {
  const words = useWords();
  const ahead = useRunTime(scenario, runs, !running && runs > 0);
  if (!ahead) return '';
  const seconds = count(Math.max(1, Math.ceil(ahead.ms / 1000)));
  return ` · ${words(ahead.longer ? 'run.ahead.longer' : 'run.ahead', { seconds })}`;
}

interface RunBarProps {
  readonly run: Run | null;
  /** What would be run. */
  readonly scenario: Scenario;
  /** The planned number of runs. */
  readonly runs: number;
  readonly onStart: () => void;
  readonly disabled?: boolean;
}

export function RunBar({ run, scenario, runs, onStart, disabled = false }: RunBarProps) {
  const words = useWords();
  const running = run?.state === 'running';
  const ahead = useTimeAhead(scenario, runs, running);
  const done = run?.outcomes.filter((outcome) => outcome !== null).length ?? 0;
  const left = run && run.share > 0.02 ? ((run.tookMs / run.share) * (1 - run.share)) / 1000 : null;
  const label = running ? words('run.progress', { done, runs: run.jobs.length }) : '';
  return (
    <div className="seeds-run">
      <button
        type="button"
        className={running ? 'button' : 'button strong'}
        disabled={disabled && !running}
        onClick={running ? () => cancelAll('seeds') : onStart}
      >
        {words(running ? 'run.cancel' : run ? 'run.again' : 'run.start')}
      </button>
      {running ? (
        <>
          <progress value={run.share} aria-label={label} />
          <span className="unit">
            {label}
            {left !== null && ` · ${words('run.left', { seconds: Math.max(1, Math.ceil(left)) })}`}
          </span>
        </>
      ) : (
        <span className="unit">
          {words(runs === 1 ? 'run.count.one' : 'run.count', { runs: count(runs) })}
          {ahead}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {run && !running && endOf(run, words)}
      </span>
    </div>
  );
}

const tookParams = ({ jobs, tookMs, workers }: Run) => ({
  runs: count(jobs.length),
  seconds: (tookMs / 1000).toFixed(1),
  workers,
});

const tookKey = ({ jobs, workers }: Run) =>
  jobs.length === 1 ? 'run.took.alone' : workers === 1 ? 'run.took.one' : 'run.took';

const endOf = (run: Run, words: ReturnType<typeof useWords>): string => {
  const { state, file } = run;
  if (file !== null) return words('run.opened', { file, runs: count(run.jobs.length) });
  return words(state === 'cancelled' ? 'run.cancelled' : tookKey(run), tookParams(run));
};

/** Notes on finished runs: duration, runs that stopped, results that no longer apply. */
export function Remarks({ run, figure }: { run: Run; figure: FigureKey }) {
  const words = useWords();
  const document = useScenario((state) => state.document);
  const failed = failures(run.outcomes);
  const refused = run.outcomes.find((outcome) => outcome?.type === 'refused');
  const cutShort = figure === 'elapsed' && !isOpenEnded(run.scenario) ? unfinished(pairsOfRun(run)) : 0;
  const [refusal] = refused?.errors ?? [];
  const alarms = [
    run.file === null && !sameDocument(document, run.document) && words('run.stale'),
    failed.length > 0 &&
      words('run.failed', {
        failed: failed.length,
        runs: run.jobs.length,
        message: failed[0]?.message ?? '',
      }),
    refused && words('run.refused', { message: refusal ? refusalSentence(refusal) : '' }),
    cutShort > 0 && words(cutShort === 1 ? 'run.limit.one' : 'run.limit', { count: cutShort }),
  ].filter((text) => typeof text === 'string');
  return (
    <>
      {run.state !== 'running' && <p className="unit">{endOf(run, words)}</p>}
      {alarms.map((text) => (
        <p key={text} className="seeds-alarm" role="alert">
          {text}
        </p>
      ))}
    </>
  );
}
