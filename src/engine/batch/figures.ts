/** The figures by which runs with many seeds are compared. */
import { sum } from 'd3-array';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { DISTANCES } from '../../scenario/generated/vocab';
import { isOpenEnded } from '../../scenario/length';
import { isAboutWaits } from '../../scenario/waits';

export const FIGURES = ['elapsed', 'rate', 'busy', 'wasted', 'cluster', 'moves', 'p99', 'steal'] as const;
export type FigureKey = (typeof FIGURES)[number];
/** The figures by which a scenario can be judged. */
export type JudgingKey = 'elapsed' | 'rate' | 'p99';
/** The fields of a report that the comparison needs. */
export type Judged = Pick<RunReport, 'elapsed_ns' | 'messages_per_s' | 'wake_latency_p99_ns' | 'ended'>;

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

export const FIGURE: Readonly<Record<FigureKey, Figure> & Record<JudgingKey, Figure<Judged>>> = {
  elapsed: { of: ({ elapsed_ns }) => elapsed_ns, unit: 'ns', scale: 1e6, more: false },
  rate: { of: ({ messages_per_s }) => messages_per_s, unit: '1/s', scale: 1, more: true },
  busy: { of: ({ busy_pct }) => busy_pct, unit: '%', scale: 1, more: null },
  wasted: { of: ({ wasted_pct }) => wasted_pct, unit: '%', scale: 1, more: false },
  cluster: { of: wakesInCluster, unit: '%', scale: 1, more: null },
  moves: {
    of: ({ migrations }) => sum(Object.values(migrations), (by) => sum(Object.values(by))),
    unit: '',
    scale: 1,
    more: null,
  },
  p99: { of: ({ wake_latency_p99_ns }) => wake_latency_p99_ns, unit: 'ns', scale: 1e3, more: false },
  steal: { of: ({ steal }) => steal, unit: '', scale: 1, more: null },
};

/** The figures that apply to a scenario; the first is the one it is judged by. */
export function figuresOf(scenario: Scenario): readonly FigureKey[] {
  const known = isOpenEnded(scenario) ? FIGURES.filter((key) => key !== 'elapsed') : FIGURES;
  return isAboutWaits(scenario) ? ['p99', ...known.filter((key) => key !== 'p99')] : known;
}
