/** What a class believed: guesses as a histogram, other answers by how often they were given. */
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import type { Ask, Assignment, Part, Row, Value } from '../../engine/assignments';
import type { Scenario } from '../../scenario/generated/types';
import { t } from '../../words';
import { barsOf, countsOf, cpusOf, textOf, ticksOf } from './counts';
import { short } from './numbers';
import { said } from './store';
import { useWords } from './words';

const WIDTH = 560;
const HEIGHT = 190;
const BASE = 160;
const EDGE = 32;
/** Height of the highest bar. */
const TALLEST = 120;
/** The most different answers that are listed. */
const MOST = 8;

/** Draws how often each CPU of a machine was chosen; it is another room's. */
export interface ClassMachineProps {
  readonly scenario: Scenario;
  readonly counts: ReadonlyMap<number, { readonly count: number; readonly isRight: boolean }>;
  /** The numbers in words. */
  readonly label: string;
}
export type ClassMachine = ComponentType<ClassMachineProps>;

interface Props {
  readonly assignment: Assignment;
  readonly rows: readonly Row[];
  readonly right: readonly Value[];
  readonly Machine: ClassMachine;
}

export function Believed(of: Props) {
  const w = useWords();
  const [isShown, setShown] = useState(false);
  return (
    <section className="assignment-believed">
      <h3>{w('believed')}</h3>
      <p>
        <button type="button" className="button" onClick={() => setShown(true)}>
          {w('believed.show')}
        </button>
      </p>
      {of.assignment.tasks.map((task, i) => (
        <OneTask key={said(task.title)} {...of} at={i} />
      ))}
      {isShown && <Projected {...of} onClose={() => setShown(false)} />}
    </section>
  );
}

/** One question at a time, on the whole screen: for a projector. */
function Projected({ onClose, ...of }: Props & { readonly onClose: () => void }) {
  const w = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const asked = of.assignment.tasks.map((_, i) => i).filter((i) => of.assignment.tasks[i]?.ask.kind !== 'words');
  const [place, setPlace] = useState(0);
  const go = (by: number) => setPlace(Math.max(0, Math.min(asked.length - 1, place + by)));
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="assignment-projected assignment-believed"
      aria-label={w('believed')}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight' || key === 'PageDown') go(1);
        if (key === 'ArrowLeft' || key === 'PageUp') go(-1);
      }}
    >
      <OneTask {...of} at={asked[place] ?? 0} />
      <p className="assignment-nav">
        <button type="button" className="button" disabled={place === 0} onClick={() => go(-1)}>
          {w('back')}
        </button>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {t('action.close')}
        </button>
        <button type="button" className="button strong" disabled={place === asked.length - 1} onClick={() => go(1)}>
          {w('next')}
        </button>
      </p>
    </dialog>
  );
}

function OneTask({ assignment, rows, right, Machine, at: i }: Props & { readonly at: number }) {
  const w = useWords();
  const task = assignment.tasks[i];
  if (!task || task.ask.kind === 'words') return null;
  const { title, ask } = task;
  const isCpu = ask.kind === 'cpu' || (ask.kind === 'find' && ask.what === 'cpu');
  const given = rows.filter((row) => isGiven(row, i));
  const scenario = isCpu ? assignment.experiments[ask.experiment] : undefined;
  return (
    <figure>
      <figcaption>
        {i + 1}. {said(title)}{' '}
        <small>
          {w(given.length === 0 ? 'believed.none' : 'believed.right', {
            right: given.filter((row) => row.marks[i]?.parts.every((part) => part.is_right)).length,
            all: given.length,
          })}
        </small>
      </figcaption>
      {ask.kind === 'predict' && <Histogram ask={ask} rows={rows} task={i} right={right[i] ?? null} />}
      <Signs rows={rows} task={i} />
      {scenario && <Cpus scenario={scenario} rows={rows} task={i} Machine={Machine} />}
      {ask.kind !== 'predict' && <Counts ask={ask} rows={rows} task={i} />}
    </figure>
  );
}

/** How many had the sign right, and how many the size. */
function Signs({ rows, task }: OfTask) {
  const w = useWords();
  const parts = rows.flatMap((row) => (isGiven(row, task) ? [row.marks[task]?.parts ?? []] : []));
  const right = (what: Part['what']) =>
    parts.filter((of) => of.some((part) => part.what === what && part.is_right)).length;
  if (!parts.some((of) => of.some(({ what }) => what === 'sign'))) return null;
  return <p>{w('believed.sign', { sign: right('sign'), size: right('size'), all: parts.length })}</p>;
}

/** How often each CPU of the machine was chosen. */
function Cpus({ scenario, rows, task, Machine }: OfTask & Pick<Props, 'Machine'> & { readonly scenario: Scenario }) {
  const w = useWords();
  const counts = useMemo(() => cpusOf(rows, task), [rows, task]);
  const label = [...counts].map(([cpu, { count }]) => w('believed.cpu', { cpu, count })).join(t('lane.list'));
  return <Machine scenario={scenario} counts={counts} label={label} />;
}

const isGiven = (row: Row, task: number) => row.answers[task] !== null && row.answers[task] !== undefined;

interface OfTask {
  readonly rows: readonly Row[];
  readonly task: number;
}

function Histogram({
  ask,
  rows,
  task,
  right,
}: OfTask & { readonly ask: Extract<Ask, { kind: 'predict' }>; readonly right: Value }) {
  const w = useWords();
  const numbers = rows.map((row) => row.answers[task]).filter((value) => typeof value === 'number');
  const bars = barsOf(numbers, ask.from, ask.to);
  const { ticks, top } = ticksOf(Math.max(1, ...bars.map(({ count }) => count)));
  const height = (count: number) => (count / top) * TALLEST;
  const place = (one: number) =>
    EDGE + ((Math.min(ask.to, Math.max(ask.from, one)) - ask.from) / (ask.to - ask.from)) * (WIDTH - 2 * EDGE);
  const said = bars
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => w('believed.bar', { from: short(from), to: short(to), count }));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said.join(t('lane.list'))}>
      {ticks.map((tick) => (
        <g key={tick} className="assignment-tick">
          <path d={`M${EDGE} ${BASE - height(tick)}H${WIDTH - EDGE}`} />
          <text x={EDGE - 6} y={BASE - height(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {typeof right === 'number' && (
        <rect
          className="assignment-counts"
          x={place(right - ask.tolerance)}
          width={place(right + ask.tolerance) - place(right - ask.tolerance)}
          y={24}
          height={BASE - 24}
        />
      )}
      {bars.map(({ from, to, count }) => (
        <rect
          key={from}
          className="assignment-bar"
          x={place(from) + 1}
          width={place(to) - place(from) - 2}
          y={BASE - height(count)}
          height={height(count)}
        />
      ))}
      <path className="assignment-axis" d={`M${EDGE} ${BASE}H${WIDTH - EDGE}`} />
      {ask.from < 0 && ask.to > 0 && <path className="assignment-zero" d={`M${place(0)} 24V${BASE}`} />}
      {[ask.from, ask.from < 0 && ask.to > 0 ? 0 : (ask.from + ask.to) / 2, ask.to].map((tick) => (
        <text key={tick} x={place(tick)} y={BASE + 20} textAnchor="middle">
          {short(tick)}
        </text>
      ))}
      {typeof right === 'number' && (
        <g className="assignment-measured">
          <path d={`M${place(right)} 18V${BASE}`} />
          <text x={place(right)} y={12} textAnchor="middle">
            {w('measured', { value: short(right) })}
          </text>
        </g>
      )}
    </svg>
  );
}

function Counts({ ask, rows, task }: OfTask & { readonly ask: Ask }) {
  const option = (at: number) => (ask.kind === 'choice' ? said(ask.options[at]?.text) : String(at));
  const counts = countsOf(rows, task, (value) => textOf(ask, value, option)).slice(0, MOST);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <ol className="assignment-chosen">
      {counts.map(({ answer, count, isRight }) => (
        <li key={answer} data-right={isRight}>
          <span>{answer}</span>
          <i style={{ inlineSize: `${(100 * count) / most}%` }} />
          <b>{count}</b>
        </li>
      ))}
    </ol>
  );
}
