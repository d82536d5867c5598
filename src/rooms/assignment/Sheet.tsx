/** An assignment on paper: empty axes, boxes and lines; or the same with the right answers. */
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Ask, Assignment, Condition, Value } from '../../engine/assignments';
import { t } from '../../words';
import { conditionOf } from './conditions';
import { short } from './numbers';
import { said } from './store';
import { useWords, w } from './words';
import './sheet.css';

interface Props {
  readonly assignment: Assignment;
  /** The right answers; null: a sheet to fill in. */
  readonly right: readonly Value[] | null;
  readonly onPrinted: () => void;
}

/** Prints the sheet as soon as it is there. */
export function Sheet({ assignment, right, onPrinted }: Props) {
  const words = useWords();
  useEffect(() => {
    document.documentElement.dataset.sheet = 'true';
    addEventListener('afterprint', onPrinted);
    print();
    return () => {
      removeEventListener('afterprint', onPrinted);
      delete document.documentElement.dataset.sheet;
    };
  }, [onPrinted]);
  const points = assignment.tasks.reduce((sum, task) => sum + task.points, 0);
  return createPortal(
    <article className="assignment-sheet">
      <h1>{said(assignment.title)}</h1>
      {right === null ? (
        <p className="sheet-who">
          <span>{words('name')}</span>
          <i />
          <span>{words('number')}</span>
          <i />
          <span>{words('score', { points: '    ', of: points })}</span>
        </p>
      ) : (
        <p>
          <b>{words('sheet.solutions')}</b>
        </p>
      )}
      {assignment.text && <p>{said(assignment.text)}</p>}
      {assignment.tasks.map((task, i) => (
        <section key={said(task.title)}>
          <h2>
            {i + 1}. {said(task.title)} <small>{words('edit.points.all', { points: task.points })}</small>
          </h2>
          {task.text && <p>{said(task.text)}</p>}
          <Blank ask={task.ask} right={right === null ? undefined : (right[i] ?? null)} />
          {right !== null && task.feedback && <p>{said(task.feedback)}</p>}
        </section>
      ))}
    </article>,
    document.body,
  );
}

/** `right` is undefined on a sheet to fill in. */
function Blank({ ask, right }: { readonly ask: Ask; readonly right: Value | undefined }) {
  switch (ask.kind) {
    case 'predict':
      return (
        <>
          <p>{w('figure', { figure: w(`figure.${ask.figure}` as never), of: w(`of.${ask.of}`) })}</p>
          <Axis from={ask.from} to={ask.to} at={typeof right === 'number' ? right : null} />
        </>
      );
    case 'curve':
      return (
        <>
          <p>{w('figure', { figure: w(`figure.${ask.figure}` as never), of: w(`of.${ask.of}`) })}</p>
          <Grid ask={ask} right={Array.isArray(right) ? (right as readonly number[]) : []} />
        </>
      );
    case 'choice': {
      const chosen = Array.isArray(right) ? (right as readonly number[]) : [];
      return (
        <ul className="sheet-options">
          {ask.options.map((option, i) => (
            <li key={said(option.text)}>
              <b>{chosen.includes(i) ? '☒' : '☐'}</b> {said(option.text)}
            </li>
          ))}
        </ul>
      );
    }
    case 'cpu':
    case 'find':
      return <Box label={w(ask.kind === 'cpu' || ask.what === 'cpu' ? 'cpu' : 'moment')} right={right} />;
    case 'switches':
      return (
        <>
          <Goal goal={ask.goal} />
          {ask.switches.map((key) => (
            <Box key={key} label={`${key} (${ask.lane})`} right={right && undefined} />
          ))}
        </>
      );
    case 'tune':
      return (
        <>
          <Goal goal={ask.goal} />
          {ask.parameters.map(({ field, min, max }) => (
            <Box key={field} label={`${field.split('.').at(-1)} (${min} – ${max})`} right={right && undefined} />
          ))}
        </>
      );
    case 'policy':
      return (
        <>
          <Goal goal={ask.goal} />
          {right === undefined && <Lines count={14} />}
        </>
      );
    case 'words':
      return right === undefined ? <Lines count={5} /> : null;
  }
}

const Goal = ({ goal }: { readonly goal: readonly Condition[] }) => (
  <ul>
    {goal.map((one) => (
      <li key={`${one.figure} ${one.of} ${one.is}`}>{conditionOf(one)}</li>
    ))}
  </ul>
);

const Box = ({ label, right }: { readonly label: string; readonly right: Value | undefined }) => (
  <p className="sheet-box">
    <span>{label}</span>
    <b>
      {right === undefined || right === null ? '' : Array.isArray(right) ? right.join(t('lane.list')) : String(right)}
    </b>
  </p>
);

const Lines = ({ count }: { readonly count: number }) => (
  <div>
    {Array.from({ length: count }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: empty lines
      <p key={i} className="sheet-line" />
    ))}
  </div>
);

const WIDTH = 640;
const EDGE = 40;
const TICKS = 4;
const ticksOf = (from: number, to: number) =>
  Array.from({ length: TICKS + 1 }, (_, i) => from + ((to - from) * i) / TICKS);

function Axis({ from, to, at }: { readonly from: number; readonly to: number; readonly at: number | null }) {
  const x = (value: number) => EDGE + ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * (WIDTH - 2 * EDGE);
  return (
    <svg viewBox={`0 0 ${WIDTH} 70`} className="sheet-axis">
      <title>{w('guess')}</title>
      <path d={`M${EDGE} 40H${WIDTH - EDGE}`} />
      {ticksOf(from, to).map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick)} 34v12`} />
          <text x={x(tick)} y={62} textAnchor="middle">
            {short(tick)}
          </text>
        </g>
      ))}
      {at !== null && (
        <g>
          <path d={`M${x(at)} 18V46`} strokeWidth={3} />
          <text x={x(at)} y={12} textAnchor="middle">
            {short(at)}
          </text>
        </g>
      )}
    </svg>
  );
}

function Grid({ ask, right }: { readonly ask: Extract<Ask, { kind: 'curve' }>; readonly right: readonly number[] }) {
  const height = 200;
  const x = (i: number) => EDGE + 30 + (i * (WIDTH - 2 * EDGE - 60)) / Math.max(1, ask.values.length - 1);
  const y = (value: number) =>
    height - 30 - ((Math.min(ask.to, Math.max(ask.from, value)) - ask.from) / (ask.to - ask.from)) * (height - 50);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} className="sheet-axis">
      <title>{ask.field}</title>
      {ticksOf(ask.from, ask.to).map((tick) => (
        <g key={tick}>
          <path d={`M${EDGE} ${y(tick)}H${WIDTH - EDGE}`} strokeWidth={0.4} />
          <text x={EDGE - 6} y={y(tick) + 4} textAnchor="end">
            {short(tick)}
          </text>
        </g>
      ))}
      {ask.values.map((value, i) => (
        <g key={value}>
          <path d={`M${x(i)} ${height - 34}v8`} />
          <text x={x(i)} y={height - 12} textAnchor="middle">
            {value}
          </text>
          {right[i] !== undefined && (
            <>
              <circle cx={x(i)} cy={y(right[i] ?? 0)} r={4} />
              <text x={x(i) + 7} y={y(right[i] ?? 0) - 6}>
                {short(right[i] ?? 0)}
              </text>
            </>
          )}
        </g>
      ))}
    </svg>
  );
}
