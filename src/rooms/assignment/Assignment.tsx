/** An assignment beside the lanes, in the panel of the acts: one task at a time, and the hand-in below it. */
import { type ComponentType, useEffect, useRef } from 'react';
import type { Ask, Condition, Part, Task, Value } from '../../engine/assignments';
import { useView } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { t } from '../../words';
import { CurveField } from './CurveField';
import { conditionOf } from './conditions';
import { Files } from './Files';
import { sentenceOf } from './faults';
import { Guess } from './Guess';
import { HandIn } from './HandIn';
import { Labelled } from './Labelled';
import { pointsOf, roughly, short } from './numbers';
import { goTo, isLocked, isOnce, MOST_CODE, run, said, setValue, useAssignment } from './store';
import { useWords } from './words';
import './assignment.css';

/** The editor of a scheduler, which is another room's. */
export type SourceField = ComponentType<{
  readonly value: string;
  readonly lane: 'a' | 'b';
  readonly onChange: (source: string) => void;
}>;

interface Props {
  readonly onLeave: (() => void) | null;
  readonly SourceField: SourceField;
}

export function Assignment({ onLeave, SourceField }: Props) {
  const w = useWords();
  const { assignment, at, answers } = useAssignment((state) => state);
  const head = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current !== at) {
      head.current?.focus({ preventScroll: true });
      scroller.current?.scrollTo(0, 0);
    }
    shown.current = at;
  }, [at]);
  const task = assignment?.tasks[at];
  if (!assignment || !task) return null;
  const all = assignment.tasks.length;
  const points = answers.reduce((sum, { mark }) => sum + (mark?.points ?? 0), 0);
  const of = assignment.tasks.reduce((sum, one) => sum + one.points, 0);
  return (
    <aside className="acts assignment" aria-label={said(assignment.title)}>
      <header className="acts-head">
        <b className="assignment-place">{w('question', { at: at + 1, all })}</b>
        <span className="acts-steps">
          {assignment.tasks.map((one, i) => (
            <i key={said(one.title)} data-past={answers[i]?.value !== null} data-current={i === at} />
          ))}
          <input
            type="range"
            aria-label={w('questions')}
            aria-valuetext={w('question', { at: at + 1, all })}
            min={0}
            max={all - 1}
            value={at}
            onChange={({ target }) => goTo(Number(target.value))}
          />
        </span>
        <span className="acts-place assignment-points">{w('score', { points: pointsOf(points), of })}</span>
        {onLeave && (
          <button type="button" className="quiet" aria-label={w('leave')} title={w('leave')} onClick={onLeave}>
            <Icon name="close" />
          </button>
        )}
      </header>
      {/* A scrolling region has to be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="acts-scroll" ref={scroller} tabIndex={0} aria-label={w('question', { at: at + 1, all })}>
        <div className="assignment-page">
          {at === 0 && assignment.text && <p className="assignment-text">{said(assignment.text)}</p>}
          <h2 ref={head} tabIndex={-1}>
            {said(task.title)}
          </h2>
          {task.text && <p>{said(task.text)}</p>}
          <TaskForm key={at} at={at} task={task} SourceField={SourceField} />
          <HandIn />
          <nav className="assignment-nav">
            {at > 0 && (
              <button type="button" className="button" onClick={() => goTo(at - 1)}>
                {w('back')}
              </button>
            )}
            {at < all - 1 && (
              <button type="button" className="button strong" onClick={() => goTo(at + 1)}>
                {w('next')}
              </button>
            )}
          </nav>
        </div>
      </section>
    </aside>
  );
}

/** The fields of a task, its button, and its feedback. */
interface TaskProps extends Pick<Props, 'SourceField'> {
  readonly at: number;
  readonly task: Task;
}

function TaskForm({ at, task, SourceField }: TaskProps) {
  const w = useWords();
  const { value, mark } = useAssignment((state) => state.answers[at]) ?? { value: null, mark: null };
  const running = useAssignment((state) => state.running);
  const failure = useAssignment((state) => state.failure);
  // The runs would differ from those of the number that is handed in.
  const lacksNumber = useAssignment(
    ({ assignment, number }) => (assignment?.seeds.per_student ?? 0) > 0 && number.trim() === '',
  );
  const { ask } = task;
  const isGuess = ask.kind === 'predict' || ask.kind === 'curve';
  const locked = isLocked(ask, mark);
  const isComplete = Array.isArray(value) ? !value.includes(null) : value !== null;
  // A CPU can be chosen in the drawing.
  const selection = useView((view) => view.selection);
  const wantsCpu = ask.kind === 'cpu' || (ask.kind === 'find' && ask.what === 'cpu');
  const before = useRef(selection);
  useEffect(() => {
    if (wantsCpu && selection !== null && selection !== before.current) setValue(at, selection.cpu);
    before.current = selection;
  }, [at, selection, wantsCpu]);
  return (
    <form
      className="assignment-task"
      onSubmit={(event) => {
        event.preventDefault();
        void run(at);
      }}
    >
      <fieldset disabled={locked || running !== null}>
        {ask.kind === 'policy' ? (
          <Source ask={ask} value={value} SourceField={SourceField} onChange={(next) => setValue(at, next)} />
        ) : (
          <Fields ask={ask} value={value} locked={locked} onChange={(next) => setValue(at, next)} />
        )}
      </fieldset>
      {ask.kind === 'curve' && (
        <CurveField
          ask={ask}
          values={Array.isArray(value) ? (value as readonly (number | null)[]) : []}
          mark={mark}
          onChange={(next) => setValue(at, next as Value)}
        />
      )}
      {ask.kind === 'predict' && <Guess ask={ask} value={value as number | null} mark={mark} />}
      {!locked && ask.kind !== 'words' && (
        <p className="assignment-run">
          {lacksNumber ? (
            <span>{w('number.first')}</span>
          ) : (
            isOnce(ask) && <span>{w(isGuess ? 'guess.locked' : 'check.locked')}</span>
          )}
          <button type="submit" className="button" disabled={!isComplete || running !== null || lacksNumber}>
            {running === at ? w('running') : isGuess ? w('run') : w('check')}
          </button>
        </p>
      )}
      {ask.kind === 'words' && <p className="assignment-note">{w('answer.hand')}</p>}
      <div role="status">
        {failure !== null && (
          <p className="assignment-fault">{failure === 'failed' ? w('failed') : sentenceOf(failure)}</p>
        )}
        {mark?.refused && <p className="assignment-fault">{sentenceOf(mark.refused)}</p>}
        {mark && mark.parts.length > 0 && <Parts ask={ask} parts={mark.parts} />}
        {mark && task.feedback && <p>{said(task.feedback)}</p>}
      </div>
    </form>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number | null;
  readonly min?: number;
  readonly max?: number;
  readonly onChange: (value: number | null) => void;
}

function NumberInput({ label, value, onChange, ...range }: NumberProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="number"
          step="any"
          {...range}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
        />
      )}
    </Labelled>
  );
}

/** A list of numbers is an answer once it is complete. */
function Numbers({
  labels,
  ranges,
  value,
  onChange,
}: {
  readonly labels: readonly string[];
  readonly ranges: readonly { readonly min: number; readonly max: number }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const numbers = Array.isArray(value) ? (value as readonly (number | null)[]) : [];
  return labels.map((label, i) => (
    <NumberInput
      key={label}
      label={label}
      value={numbers[i] ?? null}
      {...ranges[i]}
      onChange={(next) => onChange(labels.map((_, k) => (k === i ? next : (numbers[k] ?? null))) as Value)}
    />
  ));
}

/** The values that a switch may have; the others are on or off. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  cluster_scan: ['off', 'rfc', 'levels', 'only', 'merged'],
  steal: ['off', 'on', 'force'],
  node_interval: ['off', '4-40', '1-16'],
  task_group: ['off', 'mainline', 'relayout', 'isolated'],
};

/** The scheduler of an answer: an editor, and a file instead. */
function Source({
  ask,
  value,
  SourceField,
  onChange,
}: {
  readonly ask: Extract<Ask, { kind: 'policy' }>;
  readonly value: Value;
  readonly SourceField: SourceField;
  readonly onChange: (value: Value) => void;
}) {
  const w = useWords();
  const source = typeof value === 'string' ? value : ask.start;
  return (
    <>
      <Goal goal={ask.goal} />
      <SourceField value={source} lane={ask.lane === 'A' ? 'a' : 'b'} onChange={onChange} />
      <Files label={w('policy.file')} onFiles={([file]) => void file?.text().then(onChange)} />
      <p>
        <button type="button" className="button" onClick={() => onChange(null)}>
          {w('policy.again')}
        </button>
      </p>
    </>
  );
}

/** How much of the code is left, since several answers in words share it. */
function CodeRoom() {
  const w = useWords();
  const count = useAssignment((state) => state.codeLength);
  if (count === null) return null;
  const left = MOST_CODE - count;
  return <small>{left < 0 ? w('code.full', { over: -left }) : w('code.left', { left, most: MOST_CODE })}</small>;
}

/** The conditions that have to hold together. */
function Goal({ goal }: { readonly goal: readonly Condition[] }) {
  const w = useWords();
  return (
    <>
      <p>{w('goal')}</p>
      <ul>
        {goal.map((one) => (
          <li key={`${one.figure} ${one.of} ${one.is}`}>{conditionOf(one)}</li>
        ))}
      </ul>
    </>
  );
}

function Fields({
  ask,
  value,
  locked,
  onChange,
}: {
  readonly ask: Exclude<Ask, { kind: 'policy' }>;
  readonly value: Value;
  readonly locked: boolean;
  readonly onChange: (value: Value) => void;
}) {
  const w = useWords();
  switch (ask.kind) {
    case 'predict':
      return (
        <Labelled label={w('guess')}>
          {(id) => (
            <div className="assignment-slider">
              <input
                id={id}
                type="range"
                min={ask.from}
                max={ask.to}
                step={(ask.to - ask.from) / 200}
                value={typeof value === 'number' ? value : (ask.from + ask.to) / 2}
                onChange={({ target }) => onChange(target.valueAsNumber)}
              />
              <input
                type="number"
                aria-label={w('guess')}
                step="any"
                min={ask.from}
                max={ask.to}
                value={typeof value === 'number' ? value : ''}
                onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
              />
            </div>
          )}
        </Labelled>
      );
    case 'curve':
      return (
        <Numbers
          labels={ask.values.map((one) => w('guess.at', { value: `${ask.field.split('.').at(-1)} = ${one}` }))}
          ranges={ask.values.map(() => ({ min: ask.from, max: ask.to }))}
          value={value}
          onChange={onChange}
        />
      );
    case 'cpu':
      return (
        <>
          <NumberInput label={w('cpu')} min={0} value={value as number | null} onChange={onChange} />
          {!locked && <p className="assignment-note">{w('cpu.click')}</p>}
        </>
      );
    case 'find':
      return (
        <>
          <NumberInput
            label={w(ask.what === 'cpu' ? 'cpu' : 'moment')}
            min={0}
            value={value as number | null}
            onChange={onChange}
          />
          {ask.what === 'cpu' && !locked && <p className="assignment-note">{w('cpu.click')}</p>}
        </>
      );
    case 'switches': {
      const set = (value ?? {}) as Readonly<Record<string, unknown>>;
      return ask.switches.map((key) => (
        <Labelled key={key} label={`${key} (${ask.lane})`}>
          {(id) => (
            <select
              id={id}
              value={String(set[key] ?? '')}
              onChange={({ target }) => {
                const { [key]: _, ...others } = set;
                const next = WORDS[key] ? target.value : target.value === 'true';
                const all = target.value === '' ? others : { ...others, [key]: next };
                onChange(Object.keys(all).length > 0 ? all : null);
              }}
            >
              <option value="">–</option>
              {(WORDS[key] ?? ['true', 'false']).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Labelled>
      ));
    }
    case 'tune':
      return (
        <Numbers
          labels={ask.parameters.map(({ field }) => field.split('.').at(-1) ?? field)}
          ranges={ask.parameters}
          value={value}
          onChange={onChange}
        />
      );
    case 'choice': {
      const chosen = Array.isArray(value) ? (value as readonly number[]) : [];
      return (
        <div className="assignment-options">
          {ask.options.map((option, i) => (
            <label key={said(option.text)}>
              <input
                type={ask.several ? 'checkbox' : 'radio'}
                name="option"
                checked={chosen.includes(i)}
                onChange={({ target }) => {
                  const rest = ask.several ? chosen.filter((one) => one !== i) : [];
                  const next = target.checked ? [...rest, i].sort((a, b) => a - b) : rest;
                  onChange(next.length > 0 ? next : null);
                }}
              />
              <span>{said(option.text)}</span>
            </label>
          ))}
        </div>
      );
    }
    case 'words':
      return (
        <Labelled label={w('answer')}>
          {(id) => (
            <>
              <textarea
                id={id}
                rows={6}
                maxLength={ask.most}
                value={typeof value === 'string' ? value : ''}
                onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
              />
              <small>
                {w('answer.left', { left: ask.most - (typeof value === 'string' ? value.length : 0), most: ask.most })}
              </small>
              <CodeRoom />
            </>
          )}
        </Labelled>
      );
  }
}

function Parts({ ask, parts }: { readonly ask: Ask; readonly parts: readonly Part[] }) {
  const w = useWords();
  const name = ({ what }: Part, i: number) => {
    const condition = 'goal' in ask ? ask.goal[i] : undefined;
    if (what === 'condition') return condition ? conditionOf(condition) : '';
    return w(`part.${what}`, { value: ask.kind === 'curve' ? String(ask.values[i]) : '' });
  };
  const measured = ({ value, ci95, what }: Part) => {
    if (value === undefined || what === 'sign') return '';
    if (what === 'cpu') return ` CPU ${value}`;
    const number =
      ci95 === undefined
        ? w('measured', { value: short(value) })
        : w('measured.ci', { value: short(value), ci: roughly(ci95) });
    return ` ${w('part.measured', { measured: number })}`;
  };
  return (
    <ul className="assignment-parts">
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a task keep their order
        <li key={i} data-right={part.is_right}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            {part.is_right ? <path d="M3 8.5 6.5 12 13 4.5" /> : <circle cx="8" cy="8" r="5.5" />}
          </svg>
          <span>
            <b>{t('said.of', { of: name(part, i), said: w(part.is_right ? 'right' : 'wrong') })}</b>
            {measured(part)}
          </span>
          <b>
            {pointsOf(part.points)} / {pointsOf(part.of)}
          </b>
        </li>
      ))}
    </ul>
  );
}
