/** What the runs say, as numbers: by seed, and by value of a sweep. */

import { deviation, differences, type Estimate, estimate, spansZero } from '../../engine/batch/judge';
import type { Outcome } from '../../engine/batch/pool';
import type { RunReport } from '../../scenario/generated/types';
import type { Cell, Table } from '../../ui/table';
import { FIGURE, type FigureKey } from './figures';
import { type Pair, pairsOf } from './plan';
import type { Run } from './store';

export interface Compared {
  readonly seeds: readonly number[];
  readonly a: readonly number[];
  /** Empty with one lane. */
  readonly b: readonly number[];
  readonly estimateA: Estimate;
  readonly estimateB: Estimate | null;
  /** B minus A in percent of A's mean, seed by seed; empty where A has none. */
  readonly differences: readonly number[];
  readonly difference: Estimate | null;
}

export function compare(pairs: readonly Pair[], figure: FigureKey): Compared | null {
  if (pairs.length === 0) return null;
  const { of } = FIGURE[figure];
  const a = pairs.map((pair) => of(pair.a));
  const b = pairs.flatMap((pair) => (pair.b ? [of(pair.b)] : []));
  const both = b.length === a.length;
  const apart = both ? differences(a, b) : [];
  return {
    seeds: pairs.map(({ seed }) => seed),
    a,
    b,
    estimateA: estimate(a),
    estimateB: both ? estimate(b) : null,
    differences: apart,
    difference: apart.length > 0 ? estimate(apart) : null,
  };
}

export const pairsOfRun = ({ jobs, outcomes }: Run): Pair[] => pairsOf(jobs, outcomes);

export interface SweepPoint extends Compared {
  readonly value: number;
}

/** The values of a sweep of which some seed has ended. */
export function sweepPoints({ values, each, jobs, outcomes }: Run, figure: FigureKey): SweepPoint[] {
  return values.flatMap((value, i): SweepPoint[] => {
    const from = i * each;
    const compared = compare(pairsOf(jobs.slice(from, from + each), outcomes.slice(from, from + each)), figure);
    return compared ? [{ ...compared, value }] : [];
  });
}

/** At how many values of a sweep the two are apart, and which way. */
export function sweepCounts(points: readonly SweepPoint[]) {
  const apart = points.flatMap(({ difference }) => (difference && !spansZero(difference) ? [difference.mean] : []));
  const higher = apart.filter((mean) => mean > 0).length;
  return { points: points.length, apart: apart.length, higher, lower: apart.length - higher };
}

export const failures = (outcomes: readonly (Outcome | null)[]) =>
  outcomes.filter((outcome) => outcome?.type === 'fault');

/** Reports of runs whose work was not done when their time was up. */
export const unfinished = (pairs: readonly Pair[]): number =>
  pairs.flatMap(({ a, b }): readonly (RunReport | null)[] => [a, b]).filter((one) => one?.ended === 'limit').length;

// ---- tables

const tidy = (value: number, digits = 6): number => Number(value.toPrecision(digits));

/** Every run with every figure: what the charts are drawn from. */
export function runsTable(run: Run, figures: readonly FigureKey[]): Table {
  const columns = [
    ...(run.field ? [{ name: run.field }] : []),
    { name: 'seed' },
    { name: 'lane' },
    ...figures.map((key) => ({ name: key, unit: FIGURE[key].unit })),
  ];
  const rows = run.jobs.flatMap(({ scenario, lane }, i): Cell[][] => {
    const outcome = run.outcomes[i];
    if (outcome?.type !== 'report') return [];
    const value = run.field ? [run.values[Math.floor(i / run.each)] ?? null] : [];
    return [
      [
        ...value,
        scenario.seed,
        lane === 0 ? 'A' : 'B',
        ...figures.map((key) => tidy(FIGURE[key].of(outcome.report), 9)),
      ],
    ];
  });
  return { columns, rows };
}

export interface Words {
  /** What was run, line by line. */
  readonly about: readonly string[];
  readonly base: string;
  readonly next: string;
}

const MAIL_UNIT: Readonly<Partial<Record<FigureKey, string>>> = {
  elapsed: 'time ms',
  rate: 'rate/s',
  busy: '%busy',
  wasted: '%wasted',
  cluster: '%cluster',
  moves: 'moves',
  p99: 'p99 us',
  steal: 'steals',
};

interface MailRow {
  readonly head: string;
  readonly figure: FigureKey;
  readonly compared: Compared;
}

const number = (value: number): string => {
  const size = Math.abs(value);
  return value.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
};
const signed = (value: number, digits = 1): string => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`;
const spread = ({ mean }: Estimate, values: readonly number[]): string => {
  const own = deviation(values);
  return own === null || mean === 0 ? '-' : ((own / mean) * 100).toFixed(1);
};

/**
 * How much faster B is, as the kernel's commit messages count it: base/new of times, new/base of rates;
 * nothing of figures that have no better.
 */
function speedup(figure: FigureKey, { estimateA, estimateB, difference }: Compared): string {
  const { more } = FIGURE[figure];
  if (!estimateB || !difference || more === null || spansZero(difference)) return '-';
  const [from, to] = more ? [estimateA.mean, estimateB.mean] : [estimateB.mean, estimateA.mean];
  return from === 0 ? '-' : signed((to / from - 1) * 100);
}

/** The table that commit messages of the kernel have: base and new side by side, columns aligned. */
export function mailTable(first: string, rows: readonly MailRow[], { about, base, next }: Words): string {
  const titles = [first, 'mean', '%stdev', 'mean', '%stdev', '%speedup', '%diff', '+-95%'];
  const cells = rows.map(({ head, figure, compared }) => {
    const { scale } = FIGURE[figure];
    const { estimateA, estimateB, difference, a, b } = compared;
    return [
      head,
      number(estimateA.mean / scale),
      spread(estimateA, a),
      estimateB ? number(estimateB.mean / scale) : '-',
      estimateB ? spread(estimateB, b) : '-',
      speedup(figure, compared),
      difference ? signed(difference.mean, 2) : '-',
      difference?.half == null ? '-' : difference.half.toFixed(2),
    ];
  });
  const widths = titles.map((title, i) => Math.max(title.length, ...cells.map((row) => (row[i] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padStart(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const over = (from: number, to: number, title: string) => {
    const room = widths.slice(from, to + 1).reduce((sum, width) => sum + width, 2 * (to - from));
    const dashes = Math.max(0, room - title.length - 2);
    return `${'-'.repeat(Math.floor(dashes / 2))} ${title} ${'-'.repeat(Math.ceil(dashes / 2))}`;
  };
  const head = `${' '.repeat(widths[0] ?? 0)}  ${over(1, 2, 'base')}  ${over(3, 4, 'new')}`;
  return [
    '```',
    ...about,
    `base: ${base}`,
    `new:  ${next}`,
    '',
    head,
    line(titles),
    ...cells.map(line),
    '',
    '%diff: paired by seed, in percent of the mean of base; %speedup only where its 95% interval leaves zero out',
    '```',
    '',
  ].join('\n');
}

export const mailName = (figure: FigureKey): string => MAIL_UNIT[figure] ?? figure;
