/** The drawing of a gain by load in a box of 100 by 100. Pure. */
import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { Gain, GainPoint } from '../../state/verdict';

/** A point of which a gain is known. */
interface Measured {
  readonly x: number;
  readonly mean: number;
  readonly half: number;
}

/** The position of a point; a point that is not measured yet is on the zero line. */
export interface Dot {
  readonly point: GainPoint;
  readonly x: number;
  readonly y: number;
}

export interface GainDrawing {
  readonly line: string;
  readonly band: string;
  /** How far below the top (%): zero, and the ticks beside it. */
  readonly zero: number;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly here: { readonly x: number; readonly y: number };
  readonly dots: readonly Dot[];
  /** The loads at both ends. */
  readonly first: number;
  readonly last: number;
}

/** The least the axis spans (%): less would make chance look like much. */
const LEAST_SPAN = 2;
/** Room at the top and at the bottom (share of the height). */
const ROOM = 0.12;
/** Ticks nearer to zero than this are left out (% of the height). */
const TICK_GAP = 30;

/** The largest of 1, 2, 5, 10, 20 … that a value reaches. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([5, 2, 1].find((step) => step * power <= value) ?? 1);
}

/** The curve through the points that were measured; its ends are the least and the most load. */
function curveThrough(points: readonly GainPoint[]) {
  const sorted = points.toSorted((a, b) => a.load - b.load);
  const [first, last] = [sorted[0]?.load ?? 0, sorted.at(-1)?.load ?? 0];
  const x = scaleLinear([first, Math.max(last, first + 1)], [0, 100]);
  const measured = sorted.flatMap(({ load, gain }): Measured[] =>
    gain ? [{ x: x(load), mean: gain.mean, half: gain.half ?? 0 }] : [],
  );
  // From the means: a few seeds have wide bands, and an axis that covers them would change with each seed.
  const means = measured.map(({ mean }) => mean);
  const [low, high] = [Math.min(0, ...means), Math.max(0, ...means)];
  const more = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  const y = scaleLinear([low - more, high + more], [100 - ROOM * 100, ROOM * 100]);
  const path =
    line<Measured>(
      ({ x }) => x,
      ({ mean }) => y(mean),
    ).curve(curveMonotoneX)(measured) ?? '';
  return { first, last, x, y, low, high, measured, line: path };
}

export function gainDrawing({ points, here }: Gain): GainDrawing {
  const { x, y, low, high, measured, ...curve } = curveThrough([...points, here]);
  const zero = y(0);
  const inside = (value: number): number => Math.min(100, Math.max(0, y(value)));
  const ticks = [high, low]
    .filter((end) => end !== 0)
    .map((end) => Math.sign(end) * roundBelow(Math.abs(end)))
    .map((value) => ({ value, y: y(value) }))
    .filter((tick) => Math.abs(tick.y - zero) >= TICK_GAP);
  return {
    ...curve,
    band:
      area<Measured>(
        ({ x }) => x,
        ({ mean, half }) => inside(mean - half),
        ({ mean, half }) => inside(mean + half),
      ).curve(curveMonotoneX)(measured) ?? '',
    zero,
    ticks,
    here: { x: x(here.load), y: y(here.gain?.mean ?? 0) },
    dots: points.map((point) => ({ point, x: x(point.load), y: y(point.gain?.mean ?? 0) })),
  };
}

/** A gain by load as small as a word. */
export interface GainSketch {
  /** Empty until all seeds of every point have ended: it is drawn once, and stays. */
  readonly line: string;
  /** How far below the top (%) zero is. */
  readonly zero: number;
}

/** Whether no more will be known of a point. */
export const isOver = ({ known: { seeds, of, fault } }: GainPoint): boolean => seeds === of || fault !== null;

export function gainSketch({ points, here }: Pick<Gain, 'points' | 'here'>): GainSketch {
  const all = [...points, here];
  const { line, y } = curveThrough(points.length > 0 && all.every(isOver) ? all : []);
  return { line, zero: y(0) };
}

/** The point for a clicked load, or for one step further: the nearest on that side. Null: none. */
export function pointTowards({ points, here }: Gain, value: number): number | null {
  const side = Math.sign(value - here.load);
  const loads = points.map(({ load }) => load).filter((load) => Math.sign(load - here.load) === side);
  return loads.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))[0] ?? null;
}
