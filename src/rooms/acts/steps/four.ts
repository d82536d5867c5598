/** Act 4: the thread of January 2003, in which balancing learnt to stay inside a node, and when to look across. */
import { stepsOf } from '../../../engine/wire/records';
import { WORKLOADS } from '../../../scenario/catalog';
import type { Features, RunReport, Scenario, Workload } from '../../../scenario/generated/types';
import type { Cause } from '../../../scenario/generated/vocab';
import { PRESETS } from '../../../scenario/presets';
import { count, duration } from '../../../words/format';
import { awayShare } from '../figures/home/jobs';
import { decided, each } from '../lights';
import { inPercent, inTenths, mean, moreIn, ofBoth, ofEnded, ofFirst, times, unitsOf } from '../measure';
import { act, type Experiment, type Seen } from '../types';
import type { fourEn } from '../words/four.en';
import type { fourHowEn } from '../words/four.how.en';

const test: Scenario = PRESETS['numa-test'];
const messages: Scenario = PRESETS.numa2003;
const stock = test.lanes[0]?.features as Features;

/** The restricted scheduler with more switches. */
const node = (rest: Partial<Features> = {}): Features => ({
  ...stock,
  exec_balance: true,
  node_restricted: true,
  ...rest,
});
const smooth = node({ cross_node: true, node_smoothing: true });
const eager: Features = { ...smooth, node_interval: '1-16' };

const numaTest = (jobs: number, ...lanes: Features[]): Experiment => ({
  preset: 'numa-test',
  document: {
    ...test,
    workload: { ...test.workload, jobs } as Workload,
    lanes: lanes.map((features) => ({ features })),
  },
});

/** Other work of that machine and kernel. */
const other = (workload: Workload, ...lanes: Features[]): Experiment => ({
  preset: 'numa2003',
  document: { ...messages, workload, lanes: lanes.map((features) => ({ features })) },
});

/** All jobs have begun, and none has ended. */
const UNDER_WAY_NS = 20e9;

const sixteen = numaTest(16, stock, node());
const rare = numaTest(32, smooth, eager);
const homed = numaTest(32, eager, { ...eager, home_node: true });
const placed = numaTest(16, node({ exec_balance: false }), node());
const forked = other(
  { ...WORKLOADS.jobs, jobs: 16, work_us: 200_000 },
  node({ exec_balance: false }),
  node({ exec_balance: false, cross_node: true }),
);
const groups: Workload = { kind: 'hackbench', groups: 25, loops: 100, fds: 20, pipe: false, threads: false };
const hackbench = other(groups, stock, node());
const acrossHackbench = other(groups, stock, smooth);

const BALANCED: readonly Cause[] = ['newidle', 'periodic', 'node'];

/** Moves to another node. */
const crossed = ({ migrations }: RunReport, causes: readonly Cause[]): number =>
  causes.reduce((sum, cause) => sum + (migrations[cause]?.node ?? 0) + (migrations[cause]?.socket ?? 0), 0);

const userNs = ({ jobs }: RunReport): number => jobs.reduce((sum, { user_ns }) => sum + user_ns, 0);

const hasEnded = ({ ended }: RunReport): boolean => ended === 'finished';
const inSeconds = (ns: number): string => String(Math.round(ns / 1e9));

/** CPU time of a message (ns). */
const messageNs = ({ busy_pct, elapsed_ns, messages }: RunReport, { machine }: Seen): number =>
  ((busy_pct / 100) * machine.cpus * elapsed_ns) / messages;

/** A figure of both lanes, on the average of the seeds of an experiment beside the picture. */
function averages({ beside }: Seen, of: (report: RunReport) => number | null, experiment = 0) {
  const runs = beside[experiment] ?? [];
  const [a, b] = [0, 1].map((lane) => mean(runs.map((lanes) => lanes[lane] && of(lanes[lane]))));
  return a !== undefined && b !== undefined ? { a, b, seeds: String(runs.length) } : null;
}

/** The time of hackbench in B divided by that in A; NaN until both have ended. */
function ratioOf({ beside }: Seen): number {
  const [a, b] = beside[0]?.[0] ?? [];
  return a && b && hasEnded(a) && hasEnded(b) ? b.elapsed_ns / a.elapsed_ns : Number.NaN;
}

export const four = await act<typeof fourEn, typeof fourHowEn>(
  {
    en: async () => (await import('../words/four.en')).fourEn,
    zh: async () => (await import('../words/four.zh')).fourZh,
  },
  {
    en: async () => (await import('../words/four.how.en')).fourHowEn,
    zh: async () => (await import('../words/four.how.zh')).fourHowZh,
  },
  {
    queues: {
      ...numaTest(32, stock),
      atNs: 30.2e9,
      shot: { lights: () => ({ a: [[0]] }), inspect: 0 },
      word: { lane: 'a', at: () => [0] },
      claims: {
        arrays: ({ inspected: [cpu] }) => {
          if (!cpu) return null;
          const { tasks } = cpu.queue;
          const expired = tasks.filter((task) => task.expired).length;
          return {
            holds: tasks.length >= 2,
            figures: {
              tasks: String(tasks.length),
              active: String(tasks.length - expired),
              expired: String(expired),
            },
          };
        },
        wakes: ofFirst(({ wake, wakes }) => ({
          holds: wake > 1000 && wakes.cpu === wake,
          figures: { same: count(wakes.cpu ?? 0), all: count(wake) },
        })),
      },
    },
    memory: {
      ...numaTest(32, stock),
      atNs: 30.2e9,
      shot: { figure: 'home' },
      word: null,
      claims: {
        away: ofFirst((a) => {
          const share = awayShare(a);
          return share === null ? null : { holds: share > 0.15, figures: { percent: inPercent(share) } };
        }),
      },
    },
    restrict: {
      ...numaTest(16, stock, node()),
      atNs: UNDER_WAY_NS,
      fromNs: UNDER_WAY_NS - 5e9,
      shot: { figure: 'home', play: true },
      word: null,
      claims: {
        away: ofBoth((one, two) => {
          const [a, b] = [awayShare(one), awayShare(two)];
          if (a === null || b === null) return null;
          return { holds: a > 0.15 && b === 0, figures: { a: inPercent(a), b: inPercent(b) } };
        }),
        moved: ofBoth((one, two) => {
          const [a, b] = [crossed(one, BALANCED), crossed(two, BALANCED)];
          return { holds: a > 50 && b === 0, figures: { a: count(a), b: count(b) } };
        }),
      },
    },
    exec: {
      ...placed,
      atNs: 2e6,
      word: { lane: 'b', at: ({ decision }) => decision && [decision.head.chosen] },
      shot: {
        lights: (sight) => ({ b: each(decided(sight)) }),
        decision: {
          lane: 'b',
          // A node was still empty.
          find: (head) =>
            head.kind === 'exec' && stepsOf(head).some(({ answer, value }) => answer === 'load' && value === 0),
        },
      },
      beside: { experiments: [{ ...placed.document, limit_ms: 2500 }], seeds: 4 },
      claims: {
        chosen: ({ decision, machine }) => {
          if (!decision) return null;
          const { head, steps } = decision;
          const loads = steps.filter(({ func, answer }) => func === 'sched_best_cpu' && answer === 'load');
          const least = loads.reduce(
            (low, step) => (step.value < low.value ? step : low),
            loads[0] ?? { value: 0, cpu: 0 },
          );
          const [source, to] = [unitsOf(machine, [head.cpu]), unitsOf(machine, [head.chosen])];
          return {
            holds: loads.length === 4 && source[0] !== to[0] && unitsOf(machine, [least.cpu])[0] === to[0],
            figures: { nodes: String(loads.length), least: String(least.value), chosen: String(head.chosen) },
          };
        },
        nodes: (seen) => {
          const nodes = averages(seen, ({ jobs }) => new Set(jobs.map(({ memory_node }) => memory_node)).size);
          if (!nodes) return null;
          return {
            holds: nodes.a === 1 && nodes.b === 4,
            figures: { seeds: nodes.seeds, a: String(nodes.a), b: String(nodes.b) },
          };
        },
      },
    },
    price: {
      ...sixteen,
      atNs: UNDER_WAY_NS,
      fromNs: UNDER_WAY_NS - 5e9,
      shot: { panel: 'charts' },
      beside: { experiments: [sixteen.document], seeds: 1 },
      published: [
        {
          table: 's003-focht-0110-numa_test',
          quantity: 'total_user',
          rows: ['N 16 stock52', 'N 16 minsched52', 'N 32 stock52', 'N 32 minsched52'],
        },
        { table: 's003-focht-0110-numa_test', quantity: 'time', rows: ['N 16 stock52', 'N 16 minsched52'] },
      ],
      claims: {
        user: ofEnded((one, two) => {
          if (!hasEnded(one) || !hasEnded(two)) return null;
          const [a, b] = [userNs(one), userNs(two)];
          return { holds: a > 1.05 * b, figures: { a: inSeconds(a), b: inSeconds(b) } };
        }),
        wasted: ofEnded(({ wasted_pct: a }, { wasted_pct: b }) => ({
          holds: b > a + 0.3,
          figures: { a: inTenths(a / 100), b: inTenths(b / 100) },
        })),
      },
    },
    cross: {
      ...forked,
      // The look before, at 10 ms, finds only tasks that are still cache-hot.
      atNs: 20.5e6,
      shot: {
        lights: (sight) => ({ b: each(decided(sight)) }),
        speed: 1e6,
        decision: {
          lane: 'b',
          find: (head) =>
            head.kind === 'o1_balance' &&
            stepsOf(head).some(({ func, answer }) => func === 'find_busiest_node' && answer === 'chosen') &&
            stepsOf(head).some(({ answer }) => answer === 'moved'),
        },
      },
      beside: { experiments: [forked.document], seeds: 4 },
      claims: {
        found: ({ decision, machine }) => {
          if (!decision) return null;
          const { head, steps } = decision;
          const busiest = steps.find(({ func, answer }) => func === 'find_busiest_node' && answer === 'chosen');
          const moved = steps.find(({ answer }) => answer === 'moved');
          if (!busiest || !moved) return null;
          return {
            holds: unitsOf(machine, [moved.cpu])[0] !== unitsOf(machine, [head.cpu])[0],
            figures: {
              load: String(busiest.value),
              cpu: String(head.cpu),
              task: String(moved.value),
              from: String(moved.cpu),
            },
          };
        },
        busy: (seen) => {
          const busy = averages(seen, ({ busy_pct }) => busy_pct);
          if (!busy) return null;
          return {
            holds: busy.a < 30 && busy.b > 75,
            figures: { a: inPercent(busy.a / 100), b: inPercent(busy.b / 100) },
          };
        },
        seeds: (seen) => {
          const ends = averages(seen, ({ elapsed_ns }) => elapsed_ns);
          return ends && { holds: ends.a > 2 * ends.b, figures: { seeds: ends.seeds, times: times(ends.a / ends.b) } };
        },
      },
    },
    often: {
      ...rare,
      atNs: UNDER_WAY_NS,
      fromNs: UNDER_WAY_NS - 5e9,
      shot: { panel: 'charts' },
      beside: {
        experiments: [rare.document, numaTest(32, node({ cross_node: true }), smooth).document],
        seeds: 4,
      },
      published: [
        {
          table: 's003-focht-0113-numa_test',
          quantity: 'total_user',
          rows: ['N 32 stock52', 'N 32 minsched52', 'N 32 nb-smooth', 'N 32 nb-sm-var1', 'N 32 nb-sm-var2'],
        },
      ],
      claims: {
        moves: ofEnded((one, two) => {
          const [a, b] = [crossed(one, ['node']), crossed(two, ['node'])];
          return { holds: b > 5 * a, figures: { a: count(a), b: count(b) } };
        }),
        user: ofEnded((one, two) => {
          if (!hasEnded(one) || !hasEnded(two)) return null;
          const [a, b] = [userNs(one), userNs(two)];
          return { holds: b > a, figures: { a: inSeconds(a), b: inSeconds(b) } };
        }),
        smooth: (seen) => {
          const users = averages(seen, userNs, 1);
          if (!users) return null;
          const more = Math.abs(moreIn(users.a, users.b));
          return { holds: more < 0.015, figures: { seeds: users.seeds, percent: inTenths(more) } };
        },
      },
    },
    home: {
      ...homed,
      atNs: UNDER_WAY_NS,
      fromNs: UNDER_WAY_NS - 5e9,
      shot: { figure: 'home' },
      word: null,
      beside: { experiments: [homed.document], seeds: 4 },
      claims: {
        away: ofEnded((one, two) => {
          const [a, b] = [awayShare(one), awayShare(two)];
          if (a === null || b === null) return null;
          return { holds: b < a, figures: { a: inPercent(a), b: inPercent(b) } };
        }),
        seeds: (seen) => {
          const shares = averages(seen, awayShare);
          if (!shares) return null;
          const less = seen.beside[0]?.filter(([a, b]) => a && b && (awayShare(b) ?? 0) < (awayShare(a) ?? 0)).length;
          return {
            holds: shares.b < 0.85 * shares.a,
            figures: { seeds: shares.seeds, less: String(less), a: inPercent(shares.a), b: inPercent(shares.b) },
          };
        },
      },
    },
    question: {
      ...hackbench,
      atNs: 0,
      untilNs: 1e9,
      expected: 'some',
      beside: { experiments: [hackbench.document, acrossHackbench.document], seeds: 3 },
      published: [
        {
          table: 's003-focht-0113-hackbench',
          rows: ['-g 10 stock52', '-g 10 minsched52', '-g 25 stock52', '-g 25 minsched52', '-g 25 nb-smooth'],
        },
      ],
      answers: {
        faster: (seen) => ratioOf(seen) < 1,
        some: (seen) => ratioOf(seen) >= 1 && ratioOf(seen) < 2.5,
        four: (seen) => ratioOf(seen) >= 2.5,
      },
      claims: {
        time: ofEnded(({ elapsed_ns: a }, { elapsed_ns: b }, seen) => {
          const ratio = ratioOf(seen);
          if (Number.isNaN(ratio)) return null;
          return {
            holds: ratio > 1.4 && ratio < 1.8,
            figures: { a: duration(a), b: duration(b), times: times(ratio) },
          };
        }),
        busy: ofEnded(({ busy_pct: a }, { busy_pct: b }) => ({
          holds: a > 90 && b < 30,
          figures: { a: inPercent(a / 100), b: inPercent(b / 100) },
        })),
        cost: ofEnded((one, two, seen) => {
          const [a, b] = [messageNs(one, seen), messageNs(two, seen)];
          return { holds: a > 2 * b, figures: { a: duration(a), b: duration(b) } };
        }),
        across: (seen) => {
          const ends = averages(seen, ({ elapsed_ns }) => elapsed_ns, 1);
          if (!ends) return null;
          const ratio = ends.b / ends.a;
          return { holds: ratio > 1 && ratio < 1.1, figures: { seeds: ends.seeds, times: times(ratio) } };
        },
      },
    },
  },
);
