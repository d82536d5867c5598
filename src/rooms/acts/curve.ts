/** A curve that is drawn before it is measured: the gain of B over the load. */
import { gainsOf, type Spread, spreadOf } from './measure';
import type { Seen, Sketched } from './types';

/** A guess: a gain for each load, null where the curve is not drawn yet. */
export type Guess = readonly (number | null)[];

export interface Measured extends Spread {
  readonly load: number;
}

/** The measured gain at each load; empty until all runs have ended. */
export function measured({ loads }: Sketched, seen: Seen): readonly Measured[] {
  const all = loads.flatMap((load, i) => {
    const spread = spreadOf(gainsOf(seen, i));
    return spread ? [{ load, ...spread }] : [];
  });
  return all.length === loads.length ? all : [];
}

/** The guess with a gain at a point; skipped points since `from` are interpolated linearly. */
export function drawnTo(guess: Guess, from: number | null, to: number, gain: number): Guess {
  const begin = from === null ? null : guess[from];
  if (from === null || begin == null || Math.abs(to - from) < 2) return guess.map((old, i) => (i === to ? gain : old));
  return guess.map((old, i) => {
    const share = (i - from) / (to - from);
    return share > 0 && share <= 1 ? begin + (gain - begin) * share : old;
  });
}

export const isWhole = (guess: Guess): guess is readonly number[] => guess.every((gain) => gain !== null);

/** The load at which a curve is highest; of equal ones the lowest. */
export function topOf(loads: readonly number[], gains: readonly number[]): number {
  const top = gains.reduce((best, gain, i) => (gain > (gains[best] ?? 0) ? i : best), 0);
  return loads[top] ?? 0;
}

/** The highest point; null: there is none. */
export const highest = (truth: readonly Measured[]): Measured | null =>
  truth.reduce<Measured | null>((best, one) => (best === null || one.mean > best.mean ? one : best), null);

/** A linear scale and its inverse. d3-scale would add 9 kB to an act. */
export function onto([from, to]: readonly [number, number], [begin, end]: readonly [number, number]) {
  const slope = (end - begin) / (to - from);
  return {
    at: (value: number): number => begin + (value - from) * slope,
    back: (place: number): number => from + (place - begin) / slope,
  };
}
