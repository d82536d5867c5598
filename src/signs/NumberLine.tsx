/** A run queue as a number line; `line.ts` computes the positions, the caller passes the words. */
import type { SVGProps } from 'react';
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

export interface NumberLineProps {
  readonly line: Line;
  readonly drawn: (task: number) => Drawn;
  /** Labels of the middle and of the two halves. */
  readonly middle: string;
  readonly left: string;
  readonly right: string;
  /** At the end of the axis. */
  readonly unit: string;
  /** Labels in the row of a task that has left, and of a sleeping task that stays queued. */
  readonly gone: string;
  readonly delayed: string;
  /** Height of a row (px). */
  readonly row?: number;
  /** Tasks in the order in which they would run: each has its number at its flag. */
  readonly order?: readonly number[];
  /** Attributes of the row of a task. */
  readonly rowProps?: (task: number) => SVGProps<SVGGElement>;
  /** Only the shapes of the tasks stand before the rows, since there is no room for their names. */
  readonly bare?: boolean;
}

/** Height of a row (px) among figures, and the sizes of signs in it. */
const ROW = 28;
/** Room on either side for half a tick label, and at the right for a flag. */
const PAD = 16;
/** In a row of `ROW`: half the size of the shapes of a running and of a waiting task, and of the ring around the next task. */
const RUNS = 8;
const WAITS = 6;
const RING = 12;
/** Half the thickness of a slice. */
const SLICE = 4;
/** In higher rows signs grow up to this factor. */
const MOST = 1.6;

export function NumberLine({ label, ...drawing }: NumberLineProps & { readonly label: string }) {
  const { ref, width, size } = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} className="svg-chart number-line">
      {width > 0 && (
        <svg width={width} height={numberLineHeight(drawing.line, size, drawing.row)} role="img" aria-label={label}>
          <NumberLineDrawing {...drawing} width={width} size={size} />
        </svg>
      )}
    </div>
  );
}

/** Height of the labels above the rows. */
const headOf = (size: number): number => size + 10;

export function numberLineHeight({ rows, ticks }: Line, size: number, row = ROW): number {
  return headOf(size) + rows.length * row + (ticks.length > 0 ? size + 12 : 4);
}

const signedOf = (by: number): number => RUNS * by * 2 + 8;

/** Where the parts of a number line are, from left to right: its names, its middle, and any position between -1 and 1. */
export function scaleOf({
  line,
  drawn,
  row = ROW,
  bare = false,
  width,
  size,
}: Pick<DrawingProps, 'line' | 'drawn' | 'row' | 'bare' | 'width' | 'size'>) {
  const signed = signedOf(Math.min(MOST, row / ROW));
  const texts = line.rows.map(({ task }) => drawn(task).name);
  const names = bare ? signed : Math.min(width * 0.45, signed + drawnNames(texts, size) + 8);
  const half = Math.max(0, (width - names) / 2 - PAD);
  const zero = names + PAD + half;
  return { names, half, zero, x: (at: number): number => zero + at * half };
}

/** Half the size of the ring around the next task. */
export const ringOf = (row = ROW): number => RING * Math.min(MOST, row / ROW);

/** The middle of a row. */
export const rowOf = (row: number, size: number, high = ROW): number => headOf(size) + (row + 0.5) * high;

interface DrawingProps extends NumberLineProps {
  readonly width: number;
  /** Size of its text. */
  readonly size: number;
}

/** The number line inside an SVG. */
export function NumberLineDrawing({
  line,
  drawn,
  middle,
  left,
  right,
  unit,
  gone,
  delayed,
  row: high = ROW,
  order,
  rowProps,
  bare = false,
  width,
  size,
}: DrawingProps) {
  const tasks = line.rows.map(({ task }) => drawn(task));
  const by = Math.min(MOST, high / ROW);
  const signed = signedOf(by);
  const { names, half, zero, x } = scaleOf({ line, drawn, row: high, bare, width, size });
  const head = headOf(size);
  const foot = head + line.rows.length * high;
  // The unit stands before the first tick label, or after the last one.
  const [first] = line.ticks;
  const named = first !== undefined && textWidth(unit, size) + textWidth(first.text, size) / 2 + 6 < x(first.at);
  const ticks = line.ticks
    .filter(({ at }) => half > 90 || (half > 50 ? Math.abs(at) !== 0.5 : Math.abs(at) === 1))
    .map((tick) => (tick.at === 1 && !named ? { ...tick, text: `${tick.text} ms` } : tick));
  const beside = (text: string): string => (textWidth(text, size) < half - textWidth(middle, size) / 2 - 8 ? text : '');
  return (
    <g className="svg-chart">
      <rect className="nl-may" x={names} y={head} width={zero - names} height={foot - head} />
      {line.rows.map(({ task }, row) => (
        <path key={task} className="svg-grid" d={`M${names} ${head + (row + 1) * high}H${width}`} />
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
        const after = Math.max(x(stand.until), x(stand.at)) + (line.flags ? (order ? 40 : 16) : RING + 4) * by;
        // The line in the middle would go through the text.
        const crosses = !line.flags && after < zero && after + textWidth(stand.said, size) > zero - 4;
        return of ? (
          <g
            key={stand.task}
            transform={`translate(0 ${rowOf(row, size, high)})`}
            data-state={stand.state}
            {...rowProps?.(stand.task)}
          >
            <path
              className="nl-shape nl-sign"
              d={shapePath(of.shape, WAITS * by)}
              transform={`translate(${RUNS * by} 0)`}
              style={look(of)}
            />
            {!bare && (
              <text className="nl-name" x={signed} y={size * 0.36}>
                {of.name}
              </text>
            )}
            {stand.state === 'gone' ? (
              <Said text={gone} size={size} from={zero + 10} to={width} />
            ) : (
              <Mark
                of={of}
                stand={stand}
                x={x(stand.at)}
                until={x(stand.until)}
                flag={line.flags}
                by={by}
                place={order ? order.indexOf(stand.task) + 1 : 0}
                size={size}
              />
            )}
            {stand.state === 'delayed' && (
              <text className="svg-end" x={Math.min(zero, x(stand.at)) - RING * by} y={size * 0.36}>
                {delayed}
              </text>
            )}
            <Said
              text={stand.said}
              size={size}
              from={crosses && line.ticks.length > 0 ? zero + 8 : after}
              to={line.ticks.length === 0 && stand.at < 0 ? zero : width}
            />
          </g>
        ) : null;
      })}
    </g>
  );
}

interface MarkProps {
  readonly of: Drawn;
  readonly stand: Stand;
  readonly x: number;
  readonly until: number;
  readonly flag: boolean;
  /** Factor of its size. */
  readonly by: number;
  /** Its place in the order in which the tasks would run, from 1; 0: none. */
  readonly place: number;
  readonly size: number;
}

/** The colours of a task's shape. */
export function look({ group }: Pick<Drawn, 'group'>, isGhost = false) {
  const hue = groupHue(group);
  const hollow = isGhost || groupFill(group) !== Fill.solid;
  return { stroke: `var(--group-edge-${hue})`, fill: hollow ? 'var(--page)' : `var(--group-${hue})` };
}

/** Moved by CSS, so that a sign can glide along the line. */
const at = (x: number, by: number) => ({ transform: `translate(${x}px, 0) scale(${by})` });

/** A task: its slice, its deadline, its shape. */
function Mark({ of, stand: { state, next }, x, until, flag, by, place, size }: MarkProps) {
  const isGhost = state === 'delayed';
  const colours = look(of, isGhost);
  const style = {
    stroke: colours.stroke,
    fill: isGhost ? 'var(--page)' : `var(--group-tint-${groupHue(of.group)})`,
  };
  const pole = next ? 'var(--ink)' : colours.stroke;
  return (
    <>
      {until > x && (
        <rect
          className="nl-slice"
          x={x}
          y={-SLICE * by}
          width={until - x}
          height={SLICE * by * 2}
          rx="2"
          style={style}
        />
      )}
      {flag && (
        <g className="nl-at" style={at(until, by)}>
          <path
            className="nl-flag"
            d="M0 8V-10l9 4.5l-9 4.5"
            style={{ stroke: pole, fill: isGhost ? 'var(--page)' : pole }}
          />
          {place > 0 && (
            <g className="nl-place" transform={`translate(${12 + size / by} 0) scale(${1 / by})`}>
              <circle r={size * 0.85} />
              <text className="svg-middle" y={size * 0.36}>
                {place}
              </text>
            </g>
          )}
        </g>
      )}
      <g className="nl-at" style={at(x, by)}>
        {next && <circle className="nl-next" r={RING} />}
        <path className="nl-shape" d={shapePath(of.shape, state === 'running' ? RUNS : WAITS)} style={colours} />
      </g>
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
