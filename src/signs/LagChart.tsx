/**
 * Lag, or timeslices, over time for the tasks of one queue, and below it the running task. `lag.ts` and `slices.ts`
 * compute them from a trace.
 */
import { textWidth } from '../ui/fitting';
import { useWidth } from '../ui/useWidth';
import { count, exactly } from '../words/format';
import type { Lags, Stroke } from './lag';
import { type Drawn, drawnNames, look } from './NumberLine';
import { groupHue } from './palette';
import { shapePath } from './shapes';
import './svg-chart.css';

export interface LagChartProps {
  readonly lags: Lags;
  readonly fromNs: number;
  readonly toNs: number;
  /** Minimum length of the time axis (ns). */
  readonly leastNs: number;
  readonly reachNs: number;
  readonly drawn: (task: number) => Drawn;
  /** Label of the band of running tasks. */
  readonly runs: string;
  /** Height of the lines without the axis (px). */
  readonly height: number;
  /** Tasks that may appear: charts of the same tasks have the same axis. */
  readonly tasks: readonly number[];
  /** Whether the chart has a time axis: in a stack of charts, the last one has. */
  readonly timed: boolean;
  /** Only the shapes of the tasks stand at the ends of the lines, since there is no room for their names. */
  readonly bare?: boolean;
}

const BAND = 10;
const GAP = 8;
const PAD = 6;
/** Half the size of a shape at the end of a line. */
const SIGN = 5;
/** Minimum distance between marks of joining and leaving tasks (px). */
const JUMP = 10;

export function LagChart({ label, ...drawing }: LagChartProps & { readonly label: string }) {
  const { ref, width, size } = useWidth<HTMLDivElement>();
  const { fromNs, toNs, height, timed } = drawing;
  return (
    <div ref={ref} className="svg-chart lag-chart">
      {width > 0 && toNs > fromNs && (
        <svg width={width} height={lagChartHeight(height, size, timed)} role="img" aria-label={label}>
          <LagDrawing {...drawing} width={width} size={size} />
        </svg>
      )}
    </div>
  );
}

const topOf = (size: number): number => size / 2 + 2;

/** The height of the whole chart; `height`: that of its lines. */
export const lagChartHeight = (height: number, size: number, timed: boolean): number =>
  topOf(size) + height + GAP + BAND + (timed ? size + 8 : 1);

interface DrawingProps extends LagChartProps {
  readonly width: number;
  /** Size of its text. */
  readonly size: number;
}

/** The chart inside an SVG. */
export function LagDrawing({
  lags,
  fromNs,
  toNs,
  leastNs,
  reachNs,
  drawn,
  runs,
  height,
  tasks,
  timed,
  bare = false,
  width,
  size,
}: DrawingProps) {
  const texts = [...new Set([reachNs, 0, leastNs])].map((ns) => ({ ns, text: signed(ns, leastNs) }));
  const left = Math.max(textWidth(runs, size), ...texts.map(({ text }) => textWidth(text, size))) + 6;
  const last = new Map(lags.strokes.map((stroke) => [stroke.task, stroke]));
  const ends = [...last.values()].filter(({ to }) => to.ns === toNs);
  // A queue may have no names yet; the label of the last moment needs room at the end of the lines, too.
  const named = bare ? [] : tasks.map((task) => drawn(task).name);
  const right = Math.max(drawnNames(named, size) + SIGN * 2 + 10, textWidth(momentText(toNs / MS), size) / 2);
  const top = topOf(size);
  const x = (ns: number): number => left + ((ns - fromNs) / (toNs - fromNs)) * Math.max(0, width - left - right);
  const y = (lag: number): number => top + ((reachNs - lag) / (reachNs - leastNs)) * height;
  const bottom = top + height;
  // Marks every few pixels would hide the lines.
  const jumps = lags.jumps.length * JUMP < width - left - right ? lags.jumps : [];
  const heights = apart(ends, y, size + 2);
  const every =
    [1, 2, 5, 10, 20, 50, 100].find((ms) => (toNs - fromNs) / (ms * MS) <= Math.max(2, (width - left) / 90)) ?? 200;
  const firstTick = Math.ceil(fromNs / (every * MS)) * every;
  const ticks = Array.from(
    { length: Math.floor((toNs / MS - firstTick) / every) + 1 },
    (_, i) => firstTick + i * every,
  );
  return (
    <g className="svg-chart">
      {texts.map(({ ns, text }) => (
        <g key={ns} data-zero={ns === 0 || undefined}>
          <path className="svg-grid" d={`M${left} ${y(ns)}H${width - right}`} />
          <text className="svg-end" x={left - 5} y={y(ns) + size * 0.36}>
            {text}
          </text>
        </g>
      ))}
      {jumps.map(({ ns, task, joins }) => (
        <path key={`${ns} ${task}`} className="lag-jump" data-joins={joins} d={`M${x(ns)} ${top}V${bottom}`} />
      ))}
      {[...lags.strokes.filter(isSolid), ...lags.strokes.filter((one) => !isSolid(one))].map(
        ({ task, state, from, to }) => (
          <path
            key={`${task} ${from.ns}`}
            className="lag-stroke"
            data-state={state}
            d={`M${x(from.ns)} ${y(from.lag)}L${x(to.ns)} ${y(to.lag)}`}
            style={{ stroke: edgeOf(drawn(task)) }}
          />
        ),
      )}
      {ends.map(({ task }, i) => (
        <g key={task} transform={`translate(${width - right} ${heights[i] ?? 0})`}>
          <path
            className="nl-shape"
            d={shapePath(drawn(task).shape, SIGN)}
            transform={`translate(${SIGN + 4} 0)`}
            style={look(drawn(task))}
          />
          {!bare && (
            <text className="lag-name" x={SIGN * 2 + 8} y={size * 0.36}>
              {drawn(task).name}
            </text>
          )}
        </g>
      ))}
      <text className="svg-end" x={left - 5} y={bottom + GAP + BAND}>
        {runs}
      </text>
      {lags.turns.map(({ task, fromNs: since, toNs: until }) => (
        <rect
          key={since}
          x={x(since)}
          y={bottom + GAP}
          width={Math.max(0.5, x(until) - x(since) - 0.5)}
          height={BAND}
          rx="2"
          style={{ fill: `var(--group-${groupHue(drawn(task).group)})` }}
        />
      ))}
      {(timed ? ticks : []).map((ms, i) => (
        <g key={ms}>
          <path className="svg-tick" d={`M${x(ms * MS)} ${bottom + GAP + BAND + 1}v3`} />
          <text className="svg-middle" x={x(ms * MS)} y={bottom + GAP + BAND + size + PAD}>
            {i === ticks.length - 1 ? momentText(ms) : count(ms)}
          </text>
        </g>
      ))}
    </g>
  );
}

const MS = 1e6;

const momentText = (ms: number): string => `${count(Math.floor(ms))} ms`;

/** Dotted strokes are drawn over solid ones. */
const isSolid = ({ state }: Stroke): boolean => state === 'running' || state === 'waiting';

const edgeOf = ({ group }: Drawn): string => `var(--group-edge-${groupHue(group)})`;

const signed = (ns: number, leastNs: number): string =>
  ns === 0 ? '0' : `${ns < 0 ? '−' : leastNs < 0 ? '+' : ''}${exactly(Math.abs(ns))}`;

/** Positions of the names at the ends of the lines, without overlap. */
function apart(ends: readonly Stroke[], y: (lag: number) => number, gap: number): readonly number[] {
  const order = ends.map(({ to }, i) => ({ i, at: y(to.lag) })).sort((a, b) => a.at - b.at);
  const placed: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (const { i, at } of order) {
    placed[i] = Math.max(at, least);
    least = (placed[i] ?? 0) + gap;
  }
  return placed;
}
