/** The figures of a run that many seeds are compared by. */
import { sum } from 'd3-array';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { compact, duration } from '../../words/format';

export const FIGURES = ['elapsed', 'rate', 'busy', 'wasted', 'cluster', 'moves', 'p99', 'steal'] as const;
export type FigureKey = (typeof FIGURES)[number];

interface Figure {
  readonly of: (report: RunReport) => number;
  readonly text: (value: number) => string;
  /** The unit of `of`, for a file. */
  readonly unit: string;
  /** A table says it in this many of `unit`. */
  readonly scale: number;
  /** Whether more of it is better; null: neither. */
  readonly more: boolean | null;
}

const share = (value: number): string => `${value.toFixed(1)} %`;
const NEAR = ['cpu', 'smt', 'cluster'];

/** Wake-ups that stayed in the cluster of the CPU before, in percent of all. */
function wakesInCluster({ wakes }: RunReport): number {
  const all = sum(Object.values(wakes));
  return all === 0 ? 0 : (sum(NEAR, (distance) => wakes[distance] ?? 0) / all) * 100;
}

export const FIGURE: Readonly<Record<FigureKey, Figure>> = {
  elapsed: { of: ({ elapsed_ns }) => elapsed_ns, text: duration, unit: 'ns', scale: 1e6, more: false },
  rate: { of: ({ messages_per_s }) => messages_per_s, text: compact, unit: '1/s', scale: 1, more: true },
  busy: { of: ({ busy_pct }) => busy_pct, text: share, unit: '%', scale: 1, more: null },
  wasted: { of: ({ wasted_pct }) => wasted_pct, text: share, unit: '%', scale: 1, more: false },
  cluster: { of: wakesInCluster, text: share, unit: '%', scale: 1, more: null },
  moves: {
    of: ({ migrations }) => sum(Object.values(migrations), (by) => sum(Object.values(by))),
    text: compact,
    unit: '',
    scale: 1,
    more: null,
  },
  p99: { of: ({ wake_latency_p99_ns }) => wake_latency_p99_ns, text: duration, unit: 'ns', scale: 1e3, more: false },
  steal: { of: ({ steal }) => steal, text: compact, unit: '', scale: 1, more: null },
};

/** It goes on until its time limit: elapsed times say nothing. */
export const isOpenEnded = ({ workload }: Scenario): boolean =>
  ['requests', 'rounds'].some((key) => Reflect.get(workload, key) === 0);

/** The figures that say something about a scenario; the first is what it is judged by. */
export const figuresOf = (scenario: Scenario): readonly FigureKey[] =>
  isOpenEnded(scenario) ? FIGURES.filter((key) => key !== 'elapsed') : FIGURES;
