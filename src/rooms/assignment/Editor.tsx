/** Where a lecturer makes an assignment, with the student's view beside it. */
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { ask, Refusal, type Value } from '../../engine/assignments';
import { leftExperiment } from '../../page/leftExperiment';
import { MECHANISMS } from '../../scenario/generated/mechanisms';
import type { FieldError, Scenario } from '../../scenario/generated/types';
import { DECIDEDS } from '../../scenario/generated/vocab';
import { decode, loadPacking } from '../../scenario/link';
import { PRESETS } from '../../scenario/presets';
import { save } from '../../ui/export/files';
import { Icon } from '../../ui/Icon';
import { language, t } from '../../words';
import { Assignment, type SourceField } from './Assignment';
import {
  type Draft,
  freeName,
  type Json,
  KINDS,
  type Kind,
  keepDraft,
  keptDraft,
  MOST_WORDS,
  moved,
  newDraft,
  newTask,
  type Path,
  valueAt,
  withValue,
  wordsOf,
} from './draft';
import { Files } from './Files';
import { refused, sentenceOf } from './faults';
import { HandOut, json, type Made } from './HandOut';
import { Labelled } from './Labelled';
import { short } from './numbers';
import { openAssignment, useAssignment } from './store';
import { type AssignmentKey, has, useWords } from './words';
import './editor.css';

/** The document is checked after this pause in typing (ms). */
const PAUSE_MS = 400;
/** How many changes can be undone. */
const MOST_UNDONE = 100;

interface Editing {
  readonly draft: Draft;
  readonly change: (path: Path, value: Json | undefined) => void;
}
const Editing = createContext<Editing>({ draft: {}, change: () => {} });

/** The draft that was kept, or one of the experiment that the person left. */
export const firstDraft = (title: string): Draft => keptDraft() ?? freshDraft(title);
export const freshDraft = (title: string): Draft => newDraft(leftExperiment() ?? PRESETS.classroom, title);

interface Props {
  readonly first: Draft;
  readonly SourceField: SourceField;
  /** The lanes of the open question, which other rooms draw. */
  readonly lanes: ReactNode;
  readonly onClose: () => void;
}

export function Editor({ first, SourceField, lanes, onClose }: Props) {
  const w = useWords();
  const [{ draft, before }, setHistory] = useState<{ draft: Draft; before: readonly Draft[] }>({
    draft: first,
    before: [],
  });
  const [open, setOpen] = useState<number | null>(0);
  const [fault, setFault] = useState<FieldError | null>(null);
  const [made, setMade] = useState<{ readonly of: Draft; readonly made: Made } | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const put = (next: Draft) => {
    setHistory(({ draft: now, before: past }) => ({ draft: next, before: [...past, now].slice(-MOST_UNDONE) }));
    setStatus(keepDraft(next) ? null : w('edit.not.kept'));
  };
  const change = (path: Path, value: Json | undefined) => put(withValue(draft, path, value));
  const tasks = (draft.tasks ?? []) as readonly Json[];
  const experiments = Object.entries((draft.experiments ?? {}) as Readonly<Record<string, Scenario>>);
  // The student's view shows the last document without a fault.
  useEffect(() => {
    let isOver = false;
    const check = async () => {
      const { faults, assignment } = await ask<'read'>({ as: 'read', document: JSON.stringify(draft) });
      if (isOver) return;
      setFault(faults?.[0] ?? null);
      if (assignment) await openAssignment(JSON.stringify(draft), open ?? 0);
    };
    const pause = setTimeout(() => void check().catch(() => {}), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(pause);
    };
  }, [draft, open]);
  const add = (kind: Kind) => {
    const [name, scenario] = experiments[0] ?? ['', undefined];
    const title =
      typeof draft.title === 'string' ? w(`kind.${kind}`) : { en: w(`kind.${kind}`), zh: w(`kind.${kind}`) };
    change(['tasks', tasks.length], newTask(kind, title, name, scenario));
    setOpen(tasks.length);
  };
  const derive = async () => {
    const controller = new AbortController();
    running.current = controller;
    setStatus(w('running'));
    try {
      const key = await ask<'key'>({ as: 'key', document: JSON.stringify(draft) }, { signal: controller.signal });
      setMade({ of: draft, made: key });
      setStatus(null);
    } catch (thrown) {
      setStatus(thrown instanceof Refusal ? sentenceOf(thrown.fault) : controller.signal.aborted ? null : w('failed'));
    }
    running.current = null;
  };
  const right = made?.of === draft ? made.made.key.right : [];
  const words = wordsOf(draft);
  const problem =
    (fault && sentenceOf(refused(fault))) ||
    (words > MOST_WORDS ? w('edit.most.over', { count: words, most: MOST_WORDS }) : null);
  const points = tasks.reduce<number>((sum, task) => sum + Number(valueAt(task, ['points']) ?? 0), 0);
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      const next = JSON.parse(await file.text());
      if (typeof next !== 'object' || next === null || Array.isArray(next)) throw new Error();
      put(next);
    } catch {
      setStatus(w('edit.no.json', { name: file.name }));
    }
  };
  return (
    <Editing.Provider value={{ draft, change }}>
      <div className="assignment-editor">
        <main>
          <header>
            <h1>{w('edit.title')}</h1>
            <span>{w('kept.browser')}</span>
            <button
              type="button"
              className="quiet"
              aria-label={w('edit.close')}
              title={w('edit.close')}
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          </header>
          <p className="assignment-buttons">
            <button
              type="button"
              className="button"
              disabled={before.length === 0}
              onClick={() =>
                setHistory(({ draft: now, before: past }) => ({
                  draft: past.at(-1) ?? now,
                  before: past.slice(0, -1),
                }))
              }
            >
              {w('edit.undo')}
            </button>
            <button type="button" className="button" onClick={() => put(freshDraft(w('edit.untitled')))}>
              {w('edit.new')}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => save(json(draft), `${String(draft.id)}-lecturer.json`)}
            >
              {w('edit.save')}
            </button>
          </p>
          <Files label={w('edit.open')} onFiles={([file]) => void read(file)} />
          <Text path={['title']} label={w('edit.heading')} />
          <Text path={['text']} label={w('edit.text')} lines={2} />
          <div className="assignment-fields">
            <Typed path={['id']} label={w('edit.id')} />
            <Num path={['attempts']} label={w('edit.attempts')} />
            <List path={['seeds', 'practice']} label={w('edit.practice')} number />
            <Num path={['seeds', 'per_student']} label={w('edit.per_student')} />
            <Num path={['seeds', 'scoring']} label={w('edit.scoring')} />
          </div>
          <h2>{w('edit.experiments')}</h2>
          <Experiments experiments={experiments} />
          <h2>
            {w('edit.tasks')} <small>{w('edit.points.all', { points })}</small>
          </h2>
          <ol className="assignment-tasks">
            {tasks.map((task, i) => (
              <TaskEdit
                // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place
                key={i}
                at={i}
                task={task}
                isOpen={open === i}
                isLast={i === tasks.length - 1}
                right={right[i]}
                experiments={experiments.map(([name]) => name)}
                onOpen={() => setOpen(open === i ? null : i)}
                onMove={(by) => {
                  change(['tasks'], moved(tasks, i, by));
                  if (open === i) setOpen(i + by);
                }}
              />
            ))}
          </ol>
          <p className="assignment-add">
            <span>{w('edit.add')}</span>
            {KINDS.map((kind) => (
              <button type="button" className="chip" key={kind} onClick={() => add(kind)}>
                {w(`kind.${kind}`)}
              </button>
            ))}
          </p>
          <footer>
            <p role="status" className={problem ? 'assignment-fault' : undefined}>
              {status ?? (tasks.length === 0 ? w('edit.empty') : problem)}
            </p>
            <p className="assignment-buttons">
              <button
                type="button"
                className="button strong"
                disabled={problem !== null || tasks.length === 0 || status === w('running')}
                onClick={() => void derive()}
              >
                {w('edit.derive')}
              </button>
              {status === w('running') && (
                <button type="button" className="button" onClick={() => running.current?.abort()}>
                  {w('cancel')}
                </button>
              )}
            </p>
            {made?.of === draft && <HandOut made={made.made} />}
          </footer>
        </main>
        <Student SourceField={SourceField} lanes={lanes} />
      </div>
    </Editing.Provider>
  );
}

/** The student's view of the last document without a fault. */
function Student({ SourceField, lanes }: Pick<Props, 'SourceField' | 'lanes'>) {
  const w = useWords();
  const digest = useAssignment((state) => state.digest);
  return (
    <section className="assignment-preview" aria-label={w('edit.student')}>
      <h2>{w('edit.student')}</h2>
      <p>{w('edit.student.about')}</p>
      {digest !== '' && (
        <>
          {lanes}
          <Assignment onLeave={null} SourceField={SourceField} />
        </>
      )}
    </section>
  );
}

interface TaskProps {
  readonly at: number;
  readonly task: Json;
  readonly isOpen: boolean;
  readonly isLast: boolean;
  readonly right: Value | undefined;
  readonly experiments: readonly string[];
  readonly onOpen: () => void;
  readonly onMove: (by: -1 | 1) => void;
}

function TaskEdit({ at, task, isOpen, isLast, right, experiments, onOpen, onMove }: TaskProps) {
  const w = useWords();
  const { change } = useContext(Editing);
  const kind = String(valueAt(task, ['ask', 'kind'])) as Kind;
  const path = ['tasks', at] as const;
  const id = useId();
  return (
    <li data-open={isOpen}>
      <div className="assignment-task-head">
        <b>{at + 1}</b>
        <button type="button" className="quiet" aria-expanded={isOpen} aria-controls={id} onClick={onOpen}>
          <b>{textOf(valueAt(task, ['title'])) || w('edit.untitled')}</b>
          <small>{has(`kind.${kind}`) ? w(`kind.${kind}`) : kind}</small>
        </button>
        {right !== undefined && right !== null && (
          <span>
            {w('edit.right', {
              right: typeof right === 'number' ? short(right) : Array.isArray(right) ? right.join(t('lane.list')) : '',
            })}
          </span>
        )}
        <Num path={[...path, 'points']} label={w('edit.points')} />
        <button
          type="button"
          className="button"
          disabled={at === 0}
          aria-label={w('edit.up')}
          onClick={() => onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          className="button"
          disabled={isLast}
          aria-label={w('edit.down')}
          onClick={() => onMove(1)}
        >
          ↓
        </button>
        <button type="button" className="button" onClick={() => change(path, undefined)}>
          {w('edit.remove')}
        </button>
      </div>
      {isOpen && (
        <div id={id} className="assignment-task-fields">
          <Text path={[...path, 'title']} label={w('edit.question')} />
          <Text path={[...path, 'text']} label={w('edit.text')} lines={2} />
          <div className="assignment-fields">
            {kind !== 'words' && (
              <Word path={[...path, 'ask', 'experiment']} label={w('edit.experiment')} options={experiments} />
            )}
            <AskFields kind={kind} path={[...path, 'ask']} />
          </div>
          {'switches tune policy'.includes(kind) && <Goal path={[...path, 'ask', 'goal']} label={w('edit.goal')} />}
          {kind === 'choice' && <Options path={[...path, 'ask', 'options']} />}
          <Text path={[...path, 'feedback']} label={w('edit.feedback')} lines={2} />
          <p className="assignment-note">{w('edit.feedback.about')}</p>
        </div>
      )}
    </li>
  );
}

const LANES = ['A', 'B'];
const OF = ['A', 'B', 'difference', 'difference_pct'];
const IS = ['above', 'at_least', 'at_most', 'below'];
const FIGURES = [
  'time_ms',
  'work_per_s',
  'busy_pct',
  'wasted_pct',
  'share_gap_pct',
  'switches',
  'migrations',
  'steals',
  'wait_p50_us',
  'wait_p99_us',
  'leave_cluster_pct',
  'leave_llc_pct',
  'home_pct',
  'job_time_ms',
  'hog_pct',
  'rival_pct',
  'sleeper_p99_us',
];

/** The fields of what a task asks for. */
function AskFields({ kind, path }: { readonly kind: Kind; readonly path: Path }) {
  const w = useWords();
  const at = (key: string) => [...path, key];
  const figure = (
    <>
      <Word path={at('figure')} label={w('edit.figure')} options={FIGURES} names="figure" />
      <Word path={at('of')} label={w('edit.of')} options={OF} names="of" />
    </>
  );
  const axis = (
    <>
      <Num path={at('tolerance')} label={w('edit.tolerance')} />
      <Num path={at('from')} label={w('edit.from')} />
      <Num path={at('to')} label={w('edit.to')} />
    </>
  );
  const lane = <Word path={at('lane')} label={w('edit.lane')} options={LANES} />;
  const decision = <Word path={at('decision')} label={w('edit.decision')} options={DECIDEDS} />;
  switch (kind) {
    case 'predict':
      return (
        <>
          {figure}
          {axis}
          <Num path={at('sign_points')} label={w('edit.sign_points')} />
        </>
      );
    case 'curve':
      return (
        <>
          <Typed path={at('field')} label={w('edit.field')} />
          <List path={at('values')} label={w('edit.values')} number />
          {figure}
          {axis}
        </>
      );
    case 'cpu':
      return (
        <>
          {lane}
          {decision}
          <Num path={at('task')} label={w('edit.task')} />
          <Num path={at('from_ns')} label={w('edit.from_ns')} />
        </>
      );
    case 'find':
      return (
        <>
          {lane}
          {decision}
          <Num path={at('task')} label={w('edit.task')} />
          <Word path={at('what')} label={w('edit.what')} options={['cpu', 'moment']} names="what" />
          <Num path={at('tolerance_ns')} label={w('edit.tolerance_ns')} />
        </>
      );
    case 'switches':
      return (
        <>
          {lane}
          <Switches path={at('switches')} />
        </>
      );
    case 'tune':
      return <Parameters path={at('parameters')} />;
    case 'policy':
      return (
        <>
          {lane}
          <Typed path={at('start')} label={w('edit.start')} lines={8} />
        </>
      );
    case 'choice':
      return <Flag path={at('several')} label={w('edit.several')} />;
    case 'words':
      return (
        <>
          <Num path={at('most')} label={w('edit.most')} />
          <p className="assignment-note">{w('edit.most.about')}</p>
        </>
      );
  }
}

/** The list at a place, and how to change it. */
function useList(path: Path) {
  const { draft, change } = useContext(Editing);
  const list = valueAt(draft, path);
  const items = Array.isArray(list) ? (list as readonly Json[]) : [];
  return { items, change, add: (item: Json) => change([...path, items.length], item) };
}

function Remove({ path }: { readonly path: Path }) {
  const w = useWords();
  const { change } = useContext(Editing);
  return (
    <button type="button" className="button" onClick={() => change(path, undefined)}>
      {w('edit.remove')}
    </button>
  );
}

/** Conditions that hold together. */
function Goal({ path, label }: { readonly path: Path; readonly label: string }) {
  const w = useWords();
  const { items, add } = useList(path);
  return (
    <fieldset className="assignment-goal">
      <legend>{label}</legend>
      {items.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
        <div key={i} className="assignment-fields">
          <Word path={[...path, i, 'figure']} label={w('edit.figure')} options={FIGURES} names="figure" />
          <Word path={[...path, i, 'of']} label={w('edit.of')} options={OF} names="of" />
          <Word path={[...path, i, 'is']} label={w('edit.is')} options={IS} names="is" />
          <Num path={[...path, i, 'value']} label={w('edit.value')} />
          <Remove path={[...path, i]} />
        </div>
      ))}
      <button
        type="button"
        className="button"
        onClick={() => add(items.at(-1) ?? { figure: 'wait_p99_us', of: 'A', is: 'at_most', value: 1000 })}
      >
        {w('edit.condition')}
      </button>
    </fieldset>
  );
}

function Options({ path }: { readonly path: Path }) {
  const w = useWords();
  const { items, add } = useList(path);
  return (
    <>
      {items.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
        <fieldset key={i} className="assignment-option">
          <legend>{w('edit.option', { at: i + 1 })}</legend>
          <Text path={[...path, i, 'text']} label={w('edit.text')} />
          <Goal path={[...path, i, 'holds']} label={w('edit.holds')} />
          <Remove path={[...path, i]} />
        </fieldset>
      ))}
      <button type="button" className="button" onClick={() => add(items.at(-1) ?? { text: '', holds: [] })}>
        {w('edit.option.add')}
      </button>
    </>
  );
}

function Parameters({ path }: { readonly path: Path }) {
  const w = useWords();
  const { items, add } = useList(path);
  return (
    <fieldset className="assignment-goal">
      <legend>{w('edit.may')}</legend>
      {items.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its place
        <div key={i} className="assignment-fields">
          <Typed path={[...path, i, 'field']} label={w('edit.field')} />
          <Num path={[...path, i, 'min']} label={w('edit.from')} />
          <Num path={[...path, i, 'max']} label={w('edit.to')} />
          <Remove path={[...path, i]} />
        </div>
      ))}
      <button type="button" className="button" onClick={() => add(items.at(-1) ?? { field: '', min: 0, max: 1 })}>
        {w('edit.parameter')}
      </button>
    </fieldset>
  );
}

function Switches({ path }: { readonly path: Path }) {
  const w = useWords();
  const { items, change } = useList(path);
  return (
    <details className="assignment-goal">
      <summary>{w('edit.switches', { switches: items.join(t('lane.list')) })}</summary>
      {MECHANISMS.map(({ key }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={items.includes(key)}
            onChange={({ target }) =>
              change(path, target.checked ? [...items, key] : items.filter((one) => one !== key))
            }
          />
          {key}
        </label>
      ))}
    </details>
  );
}

/** The experiments by name; another comes from the link of an experiment. */
function Experiments({ experiments }: { readonly experiments: readonly (readonly [string, Scenario])[] }) {
  const w = useWords();
  const { change } = useContext(Editing);
  const [link, setLink] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const add = async () => {
    await loadPacking();
    const at = link.indexOf('#');
    const { scenario, problem } = decode(at < 0 ? link : link.slice(at));
    if (at < 0 || problem !== null) return setFault(w('edit.no.link'));
    setFault(null);
    setLink('');
    change(['experiments', freeName(experiments.map(([name]) => name))], scenario as unknown as Json);
  };
  return (
    <>
      <ul className="assignment-experiments">
        {experiments.map(([name, scenario]) => (
          <li key={name}>
            <b>{name}</b>
            <span className="assignment-machine">
              {[
                typeof scenario.machine === 'string' ? scenario.machine : scenario.machine?.name,
                scenario.workload?.kind,
                scenario.kernel,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Remove path={['experiments', name]} />
          </li>
        ))}
      </ul>
      <form
        className="assignment-link"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label htmlFor={id}>{w('edit.link')}</label>
        <input id={id} value={link} onChange={({ target }) => setLink(target.value)} />
        <button type="submit" className="button" disabled={link.trim() === ''}>
          {w('edit.link.add')}
        </button>
      </form>
      {fault !== null && (
        <p role="alert" className="assignment-fault">
          {fault}
        </p>
      )}
    </>
  );
}

interface FieldProps {
  readonly path: Path;
  readonly label: string;
}

const textOf = (text: Json | undefined): string => {
  if (typeof text === 'string') return text;
  return String(valueAt(text, [language()]) ?? valueAt(text, ['en']) ?? valueAt(text, ['zh']) ?? '');
};

/** A text for readers: in the language of the page if the document has several. */
function Text({ path, label, lines = 1 }: FieldProps & { readonly lines?: number }) {
  const { draft } = useContext(Editing);
  const text = valueAt(draft, path);
  const isMany = text !== undefined ? typeof text === 'object' : typeof draft.title === 'object';
  return <Typed path={isMany ? [...path, language()] : path} label={label} lines={lines} />;
}

/** A text; an empty one is left out. */
function Typed({ path, label, lines = 1 }: FieldProps & { readonly lines?: number }) {
  const { draft, change } = useContext(Editing);
  const value = String(valueAt(draft, path) ?? '');
  return (
    <Labelled label={label} above>
      {(id) =>
        lines > 1 ? (
          <textarea
            id={id}
            rows={lines}
            value={value}
            onChange={({ target }) => change(path, target.value === '' ? undefined : target.value)}
          />
        ) : (
          <input id={id} value={value} onChange={({ target }) => change(path, target.value)} />
        )
      }
    </Labelled>
  );
}

function Num({ path, label }: FieldProps) {
  const { draft, change } = useContext(Editing);
  const value = valueAt(draft, path);
  return (
    <Labelled label={label} above>
      {(id) => (
        <input
          id={id}
          type="number"
          step="any"
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => change(path, target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </Labelled>
  );
}

/** Numbers or words, separated by commas. */
function List({ path, label, number = false }: FieldProps & { readonly number?: boolean }) {
  const { draft, change } = useContext(Editing);
  const value = valueAt(draft, path);
  const shown = Array.isArray(value) ? value.join(t('lane.list')) : '';
  // Text that is being typed is no list yet.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Labelled label={label} above>
      {(id) => (
        <input
          id={id}
          value={typed ?? shown}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value);
            const items = target.value.split(/[\s,，、]+/).filter((item) => item !== '');
            change(path, number ? items.map(Number).filter(Number.isFinite) : items);
          }}
        />
      )}
    </Labelled>
  );
}

function Flag({ path, label }: FieldProps) {
  const { draft, change } = useContext(Editing);
  return (
    <Labelled label={label} above>
      {(id) => (
        <input
          id={id}
          type="checkbox"
          checked={valueAt(draft, path) === true}
          onChange={({ target }) => change(path, target.checked)}
        />
      )}
    </Labelled>
  );
}

interface WordProps extends FieldProps {
  readonly options: readonly string[];
  /** The texts of the options begin with it. */
  readonly names?: 'figure' | 'of' | 'is' | 'what';
}

function Word({ path, label, options, names }: WordProps) {
  const w = useWords();
  const { draft, change } = useContext(Editing);
  const value = String(valueAt(draft, path) ?? '');
  const all = options.includes(value) ? options : [value, ...options];
  return (
    <Labelled label={label} above>
      {(id) => (
        <select id={id} value={value} onChange={({ target }) => change(path, target.value)}>
          {all.map((one) => (
            <option key={one} value={one}>
              {names && has(`${names}.${one}`) ? w(`${names}.${one}` as AssignmentKey) : one}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
