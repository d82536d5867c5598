/** Where the parts of the hump are: the curve below, the three situations above the loads that they stand for. */
import { highest, type Measured } from '../curve';
import type { Plot } from '../GainAxes';

export type Situation = 'few' | 'half' | 'many';
export const SITUATIONS: readonly Situation[] = ['few', 'half', 'many'];

/** The measured point that each situation stands for: a low load, the best one, and the highest. */
export function pointsOf(truth: readonly Measured[]): Readonly<Record<Situation, Measured>> | null {
  const top = highest(truth);
  const [few, many] = [truth[1], truth.at(-1)];
  return top && few && many ? { few, half: top, many } : null;
}

export interface HumpPlaces {
  /** Height of the situations, with their captions. */
  readonly box: { readonly w: number; readonly h: number; readonly gap: number };
  readonly plot: Plot;
  readonly caption: number;
}

const BOX = { most: 118, least: 52 } as const;

export function humpPlaces(width: number, height: number, roomy: boolean): HumpPlaces {
  const gap = roomy ? 16 : 8;
  const w = (width - 2 * gap) / 3;
  const h = Math.min(BOX.most, Math.max(BOX.least, height * 0.18), w * 0.52);
  const caption = roomy && height > 380 ? 42 : 20;
  return {
    box: { w, h, gap },
    caption,
    plot: { left: 56, right: width - 18, top: h + caption + (roomy ? 62 : 34), bottom: height - (roomy ? 62 : 40) },
  };
}

/** A CPU of a situation: the shape that runs, the one that waits, the frame of the target, the lanes that go there. */
export interface Cell {
  readonly runs?: readonly [group: number, shape: 'client' | 'server'];
  readonly waits?: true;
  readonly target?: true;
  readonly goes?: readonly ('a' | 'b')[];
}

const WAKER: Cell = { runs: [0, 'client'] };
const other = (group: number, shape: 'client' | 'server', rest: Partial<Cell> = {}): Cell => ({
  runs: [group, shape],
  ...rest,
});

/** The target's cluster and another one, in reading order. The woken task is the waker's partner. */
export const CELLS: Readonly<Record<Situation, readonly [readonly Cell[], readonly Cell[]]>> = {
  few: [
    [WAKER, {}, { target: true, goes: ['a', 'b'] }, {}],
    [{}, other(3, 'client'), {}, {}],
  ],
  half: [
    [WAKER, { goes: ['b'] }, other(1, 'client', { target: true }), other(3, 'server')],
    [other(3, 'client'), other(2, 'server'), { goes: ['a'] }, other(2, 'client')],
  ],
  many: [
    [
      WAKER,
      other(2, 'server'),
      other(1, 'client', { target: true, waits: true, goes: ['a', 'b'] }),
      other(3, 'server'),
    ],
    [other(3, 'client', { waits: true }), other(4, 'server'), other(2, 'client', { waits: true }), other(5, 'client')],
  ],
};
