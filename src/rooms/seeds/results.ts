/** The results of the runs as numbers: by seed, and by value of a sweep. */

import { type Compared, compare, findingOf } from '../../engine/batch/compared';
import { FIGURE, type FigureKey } from '../../engine/batch/figures';
import { deviation, type Estimate, spansZero } from '../../engine/batch/judge';
import { type Pair, pairsOf } from '../../engine/batch/paired';
import type { Outcome } from '../../engine/batch/pool';
import type { Cell, Table } from '../../ui/table';
import { letter, signed } from '../../words/format';
import type { Run } from './store';

export const pairsOfRun = ({ jobs, outcomes }: Run): Pair[] => pairsOf(jobs, outcomes);

export interface SweepPoint extends Compared {
  readonly value: number;
}

/** The values of a sweep for which a seed has ended. */
export function sweepPoints({ values, each, jobs, outcomes }: Run, figure: FigureKey): SweepPoint[] {
  return values.flatMap((value, i): SweepPoint[] => {
    const from = i * each;
    const compared = compare(pairsOf(jobs.slice(from, from + each), outcomes.slice(from, from + each)), figure);
    return compared ? [{ ...compared, value }] : [];
  });
}

export type Side = 'more' | 'less' | 'none' | 'undecided';

/** Adjacent values of a sweep with the same verdict. */
export interface Stretch {
  readonly side: Side;
  readonly first: number;
  readonly last: number;
}

function sideOf(figure: FigureKey, point: SweepPoint): Side {
  const finding = findingOf(figure, point);
  switch (finding?.kind) {
    case 'apart':
      return finding.difference.mean > 0 ? 'more' : 'less';
    case 'same':
    case 'none':
      return 'none';
    default:
      return 'undecided';
  }
}

/** The intervals of a sweep in which B exceeds A, is below it, does not differ or is undecided, from the first value to the last. */
export function stretches(figure: FigureKey, points: readonly SweepPoint[]): Stretch[] {
  const found: Stretch[] = [];
  for (const point of points) {
    const side = sideOf(figure, point);
    const before = found.at(-1);
    if (before?.side === side) found[found.length - 1] = { ...before, last: point.value };
    else found.push({ side, first: point.value, last: point.value });
  }
  return found;
}

export const failures = (outcomes: readonly (Outcome | null)[]) =>
  outcomes.filter((outcome) => outcome?.type === 'fault');

// ---- tables

const tidy = (value: number, digits = 6): number => Number(value.toPrecision(digits));

/** Every run with every figure: the data of the charts. */
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
    return [[...value, scenario.seed, letter(lane), ...figures.map((key) => tidy(FIGURE[key].of(outcome.report), 9))]];
  });
  return { columns, rows };
}

export interface Words {
  /** The description of the run, line by line. */
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
  shares: '%gap',
  p50: 'p50 us',
  p90: 'p90 us',
  p99: 'p99 us',
  p99_9: 'p99.9 us',
  request_p50: 'req p50 us',
  request_p99: 'req p99 us',
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
/** Plain text uses the ASCII minus. */
const plain = (text: string): string => text.replace('−', '-');
const spread = ({ mean }: Estimate, values: readonly number[]): string => {
  const sd = deviation(values);
  return sd === null || mean === 0 ? '-' : ((sd / mean) * 100).toFixed(1);
};

/**
 * The speed-up of B as in the kernel's commit messages: base/new of times, new/base of rates; null for figures that
 * have no better direction.
 */
function speedup(figure: FigureKey, { estimateA, estimateB, difference }: Compared): string {
  const { more } = FIGURE[figure];
  if (!estimateB || !difference || more === null || spansZero(difference)) return '-';
  const [from, to] = more ? [estimateA.mean, estimateB.mean] : [estimateB.mean, estimateA.mean];
  return from === 0 ? '-' : plain(signed((to / from - 1) * 100));
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
      difference ? plain(signed(difference.mean, 2)) : '-',
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
