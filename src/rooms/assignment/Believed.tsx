/** What a class believed: guesses as a histogram, other answers by how often they were given. */
import type { Ask, Assignment, Row, Value } from '../../engine/assignments';
import { t } from '../../words';
import { barsOf, countsOf, textOf } from './counts';
import { short } from './numbers';
import { said } from './store';
import { useWords } from './words';

const WIDTH = 560;
const HEIGHT = 190;
const BASE = 160;
const EDGE = 28;
/** The most different answers that are listed. */
const MOST = 8;

interface Props {
  readonly assignment: Assignment;
  readonly rows: readonly Row[];
  readonly right: readonly Value[];
}

export function Believed({ assignment, rows, right }: Props) {
  const w = useWords();
  return (
    <section className="assignment-believed">
      <h3>{w('believed')}</h3>
      {assignment.tasks.map(({ title, ask }, i) =>
        ask.kind === 'words' ? null : (
          <figure key={said(title)}>
            <figcaption>
              {i + 1}. {said(title)}{' '}
              <small>
                {w('believed.right', {
                  right: rows.filter((row) => row.marks[i]?.parts.every((part) => part.is_right) && isGiven(row, i))
                    .length,
                  all: rows.filter((row) => isGiven(row, i)).length,
                })}
              </small>
            </figcaption>
            {ask.kind === 'predict' ? (
              <Histogram ask={ask} rows={rows} task={i} right={right[i] ?? null} />
            ) : (
              <Counts ask={ask} rows={rows} task={i} />
            )}
          </figure>
        ),
      )}
    </section>
  );
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
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const place = (one: number) =>
    EDGE + ((Math.min(ask.to, Math.max(ask.from, one)) - ask.from) / (ask.to - ask.from)) * (WIDTH - 2 * EDGE);
  const said = bars
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => w('believed.bar', { from: short(from), to: short(to), count }));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said.join(t('lane.list'))}>
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
          y={BASE - (count / most) * 120}
          height={(count / most) * 120}
        />
      ))}
      <path className="assignment-axis" d={`M${EDGE} ${BASE}H${WIDTH - EDGE}`} />
      {[ask.from, (ask.from + ask.to) / 2, ask.to].map((tick) => (
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
