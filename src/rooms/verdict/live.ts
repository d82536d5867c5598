/** The throughput of both lanes so far as lines in a box of 100 by 100, with the numbers at their ends. Pure. */
import type { ChartFeed } from '../../engine/lanes/lane';
import { throughput } from '../../engine/wire/series';
import type { WorkUnit } from '../../scenario/generated/vocab';
import { rate, SHOWN_PER_S } from '../../words/compare';
import { count, significant } from '../../words/format';

export interface LiveLine {
  /** The path; empty before there is a line. */
  readonly path: string;
  /** How far below the top it ends (%). */
  readonly end: number;
  /** The mean over the run, in the unit of work of the workload. */
  readonly text: string;
}

/** Room above the highest point (share of it). */
const ABOVE = 0.08;

export function liveLines(
  feeds: readonly Pick<ChartFeed, 'series' | 'frame'>[],
  workUnit: WorkUnit,
): readonly LiveLine[] {
  const lanes = feeds.map(({ series, frame }) => ({
    points: throughput(series),
    // The axis is of points a millisecond.
    mean: frame ? rate(frame) : 0,
  }));
  const all = lanes.flatMap(({ points }) => points);
  const lastNs = Math.max(1, ...all.map(({ ns }) => ns));
  const top = Math.max(...all.map(({ value }) => value), ...lanes.map(({ mean }) => mean / 1e3)) * (1 + ABOVE) || 1;
  const y = (value: number): number => 100 - (value / top) * 100;
  return lanes.map(({ points, mean }) => ({
    path: points
      .map(
        ({ ns, value }, i) => `${i === 0 ? 'M0 100L' : 'L'}${((ns / lastNs) * 100).toFixed(2)} ${y(value).toFixed(2)}`,
      )
      .join(''),
    end: y(points.at(-1)?.value ?? 0),
    text: points.length > 0 ? numberText(mean * SHOWN_PER_S[workUnit]) : '–',
  }));
}

const numberText = (value: number): string => (value < 99.95 ? significant(value) : count(value));
