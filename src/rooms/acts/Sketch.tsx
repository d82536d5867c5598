/** A curve over the load: the reader draws it, then the measured one is drawn over it. */
import { area, curveMonotoneX, line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useWidth } from '../../ui/useWidth';
import { CELLS, Cells } from './Cells';
import { drawnTo, type Guess, isWhole, type Measured, measured, onto, topOf } from './curve';
import { measure, sketchAgain } from './go';
import { useInteractiveWords } from './interactive';
import { Marked } from './Marked';
import { inTenths } from './measure';
import { actsStore, useStory } from './store';
import type { Seen, Sketched, StepWords } from './types';
import './measured.css';
import './sketch.css';

export interface SketchProps {
  readonly words: NonNullable<StepWords['sketch']>;
  readonly sketched: Sketched;
  readonly seen: Seen | null;
  readonly current: boolean;
  readonly figures: Readonly<Record<string, string>>;
}

const HEIGHT = 266;
const EDGE = { top: 46, right: 14, bottom: 44, left: 60 } as const;
/** The names of both curves are above them, where neither reaches (px): of the measured one, and of the guess. */
const NAMES = [12, 30] as const;
/** Length of the piece of curve beside each name (px). */
const PIECE = 18;
/** How far a key moves a point (fraction of the work done). */
const BY_KEY = 0.01;
const TICKS = [0, 0.05, 0.1, 0.15, 0.2];

const curve = (points: readonly (readonly [number, number])[]): string =>
  line().curve(curveMonotoneX)(points.map(([x, y]) => [x, y])) ?? '';

const highest = (truth: readonly Measured[]): Measured | null =>
  truth.reduce<Measured | null>((best, one) => (best === null || one.mean > best.mean ? one : best), null);

export function Sketch({ words, sketched, seen, current, figures }: SketchProps) {
  const w = useInteractiveWords();
  const arrived = useStory((state) => state.arrived);
  const answered = useStory((state) => state.answered) && current;
  const handedIn = useStory((state) => state.choice !== null) && current;
  const beside = useStory((state) => state.beside);
  const kept = useStory((state) => state.guess);
  const { loads } = sketched;
  const guess: Guess = current && kept.length === loads.length ? kept : loads.map(() => null);
  const truth = answered && seen ? measured(sketched, seen) : [];
  const head = useRef<HTMLHeadingElement>(null);
  // The clicked button disappears.
  const stay = () => head.current?.focus();
  const top = highest(truth);
  const share = beside?.state === 'running' ? beside.share : null;
  return (
    <section className="acts-sketch" aria-label={w('sketch')} data-measured={truth.length > 0}>
      <h3 ref={head} tabIndex={-1}>
        {truth.length > 0 ? w('sketch.measured') : w('sketch')}
      </h3>
      <Plot sketched={sketched} guess={guess} truth={truth} open={current && arrived && !handedIn} />
      <p className="visually-hidden" role="status">
        {top && isWhole(guess)
          ? w('sketch.told', { gain: inTenths(top.mean), at: top.load, own: topOf(loads, guess) })
          : handedIn && w('sketch.running')}
      </p>
      {isWhole(guess) && truth.length > 0 && <Answer guess={guess} truth={truth} />}
      <div className="sketch-foot">
        {truth.length > 0 ? (
          <button
            type="button"
            className="button"
            onClick={() => {
              stay();
              sketchAgain();
            }}
          >
            {w('sketch.again')}
          </button>
        ) : handedIn ? (
          <label className="acts-beside">
            {w('sketch.running')}
            <progress value={share ?? 0} max={1} />
          </label>
        ) : isWhole(guess) ? (
          <button
            type="button"
            className="button strong"
            onClick={() => {
              stay();
              void measure();
            }}
          >
            {w('sketch.measure')}
          </button>
        ) : (
          <p className="acts-hint">{w('sketch.hint')}</p>
        )}
      </div>
      {truth.length > 0 &&
        words.after.split('\n\n').map((paragraph, i) => {
          const cells = CELLS[sketched.cells][i];
          return (
            <div key={paragraph} className="acts-celled">
              {cells && <Cells cells={cells} />}
              <p className="acts-text">
                <Marked text={paragraph} figures={figures} />
              </p>
            </div>
          );
        })}
    </section>
  );
}

interface AnswerProps {
  readonly guess: readonly number[];
  readonly truth: readonly Measured[];
}

/** A description of both curves for screen readers. */
function Answer({ guess, truth }: AnswerProps) {
  const w = useInteractiveWords();
  return (
    <div className="visually-hidden">
      <table>
        <caption>{w('sketch.measured')}</caption>
        <thead>
          <tr>
            <th scope="col">{w('sketch.axis')}</th>
            <th scope="col">{w('sketch.column.guess')}</th>
            <th scope="col">{w('sketch.column.measured')}</th>
          </tr>
        </thead>
        <tbody>
          {truth.map(({ load, mean }, i) => (
            <tr key={load}>
              <th scope="row">{load}</th>
              <td>{inTenths(guess[i] ?? 0)} %</td>
              <td>{inTenths(mean)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PlotProps {
  readonly sketched: Sketched;
  readonly guess: Guess;
  readonly truth: readonly Measured[];
  /** It can be drawn in. */
  readonly open: boolean;
}

function Plot({ sketched: { loads, range }, guess, truth, open }: PlotProps) {
  const w = useInteractiveWords();
  const { ref: svg, width } = useWidth<SVGSVGElement>();
  const last = useRef<number | null>(null);
  const size = { w: Math.max(width, 240), h: HEIGHT };
  const { at: x, back: loadAt } = onto([loads[0] ?? 0, loads.at(-1) ?? 1], [EDGE.left, size.w - EDGE.right]);
  const { at: y, back: gainAt } = onto(range, [size.h - EDGE.bottom, EDGE.top]);
  const put = (next: Guess) => actsStore.setState({ guess: next });
  // Two key events may arrive before the first is drawn: each continues from the stored value.
  const newest = (): Guess => {
    const { guess: now } = actsStore.getState();
    return now.length === loads.length ? now : guess;
  };

  const draw = (event: PointerEvent<SVGSVGElement>) => {
    const box = svg.current?.getBoundingClientRect();
    if (!open || !box || (event.buttons === 0 && event.pointerType === 'mouse')) return;
    const load = loadAt(((event.clientX - box.left) / box.width) * size.w);
    const gain = gainAt(((event.clientY - box.top) / box.height) * size.h);
    const at = loads.reduce(
      (best, one, i) => (Math.abs(one - load) < Math.abs((loads[best] ?? 0) - load) ? i : best),
      0,
    );
    put(drawnTo(guess, last.current, at, Math.min(range[1], Math.max(range[0], gain))));
    last.current = at;
  };
  const lift = () => {
    last.current = null;
  };
  const byKey = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowUp' ? BY_KEY : event.key === 'ArrowDown' ? -BY_KEY : 0;
    const aside = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const end = { Home: range[0], End: range[1] }[event.key];
    if (by === 0 && aside === 0 && end === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (aside !== 0) {
      svg.current?.querySelector<SVGElement>(`[data-at="${at + aside}"]`)?.focus();
      return;
    }
    const before = newest();
    const gain = end ?? (before[at] ?? 0) + by;
    put(before.map((old, i) => (i === at ? Math.min(range[1], Math.max(range[0], gain)) : old)));
  };

  const drawn = loads.flatMap((load, i) => {
    const gain = guess[i];
    return gain == null ? [] : [[x(load), y(gain)] as const];
  });
  const top = highest(truth);
  const band = area<Measured>()
    .curve(curveMonotoneX)
    .x(({ load }) => x(load))
    .y0(({ least }) => y(least))
    .y1(({ most }) => y(most));
  return (
    <svg
      ref={svg}
      className="sketch-plot"
      data-open={open}
      viewBox={`0 0 ${size.w} ${size.h}`}
      onPointerDown={(event) => {
        if (open) event.currentTarget.setPointerCapture(event.pointerId);
        draw(event);
      }}
      onPointerMove={draw}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      <title>{w('sketch')}</title>
      {TICKS.map((tick) => (
        <g key={tick} className="sketch-tick" data-zero={tick === 0}>
          <path d={`M${EDGE.left} ${y(tick)}H${size.w - EDGE.right}`} />
          <text x={EDGE.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {tick === 0 ? '0' : `+${Math.round(tick * 100)} %`}
          </text>
        </g>
      ))}
      {loads.map((load) => (
        <text key={load} className="sketch-load" x={x(load)} y={size.h - EDGE.bottom + 18} textAnchor="middle">
          {load}
        </text>
      ))}
      <text className="sketch-load" x={size.w - EDGE.right} y={size.h - 6} textAnchor="end">
        {w('sketch.axis')}
      </text>
      <path className="sketch-guess" d={curve(drawn)} />
      {truth.length > 0 && (
        <g className="sketch-truth">
          <path className="sketch-band" d={band([...truth]) ?? ''} />
          <path
            className="sketch-measured"
            pathLength={1}
            d={curve(truth.map(({ load, mean }) => [x(load), y(mean)]))}
          />
          {truth.map(({ load, mean }) => (
            <circle key={load} cx={x(load)} cy={y(mean)} r={4} />
          ))}
          {top && (
            <>
              <path className="sketch-measured" pathLength={1} d={`M${EDGE.left} ${NAMES[0] - 4}h${PIECE}`} />
              <text className="sketch-name" x={EDGE.left + PIECE + 6} y={NAMES[0]}>
                {w('sketch.top', { gain: inTenths(top.mean) })}
              </text>
            </>
          )}
        </g>
      )}
      {isWhole(guess) && truth.length > 0 && (
        <>
          <path className="sketch-guess" d={`M${EDGE.left} ${NAMES[1] - 4}h${PIECE}`} />
          <text className="sketch-yours" x={EDGE.left + PIECE + 6} y={NAMES[1]}>
            {w('sketch.yours', { load: topOf(loads, guess) })}
          </text>
        </>
      )}
      {open &&
        loads.map((load, i) => {
          const gain = guess[i] ?? 0;
          return (
            <circle
              key={load}
              className="sketch-point"
              data-at={i}
              data-drawn={guess[i] != null}
              role="slider"
              tabIndex={0}
              aria-label={w('sketch.point', { load })}
              aria-valuemin={Math.round(range[0] * 100)}
              aria-valuemax={Math.round(range[1] * 100)}
              aria-valuenow={Math.round(gain * 100)}
              aria-valuetext={guess[i] == null ? w('sketch.open') : `${Math.round(gain * 100)} %`}
              cx={x(load)}
              cy={y(gain)}
              r={guess[i] == null ? 7 : 9}
              onKeyDown={(event) => byKey(event, i)}
            />
          );
        })}
    </svg>
  );
}
