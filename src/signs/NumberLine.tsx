/** A run queue as a number line; `line.ts` computes the positions, the caller passes the words. */
import { textWidth } from '../ui/fitting';
import { useWidth } from '../ui/useWidth';
import type { Line, Stand } from './line';
import { Fill, groupFill, groupHue, type Shape } from './palette';
import { shapePath } from './shapes';
import './svg-chart.css';

/** How a task is drawn, and its name. */
export interface Drawn {
  readonly shape: Shape;
  readonly group: number;
  readonly name: string;
}

/** Width of the longest name (px). */
export const drawnNames = (names: readonly string[], size: number): number =>
  Math.max(0, ...names.map((name) => textWidth(name, size)));

interface NumberLineProps {
  readonly line: Line;
  readonly drawn: (task: number) => Drawn;
  /** A description of the whole line. */
  readonly label: string;
  /** Labels of the middle and of the two halves. */
  readonly middle: string;
  readonly left: string;
  readonly right: string;
  /** At the end of the axis. */
  readonly unit: string;
  /** Labels in the row of a task that has left, and of a sleeping task that stays queued. */
  readonly gone: string;
  readonly delayed: string;
}

const ROW = 28;
/** Room on either side for half a tick label, and at the right for a flag. */
const PAD = 16;
/** Half the size of the shapes of a running and of a waiting task, and of the ring around the next task. */
const RUNS = 8;
const WAITS = 6;
const RING = 12;
/** Half the thickness of a slice. */
const SLICE = 4;

export function NumberLine({ line, drawn, label, middle, left, right, unit, gone, delayed }: NumberLineProps) {
  const { ref, width, size } = useWidth<HTMLDivElement>();
  const tasks = line.rows.map(({ task }) => drawn(task));
  const names = Math.min(
    width * 0.45,
    drawnNames(
      tasks.map(({ name }) => name),
      size,
    ) + 8,
  );
  const half = Math.max(0, (width - names) / 2 - PAD);
  const zero = names + PAD + half;
  const x = (at: number): number => zero + at * half;
  const head = size + 10;
  const foot = head + line.rows.length * ROW;
  const height = foot + (line.ticks.length > 0 ? size + 12 : 4);
  // The unit stands before the first tick label, or after the last one.
  const [first] = line.ticks;
  const named = first !== undefined && textWidth(unit, size) + textWidth(first.text, size) / 2 + 6 < x(first.at);
  const ticks = line.ticks
    .filter(({ at }) => half > 90 || (half > 50 ? Math.abs(at) !== 0.5 : Math.abs(at) === 1))
    .map((tick) => (tick.at === 1 && !named ? { ...tick, text: `${tick.text} ms` } : tick));
  const beside = (text: string): string => (textWidth(text, size) < half - textWidth(middle, size) / 2 - 8 ? text : '');
  return (
    <div ref={ref} className="svg-chart number-line">
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          <rect className="nl-may" x={names} y={head} width={zero - names} height={foot - head} />
          {line.rows.map(({ task }, row) => (
            <path key={task} className="svg-grid" d={`M${names} ${head + (row + 1) * ROW}H${width}`} />
          ))}
          <path className="nl-zero" d={`M${zero} ${head - 4}V${foot}`} />
          <text className="svg-middle nl-middle" x={zero} y={size}>
            {middle}
          </text>
          <text x={names} y={size}>
            {beside(left)}
          </text>
          <text className="svg-end" x={width} y={size}>
            {beside(right)}
          </text>
          {ticks.map(({ at, text }) => (
            <g key={at}>
              <path className="svg-tick" d={`M${x(at)} ${foot}v5`} />
              <text className={at === 1 ? 'svg-end' : 'svg-middle'} x={at === 1 ? width : x(at)} y={foot + size + 7}>
                {text}
              </text>
            </g>
          ))}
          <text className="nl-unit" x={0} y={foot + size + 7}>
            {named ? unit : ''}
          </text>
          {line.rows.map((stand, row) => {
            const of = tasks[row];
            return of ? (
              <g key={stand.task} transform={`translate(0 ${head + (row + 0.5) * ROW})`} data-state={stand.state}>
                <text className="nl-name" x={0} y={size * 0.36}>
                  {of.name}
                </text>
                {stand.state === 'gone' ? (
                  <Said text={gone} size={size} from={zero + 10} to={width} />
                ) : (
                  <Mark of={of} stand={stand} x={x(stand.at)} until={x(stand.until)} flag={line.flags} />
                )}
                {stand.state === 'delayed' && (
                  <text className="svg-end" x={Math.min(zero, x(stand.at)) - RING} y={size * 0.36}>
                    {delayed}
                  </text>
                )}
                <Said
                  text={stand.said}
                  size={size}
                  from={Math.max(x(stand.until), x(stand.at)) + (line.flags ? 16 : RING + 2)}
                  to={line.ticks.length === 0 && stand.at < 0 ? zero : width}
                />
              </g>
            ) : null;
          })}
        </svg>
      )}
    </div>
  );
}

interface MarkProps {
  readonly of: Drawn;
  readonly stand: Stand;
  readonly x: number;
  readonly until: number;
  readonly flag: boolean;
}

/** A task: its slice, its deadline, its shape. */
function Mark({ of: { shape, group }, stand: { state, next }, x, until, flag }: MarkProps) {
  const hue = groupHue(group);
  const colour = `var(--group-${hue})`;
  const edge = `var(--group-edge-${hue})`;
  const isGhost = state === 'delayed';
  const hollow = isGhost || groupFill(group) !== Fill.solid;
  const style = { stroke: edge, fill: isGhost ? 'var(--page)' : `var(--group-tint-${hue})` };
  const pole = next ? 'var(--ink)' : edge;
  return (
    <>
      {until > x && (
        <rect className="nl-slice" x={x} y={-SLICE} width={until - x} height={SLICE * 2} rx="2" style={style} />
      )}
      {flag && (
        <path
          className="nl-flag"
          d={`M${until} 8V-10l9 4.5l-9 4.5`}
          style={{ stroke: pole, fill: isGhost ? 'var(--page)' : pole }}
        />
      )}
      {next && <circle className="nl-next" cx={x} r={RING} />}
      <path
        className="nl-shape"
        d={shapePath(shape, state === 'running' ? RUNS : WAITS)}
        transform={`translate(${x} 0)`}
        style={{ stroke: edge, fill: hollow ? 'var(--page)' : colour }}
      />
    </>
  );
}

/** A label beside a mark, if there is room. */
function Said({ text, size, from, to }: { text: string; size: number; from: number; to: number }) {
  if (text === '' || from + textWidth(text, size) > to) return null;
  return (
    <text className="nl-said" x={from} y={size * 0.36}>
      {text}
    </text>
  );
}
