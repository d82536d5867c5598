/** Where does B lose? A search over axes, its result made simpler, and confirmed on seeds that it did not use. */
import { useMemo, useState } from 'react';
import { type FigureKey, figuresOf } from '../../engine/batch/figures';
import type { Estimate } from '../../engine/batch/judge';
import {
  type Change,
  GOALS,
  type Goal,
  type MeasuredSetting,
  type SearchOutcome,
  type SearchProgress,
  searchAxes,
} from '../../engine/batch/search';
import { type Author, authorText, NO_AUTHOR } from '../../scenario/author';
import { sameDocument } from '../../scenario/catalog';
import type { Scenario } from '../../scenario/generated/types';
import { defaultLength, trimmed } from '../../scenario/length';
import { encode } from '../../scenario/link';
import { presetOf } from '../../scenario/presetOf';
import { cancelAll } from '../../state/batch';
import { openScenario, useScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { Choice } from '../../ui/Choice';
import { NumberField } from '../../ui/NumberField';
import { type MessageKey, t } from '../../words';
import { fieldName, fieldTexts } from '../../words/fields';
import { count, letter, signed } from '../../words/format';
import { FIGURE_TEXT } from './figures';
import { parameterName } from './parameterName';
import { Conditions, LengthField } from './RunBar';
import { type SearchRun, startSearch, useSeeds } from './store';
import { type SeedsKey, useWords } from './words';

type Words = ReturnType<typeof useWords>;

const BUDGET = { min: 4, max: 1000 } as const;
const DEFAULT_BUDGET = 60;
/** The axes that have a word of their own here; others are named as in a sweep. */
const NAMED = ['load', 'seed', 'cpus', 'kernel', 'machine.costs'] as const;
const DEFAULT_AXES: readonly string[] = ['load', 'machine.costs'];
/** The seed of the search: the same search has the same result. */
const SEED = 1;

const axisName = (axis: string, document: Scenario, words: Words): string =>
  NAMED.some((named) => named === axis) ? words(`axis.${axis}` as SeedsKey) : parameterName(axis, document, words);

/** The axes of a scenario; none if the simulator refuses it. */
function axesOf(document: Scenario): { readonly known: readonly string[]; readonly refused: string } {
  try {
    return { known: searchAxes(document), refused: '' };
  } catch (thrown) {
    return { known: [], refused: String(thrown) };
  }
}

export function Search({ onOpen }: { readonly onOpen: () => void }) {
  const words = useWords();
  const document = useScenario((state) => state.document);
  const preset = useScenario((state) => state.preset);
  const run = useSeeds((state) => state.search);
  const { known, refused } = useMemo(() => axesOf(document), [document]);
  const [goal, setGoal] = useState<Goal>('loss');
  const [wanted, setWanted] = useState<readonly string[]>(DEFAULT_AXES);
  const [budget, setBudget] = useState(DEFAULT_BUDGET);
  const [ownLength, setLength] = useState<number | null>(null);
  const [fault, setFault] = useState('');
  const length = ownLength ?? defaultLength(document, true);
  const scenario = useMemo(() => trimmed(document, length), [document, length]);
  const axes = known.filter((axis) => wanted.includes(axis));
  const running = run?.state === 'running';
  const figure = figuresOf(document)[0] ?? 'rate';

  const go = () => {
    setFault('');
    const plan = { for: goal, over: axes, budget, seed: SEED };
    try {
      startSearch({ document, preset, scenario, figure, plan }).catch((thrown) => setFault(String(thrown)));
    } catch (thrown) {
      setFault(String(thrown));
    }
  };
  return (
    <>
      <p className="seeds-intro">{words('intro.search')}</p>
      <div className="seeds-fields">
        <Choice<Goal>
          label={words('field.goal')}
          value={goal}
          options={GOALS.map((value) => ({ value, label: words(`goal.${value}`) }))}
          onChange={setGoal}
        />
        <NumberField {...fieldTexts(words('field.budget'), BUDGET)} {...BUDGET} value={budget} onChange={setBudget} />
        <LengthField value={length} onChange={setLength} />
      </div>
      <Axes known={known} chosen={axes} document={document} onChange={setWanted} />
      <Conditions scenario={document} length={length} />
      <div className="seeds-run">
        <button
          type="button"
          className={running ? 'button' : 'button strong'}
          disabled={!running && (axes.length === 0 || document.lanes.length < 2)}
          onClick={running ? () => cancelAll('seeds') : go}
        >
          {words(running ? 'run.cancel' : run ? 'search.again' : 'search.start')}
        </button>
        {running ? (
          <SearchBar run={run} />
        ) : (
          <span className="unit">{words(axes.length === 0 ? 'search.noaxis' : 'search.ahead')}</span>
        )}
      </div>
      {(fault || refused) && (
        <p className="seeds-alarm" role="alert">
          {fault || refused}
        </p>
      )}
      {run && !running && <Result run={run} onOpen={onOpen} />}
    </>
  );
}

interface AxesProps {
  readonly known: readonly string[];
  readonly chosen: readonly string[];
  readonly document: Scenario;
  readonly onChange: (axes: readonly string[]) => void;
}

/** The axes that have a word, and those that were added from the list of the others. */
function Axes({ known, chosen, document, onChange }: AxesProps) {
  const words = useWords();
  const isNamed = (axis: string) => NAMED.some((named) => named === axis);
  const others = known.filter((axis) => !isNamed(axis) && !chosen.includes(axis));
  return (
    <fieldset className="seeds-axes">
      <legend className="label">{words('field.over')}</legend>
      {known
        .filter((axis) => isNamed(axis) || chosen.includes(axis))
        .map((axis) => (
          <label key={axis}>
            <input
              type="checkbox"
              checked={chosen.includes(axis)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, axis] : chosen.filter((one) => one !== axis))
              }
            />
            {axisName(axis, document, words)}
          </label>
        ))}
      <Choice<string>
        label={words('field.axis')}
        value=""
        options={['', ...others].map((value) => ({
          value,
          label: value === '' ? words('search.choose') : axisName(value, document, words),
        }))}
        onChange={(axis) => onChange([...chosen, axis])}
      />
    </fieldset>
  );
}

const stageOf = ({ stage, tried }: SearchProgress, { budget }: SearchRun['plan'], words: Words): string =>
  words(`stage.${stage === 'done' ? 'confirmation' : stage}`, { tried: count(tried), budget: count(budget) });

function SearchBar({ run }: { readonly run: SearchRun }) {
  const words = useWords();
  const label = stageOf(run.progress, run.plan, words);
  return (
    <>
      <progress value={run.progress.share} aria-label={label} />
      <span className="unit">{label}</span>
    </>
  );
}

const percent = ({ mean, half }: Estimate, size = signed(mean)): string =>
  half === null ? `${size}\u00a0%` : `${size} ± ${half.toFixed(1)}\u00a0%`;

/** What was found, with its interval, and whether further seeds confirm it. */
export function searchSentence(outcome: SearchOutcome, figure: string, words: Words): string {
  const { goal, isFound, isConfirmed, confirmation, settings } = outcome;
  const { gain, seeds } = confirmation;
  const params = { figure, seeds, settings: count(settings.all), gain: percent(gain) };
  if (!isFound) return words(`found.none.${goal}`, params);
  if (!isConfirmed) return words('found.chance', params);
  return words(`found.${goal}`, { ...params, size: percent(gain, Math.abs(gain.mean).toFixed(1)) });
}

/** What a link says of it, so that nobody takes the best of many for a finding. */
export function searchAuthor(outcome: SearchOutcome, figure: string, words: Words): Author {
  const tried = words('found.best', { settings: count(outcome.settings.all) });
  const sentences = [searchSentence(outcome, figure, words), tried].map((text) => authorText('sentence', text));
  return { ...NO_AUTHOR, sentences };
}

function changeName(field: string, document: Scenario, words: Words): string {
  const [, lane, mechanism] = /^lanes\[(\d)\]\.features\.(\w+)$/.exec(field) ?? [];
  if (mechanism) return `${t(`mechanism.${mechanism}` as MessageKey)} ${letter(Number(lane))}`;
  return /^(workload|costs)\./.test(field) ? parameterName(field, document, words) : fieldName(field);
}

function valueText(value: unknown, words: Words): string {
  if (value === null) return words('search.default');
  if (typeof value === 'boolean') return words(value ? 'search.on' : 'search.off');
  if (typeof value === 'number') return count(value);
  return typeof value === 'string' ? value : words('search.set');
}

const changeText = ({ field, from, to }: Change, document: Scenario, words: Words): string =>
  words('search.change', {
    field: changeName(field, document, words),
    from: valueText(from, words),
    to: valueText(to, words),
  });

/** The found scenario with the length that the document had: the search may have run less of it. */
const opened = ({ document }: SearchOutcome, { limit_ms, warmup_ms }: Scenario): Scenario => ({
  ...document,
  limit_ms,
  warmup_ms,
});

function Result({ run, onOpen }: { readonly run: SearchRun; readonly onOpen: () => void }) {
  const words = useWords();
  const present = useScenario((state) => state.document);
  const { outcome, document, figure, preset, state } = run;
  if (state === 'cancelled') return <p className="unit">{words('search.cancelled')}</p>;
  if (!outcome) {
    return (
      <p className="seeds-alarm" role="alert">
        {words(run.fault === null ? 'found.nothing' : 'found.failed', { message: run.fault ?? '' })}
      </p>
    );
  }
  const { settings, best, confirmation, confirmationSeeds } = outcome;
  const next = opened(outcome, document);
  const title = presetOf(next, preset);
  const better = !outcome.isConfirmed || outcome.goal === 'undecided' ? '' : outcome.goal === 'gain' ? 'b' : 'a';
  const author = searchAuthor(outcome, words(`figure.${figure}`), words);
  const open = () => {
    look({ startNs: null });
    openScenario(title, next, 'step', { author });
    onOpen();
  };
  return (
    <section className="panel seeds-result" aria-label={words('search.result')}>
      <p className="verdict" role="status" data-better={better}>
        {searchSentence(outcome, words(`figure.${figure}`), words)}
      </p>
      <Setting setting={confirmation} figure={figure} document={document} />
      <p>
        {words('search.tried', {
          search: count(settings.search),
          possible: count(settings.possible),
          reduction: count(settings.reduction),
          all: count(settings.all),
        })}{' '}
        {words('search.best', { gain: percent(best.gain), seeds: best.seeds, search: count(settings.search) })}{' '}
        {words('search.unseen', { first: confirmationSeeds[0], last: confirmationSeeds[1] })}
      </p>
      <p>
        <a
          className="button strong"
          href={`#${encode(next, title, undefined, [], [], author)}`}
          onClick={(event) => {
            event.preventDefault();
            open();
          }}
        >
          {words('search.open')}
        </a>
      </p>
      {!sameDocument(present, document) && (
        <p className="seeds-alarm" role="alert">
          {words('run.stale')}
        </p>
      )}
    </section>
  );
}

interface SettingProps {
  readonly setting: MeasuredSetting;
  readonly figure: FigureKey;
  readonly document: Scenario;
}

function Setting({ setting: { changes, lanes }, figure, document }: SettingProps) {
  const words = useWords();
  const [a, b] = lanes.map(FIGURE_TEXT[figure]);
  return (
    <>
      <p>{words('search.lanes', { figure: words(`figure.${figure}`), a: a ?? '', b: b ?? '' })}</p>
      {changes.length === 0 ? (
        <p>{words('search.unchanged')}</p>
      ) : (
        <ul className="seeds-changes">
          {changes.map((change) => (
            <li key={change.field}>{changeText(change, document, words)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
