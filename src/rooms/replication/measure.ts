/** What a row asks of the report of its run: the rules of `sim-wasm/cli/src/replicate/`. */
import { mean, sum } from 'd3-array';
import { usableCpus } from '../../scenario/catalog';
import type { LineRow, RunReport, Scenario } from '../../scenario/generated/types';
import type { RowReport } from './report';

/** Thousands of iterations of the published two-thread program. */
const PAPER_KILO_ITERATIONS = 268_435;

interface Measured {
  readonly report: RunReport;
  readonly row: RowReport;
  /** Messages of the whole workload. */
  readonly messages: number;
  /** Pairs of a workload of requests and responses. */
  readonly pairs: number;
  /** The mail's loops over the run's: times and counts are scaled by it. */
  readonly factor: number;
  readonly isNuma: boolean;
}

const seconds = ({ factor }: Measured, ns: number): number => (ns * factor) / 1e9;
/** Elapsed time (ns); of a run that was cut, the time that all its messages take at the rate of its window. */
const elapsed = ({ report, messages }: Measured): number =>
  report.ended === 'limit' ? (1e9 * messages) / report.messages_per_s : report.elapsed_ns;
/** A column of /proc/schedstat over the whole time: as often in all of it as in the part that is measured. */
const counted = (run: Measured, column: 'sched' | 'idle' | 'wake' | 'steal'): number => {
  const { schedstat } = run.report;
  return (schedstat[column] * seconds(run, elapsed(run))) / schedstat.time_s;
};

/** The part (%) that the fields of a row have in the HITMs of the line that the mail looks at. */
function share({ report: { lines }, row: { load } }: Measured, hitm: (line: LineRow) => number): number {
  const of = (fields: readonly string[]) => sum(lines, (line) => (fields.includes(line.field) ? hitm(line) : 0));
  return (100 * of(load.split(', '))) / Math.max(1, of(['load_avg', 'rt_se', 'rt_rq']));
}

const FIGURES: Readonly<Record<string, (measured: Measured) => number>> = {
  // numa_test goes by its last job.
  time: (run) => seconds(run, run.isNuma ? Math.max(...run.report.jobs.map(({ ended_ns }) => ended_ns)) : elapsed(run)),
  // One job by its place, or their mean.
  user: (run) => {
    const place = /^rank (\d+)$/.exec(run.row.load)?.[1];
    const times = run.report.jobs.map(({ user_ns }) => user_ns).sort((a, b) => a - b);
    return seconds(run, (place === undefined ? mean(times) : times[Number(place) - 1]) ?? 0);
  },
  total_user: (run) =>
    seconds(
      run,
      sum(run.report.jobs, ({ user_ns }) => user_ns),
    ),
  busy: ({ report }) => report.busy_pct,
  slice: ({ report }) => report.schedstat.slice_ms,
  sched: (run) => counted(run, 'sched'),
  idle: (run) => counted(run, 'idle'),
  wake: (run) => counted(run, 'wake'),
  steal: (run) => counted(run, 'steal'),
  find: ({ report }) => report.schedstat.find_pct,
  user_time: (run) => seconds(run, run.report.user_ns),
  system_time: (run) => seconds(run, run.report.system_ns),
  latency: ({ report }) => report.wake_latency.p99 / 1e3,
  // Two messages a round trip.
  round_trip: ({ report, pairs }) => (2e6 * pairs) / report.messages_per_s,
  home: ({ report: { jobs } }) =>
    mean(jobs, ({ node_ns, first_node, user_ns }) => (100 * (node_ns[first_node] ?? 0)) / Math.max(1, user_ns)) ?? 0,
  moved: ({ report: { jobs } }) => jobs.filter(({ first_node, most_node }) => first_node !== most_node).length,
  remote_hitm: (run) => share(run, ({ hitm_remote }) => hitm_remote),
  local_hitm: (run) => share(run, ({ hitm_local }) => hitm_local),
};

/** The figure of a row in the unit of the mail. `scenario` is what was run, `loops` the mail's. */
export function measure(row: RowReport, scenario: Scenario, loops: number | null, report: RunReport): number {
  const { workload } = scenario;
  const own =
    workload.kind === 'sharing'
      ? PAPER_KILO_ITERATIONS / workload.kilo_iterations
      : workload.kind === 'hackbench' && loops !== null
        ? loops / workload.loops
        : 1;
  const run = {
    report,
    row,
    messages: messagesOf(scenario),
    pairs: workload.kind === 'pairs' ? workload.pairs : 0,
    factor: own,
    isNuma: workload.kind === 'numa',
  };
  return FIGURES[row.quantity]?.(run) ?? Number.NaN;
}

/** The messages of a hackbench. */
const messagesOf = ({ workload }: Scenario): number =>
  workload.kind === 'hackbench' ? workload.groups * workload.fds ** 2 * workload.loops : 0;

/** About how many events a run has: what its work comes to, seen over all tables. */
export function expectedEvents(scenario: Scenario): number {
  const { workload } = scenario;
  switch (workload.kind) {
    case 'hackbench':
      // A CPU passes on a message in about 3 µs.
      return 2.3 * Math.min(messagesOf(scenario), 300 * scenario.limit_ms * usableCpus(scenario));
    case 'pairs':
      // Without an end: a round trip takes 10 µs where a pair has two CPUs.
      return (
        10 *
        (workload.requests === 0
          ? 100 * scenario.limit_ms * Math.min(workload.pairs, usableCpus(scenario) / 2)
          : workload.pairs * workload.requests)
      );
    case 'numa':
      return 13 * usableCpus(scenario) * workload.work_ms;
    case 'sharing':
      return 60 * workload.kilo_iterations;
    case 'jobs':
      return 1.2 * workload.jobs * workload.rounds * (workload.work_us / 1000);
    case 'schbench':
      return 100 * workload.message_threads * workload.workers * workload.requests;
  }
}
