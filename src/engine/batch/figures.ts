/** The figures by which runs with many seeds are compared. */
import { sum } from 'd3-array';
import { decidesOf } from '../../scenario/decides';
import type { Decides, RunReport, Scenario } from '../../scenario/generated/types';
import { DISTANCES } from '../../scenario/generated/vocab';
import { isOpenEnded } from '../../scenario/length';

export const FIGURES = [
  'elapsed',
  'rate',
  'busy',
  'wasted',
  'shares',
  'cluster',
  'moves',
  'p50',
  'p90',
  'p99',
  'p99_9',
  'request_p50',
  'request_p99',
  'steal',
] as const;
export type FigureKey = (typeof FIGURES)[number];
/** The figures by which a scenario can be judged. */
export type JudgingKey = 'elapsed' | 'rate' | BesideKey;
/** Zero is the best: a percentage of A may have no value, so the values of both lanes are shown. */
export type BesideKey = (typeof BESIDE)[Exclude<Decides, 'work'>];
/** The fields of a report that the comparison needs. */
export type Judged = Pick<
  RunReport,
  | 'elapsed_ns'
  | 'messages_per_s'
  | 'wake_latency'
  | 'request_latency'
  | 'wasted_pct'
  | 'share_gap_pct'
  | 'ended'
  | 'policy'
>;

const BESIDE = {
  wait_p50: 'p50',
  wait_p90: 'p90',
  wait_p99: 'p99',
  wait_p99_9: 'p99_9',
  request_p50: 'request_p50',
  request_p99: 'request_p99',
  wasted: 'wasted',
  shares: 'shares',
} as const satisfies Record<Exclude<Decides, 'work'>, FigureKey>;

export const isBeside = (figure: FigureKey): figure is BesideKey => Object.values<FigureKey>(BESIDE).includes(figure);

interface Figure<R = RunReport> {
  readonly of: (report: R) => number;
  /** The unit of the values, for a file. */
  readonly unit: string;
  /** A table shows the value in multiples of `unit`. */
  readonly scale: number;
  /** Whether more is better; null: neither. */
  readonly more: boolean | null;
}

const NEAR = DISTANCES.slice(0, DISTANCES.indexOf('cluster') + 1);

/** Wake-ups that stayed in the cluster of the previous CPU, in percent of all. */
function wakesInCluster({ wakes }: RunReport): number {
  const all = sum(Object.values(wakes));
  return all === 0 ? 0 : (sum(NEAR, (distance) => wakes[distance] ?? 0) / all) * 100;
}

const wait = (percentile: keyof RunReport['wake_latency']): Figure<Judged> => ({
  of: ({ wake_latency }) => wake_latency[percentile],
  unit: 'ns',
  scale: 1e3,
  more: false,
});

/** Without requests, and in a file of an earlier simulator, there is none. */
const request = (percentile: keyof RunReport['wake_latency']): Figure<Judged> => ({
  of: ({ request_latency }) => request_latency?.[percentile] ?? Number.NaN,
  unit: 'ns',
  scale: 1e3,
  more: false,
});

export const FIGURE: Readonly<Record<FigureKey, Figure> & Record<JudgingKey, Figure<Judged>>> = {
  elapsed: { of: ({ elapsed_ns }) => elapsed_ns, unit: 'ns', scale: 1e6, more: false },
  rate: { of: ({ messages_per_s }) => messages_per_s, unit: '1/s', scale: 1, more: true },
  busy: { of: ({ busy_pct }) => busy_pct, unit: '%', scale: 1, more: null },
  wasted: { of: ({ wasted_pct }) => wasted_pct, unit: '%', scale: 1, more: false },
  // A file of an earlier simulator does not have it.
  shares: { of: ({ share_gap_pct = Number.NaN }) => share_gap_pct, unit: '%', scale: 1, more: false },
  cluster: { of: wakesInCluster, unit: '%', scale: 1, more: null },
  moves: {
    of: ({ migrations }) => sum(Object.values(migrations), (by) => sum(Object.values(by))),
    unit: '',
    scale: 1,
    more: null,
  },
  p50: wait('p50'),
  p90: wait('p90'),
  p99: wait('p99'),
  p99_9: wait('p99_9'),
  request_p50: request('p50'),
  request_p99: request('p99'),
  steal: { of: ({ steal }) => steal, unit: '', scale: 1, more: null },
};

/** The figure by which a scenario is judged. `timed`: every run has completed its work. */
export function judgingFigure(scenario: Scenario, timed: boolean): JudgingKey {
  const decides = decidesOf(scenario);
  return decides !== 'work' ? BESIDE[decides] : timed ? 'elapsed' : 'rate';
}

/** The figures that apply to a scenario; the first is the one it is judged by. */
export function figuresOf(scenario: Scenario): readonly FigureKey[] {
  const isOpen = isOpenEnded(scenario);
  const first = judgingFigure(scenario, !isOpen);
  return [first, ...FIGURES.filter((key) => key !== first && !(isOpen && key === 'elapsed'))];
}
