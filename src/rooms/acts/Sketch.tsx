/** A curve over the load, which the reader draws; the figure shows it, and then the measured one over it. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useWidth } from '../../ui/useWidth';
import { drawnTo, type Guess, highest, isWhole, type Measured, measured, onto, topOf } from './curve';
import { GainAxes } from './GainAxes';
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

const HEIGHT = 232;
const EDGE = { top: 12, right: 14, bottom: 44, left: 60 } as const;
/** How far a key moves a point (fraction of the work done). */
const BY_KEY = 0.01;
/** Width of the column of a load, which a pointer hits (px). */
const TARGET = 24;

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
      {truth.length === 0 && <Plot sketched={sketched} guess={guess} open={current && arrived && !handedIn} />}
      <p className="visually-hidden" role="status">
        {top && isWhole(guess)
          ? w('sketch.result', { gain: inTenths(top.mean), at: top.load, own: topOf(loads, guess) })
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
        words.after.split('\n\n').map((paragraph) => (
          <p key={paragraph} className="acts-text">
            <Marked text={paragraph} figures={figures} />
          </p>
        ))}
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
  /** It can be drawn in. */
  readonly open: boolean;
}

function Plot({ sketched: { loads, range }, guess, open }: PlotProps) {
  const w = useInteractiveWords();
  const { ref: svg, width } = useWidth<SVGSVGElement>();
  const last = useRef<number | null>(null);
  const size = { w: Math.max(width, 240), h: HEIGHT };
  const plot = { left: EDGE.left, right: size.w - EDGE.right, top: EDGE.top, bottom: size.h - EDGE.bottom };
  const { at: x, back: loadAt } = onto([loads[0] ?? 0, loads.at(-1) ?? 1], [plot.left, plot.right]);
  const { at: y, back: gainAt } = onto(range, [plot.bottom, plot.top]);
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
      <GainAxes plot={plot} loads={loads} x={x} y={y} range={range} guess={guess} axis={w('sketch.axis')} />
      {open &&
        loads.map((load, i) => {
          const gain = guess[i] ?? 0;
          return (
            <g
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
              onKeyDown={(event) => byKey(event, i)}
            >
              <rect x={x(load) - TARGET / 2} y={plot.top} width={TARGET} height={plot.bottom - plot.top} />
              <circle cx={x(load)} cy={y(gain)} r={guess[i] == null ? 7 : 9} />
            </g>
          );
        })}
    </svg>
  );
}
