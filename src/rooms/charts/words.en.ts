/** English of the charts, and of the difference between the lanes. */
import type { ChartId } from '../../scenario/charts';
import type { WorkUnit } from '../../scenario/generated/vocab';
import type { Including } from '../../words/including';

const words = {
  'charts.label': 'Measurements of both lanes',

  'chart.throughput': 'Throughput',
  'chart.busy': '%busy',
  'chart.wakes': 'Where a waking task went',
  'chart.migrations': 'Migrations',
  'chart.counters': 'Counters',
  'chart.numa': 'numa_test',
  'chart.lines': 'Cache lines',
  'chart.schedstat': 'schedstat',
  'chart.lag': 'Lag over time',

  'charts.warmup': 'warm-up',
  'charts.busy.unit': '% of CPU time',
  'charts.unit.messages': 'messages / ms',
  'charts.unit.jobs': 'jobs / ms',
  'charts.wakes.unit': '% of wake-ups',
  'charts.moves.unit': 'by cause, shaded by distance',
  'charts.moves.none': 'none yet',
  'charts.seed': 'this seed ({seed}): {said}',
  'charts.unit.work': 'ms of work / ms',
  'charts.unit.iterations': 'thousand iterations / ms',
  'charts.unit.megabytes': 'MB / ms',

  'counter.rate.messages': 'messages/s',
  'counter.rate.jobs': 'jobs/s',
  'counter.busy': '%busy',
  'counter.p50': 'wake-up latency p50',
  'counter.p99': 'wake-up latency p99',
  'counter.request_p50': 'request latency p50',
  'counter.request_p99': 'request latency p99',
  'counter.wasted': 'wasted CPU time',
  'counter.steals': 'steals',
  'counter.periods': 'nr_periods',
  'counter.throttled': 'nr_throttled',
  'counter.throttledTime': 'throttled time',
  'counter.moves': 'migrations',
  'counter.messages': 'messages',
  'counter.jobs': 'jobs finished',
  'counter.rate.work': 'ms of work/s',
  'counter.rate.iterations': 'thousand iterations/s',
  'counter.rate.megabytes': 'MB/s',
  'counter.work': 'ms of work',
  'counter.iterations': 'thousand iterations',
  'counter.megabytes': 'MB',

  'difference.early': 'too early to tell from this run',
  'difference.none': 'less than 1 % apart',
  'difference.messages': '{lane} moves {percent} % more messages',
  'difference.sooner': '{lane} is done {percent} % sooner',
  'difference.jobs': '{lane} finishes {percent} % more jobs',
  'difference.work': '{lane} gets {percent} % more work done',
  'difference.iterations': '{lane} does {percent} % more iterations',
  'difference.megabytes': '{lane} moves {percent} % more megabytes',
} as const;

export const chartsEn: Including<
  typeof words,
  `chart.${ChartId}` | `charts.unit.${WorkUnit}` | `counter.${WorkUnit}` | `difference.${WorkUnit}`
> = words;
