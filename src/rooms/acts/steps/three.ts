/** Act 3: CPUs that are idle while tasks wait, what newidle balance does about it, and what stealing adds. */
import { type Step, stepsOf } from '../../../engine/wire/records';
import { STEAL_COST_NS } from '../../../scenario/generated/tunables';
import type { Lane, RunReport, Scenario } from '../../../scenario/generated/types';
import { PRESETS } from '../../../scenario/presets';
import { tunableIn } from '../../../scenario/tunables';
import { count, duration } from '../../../words/format';
import { crowded, idle, inBoth, nodeOf } from '../lights';
import { gainsOf, inPercent, inTenths, mean, moreIn, ofBoth, ofFirst, overSeeds, runningOn } from '../measure';
import { act, type Shot } from '../types';
import type { threeEn } from '../words/three.en';
import type { threeHowEn } from '../words/three.how.en';

const preset = 'steal' as const;
const base: Scenario = PRESETS[preset];
const [plain, stealing] = base.lanes as [Lane, Lane];
const forced: Lane = { features: { ...stealing.features, steal: 'force' } };

/** `newidle_balance` looks only above this average idle time (ns), stealing above `STEAL_COST_NS`. */
const NEWIDLE_NS = tunableIn(base, 'migration_cost_ns');

const hackbench = (groups: number, rest: Partial<Scenario> = {}, loops = 1000): Scenario => ({
  ...base,
  workload: { kind: 'hackbench', groups, loops, fds: 20, pipe: false, threads: false },
  ...rest,
});

const small = hackbench(1);
/** Without the first fifth of a second, in which newidle balance does most; with four groups it takes half a second to stop. */
const settled = (groups: number): Scenario => hackbench(groups, { warmup_ms: 200, limit_ms: 300 }, 100_000);
const alone: Scenario = { ...small, lanes: [plain] };
const large = { machine: 'xeon-e5-2699v4-44' } as const;
/** A moment at which a CPU is idle while tasks wait elsewhere. */
const WASTED_NS = 30.173e6;
/** Slow enough to follow single moves. */
const slowly: Shot = { speed: 50e3, play: true };

const perCpu = 's001-schedstat-20cpu';
const OF_ONE_GROUP = ['-g 1 baseline', '-g 1 steal'];
const OF_MORE = ['2', '3', '4', '8', '16'].flatMap((groups) => [`-g ${groups} baseline`, `-g ${groups} steal`]);

/** The CPUs whose bit a thief saw. */
const markedIn = (steps: readonly Step[]): readonly number[] =>
  steps.filter(({ answer }) => answer === 'overloaded').map(({ cpu }) => cpu);

const sum = (row: Readonly<Record<string, number>> | undefined): number =>
  Object.values(row ?? {}).reduce((all, one) => all + one, 0);
const pulled = ({ migrations }: RunReport): number => sum(migrations.newidle);

const wasted = ofBoth((a, b) => ({
  holds: a.wasted_pct > 1 && b.wasted_pct < 0.2 * a.wasted_pct,
  figures: { a: a.wasted_pct.toFixed(1), b: b.wasted_pct.toFixed(1) },
}));

const gain = ofBoth((a, b) => {
  const more = moreIn(a.messages_per_s, b.messages_per_s);
  return { holds: more > 0.05, figures: { percent: inPercent(more) } };
});

export const three = await act<typeof threeEn, typeof threeHowEn>(
  {
    en: async () => (await import('../words/three.en')).threeEn,
    zh: async () => (await import('../words/three.zh')).threeZh,
  },
  {
    en: async () => (await import('../words/three.how.en')).threeHowEn,
    zh: async () => (await import('../words/three.how.zh')).threeHowZh,
  },
  {
    wasted: {
      preset,
      document: alone,
      atNs: WASTED_NS,
      fromNs: WASTED_NS - 40e3,
      shot: { figure: 'steal' },
      word: null,
      claims: {
        idle: ofFirst((a) => ({
          holds: a.idle > 500 && a.busy_pct < 95,
          figures: { idle: count(a.idle), percent: (100 - a.busy_pct).toFixed(0) },
        })),
        wasted: ofFirst((a) => ({ holds: a.wasted_pct > 1, figures: { percent: a.wasted_pct.toFixed(1) } })),
      },
    },
    gate: {
      preset,
      document: alone,
      atNs: 30e6,
      word: null,
      shot: {
        figure: 'steal',
        decision: {
          lane: 'a',
          find: (head) => head.kind === 'newidle' && stepsOf(head).some(({ answer }) => answer === 'gated'),
        },
      },
      claims: {
        gate: ({ decision }) => {
          const gated = decision?.steps.find(({ answer }) => answer === 'gated');
          if (!gated) return null;
          return { holds: gated.value < NEWIDLE_NS, figures: { cpu: String(gated.cpu), idle: duration(gated.value) } };
        },
        rare: ofFirst((a) => ({
          holds: pulled(a) < 0.2 * a.idle,
          figures: { pulled: count(pulled(a)), idle: count(a.idle) },
        })),
      },
    },
    hand: {
      preset,
      document: alone,
      atNs: WASTED_NS,
      game: 'steal',
      claims: {
        some: (seen) => {
          const [free, spare] = [idle(seen, 0).length, crowded(seen, 0).length];
          return { holds: free > 0 && spare > 0, figures: { idle: String(free), waiting: String(spare) } };
        },
      },
    },
    bitmap: {
      preset,
      document: small,
      atNs: 30e6,
      word: null,
      shot: {
        figure: 'steal',
        decision: {
          lane: 'b',
          find: (head) => head.kind === 'steal' && head.task !== null && markedIn(stepsOf(head)).length > 2,
        },
      },
      claims: {
        found: ({ decision }) => {
          if (!decision) return null;
          const { head, steps } = decision;
          const marked = markedIn(steps);
          return {
            holds: marked.includes(head.about) && steps.at(-1)?.answer === 'moved' && head.costNs < STEAL_COST_NS,
            figures: {
              marked: String(marked.length),
              cpu: String(head.chosen),
              from: String(head.about),
              cost: duration(head.costNs),
            },
          };
        },
        first: ({ decision }) => {
          if (!decision) return null;
          const looked = decision.steps.filter(({ func }) => func === 'steal_from').length;
          return { holds: looked === 1, figures: { looked: String(looked) } };
        },
        wasted,
      },
    },
    row: {
      preset,
      document: small,
      atNs: 30e6,
      fromNs: 29.9e6,
      shot: { ...slowly, figure: 'steal' },
      published: [
        { table: perCpu, rows: OF_ONE_GROUP, quantity: 'busy' },
        { table: perCpu, rows: OF_ONE_GROUP, quantity: 'idle' },
      ],
      claims: {
        idle: ofBoth((a, b) => ({
          holds: b.idle < 0.6 * a.idle,
          figures: { a: count(a.idle), b: count(b.idle) },
        })),
        busy: ofBoth((a, b) => ({
          holds: b.busy_pct > a.busy_pct + 5,
          figures: { a: a.busy_pct.toFixed(0), b: b.busy_pct.toFixed(0) },
        })),
        sched: ofBoth((a, b) => ({
          holds: b.sched < 0.9 * a.sched,
          figures: { a: count(a.sched), b: count(b.sched) },
        })),
        slice: ofBoth(({ schedstat: a }, { schedstat: b }) => ({
          holds: b.slice_ms > 1.1 * a.slice_ms,
          figures: { a: a.slice_ms.toFixed(2), b: b.slice_ms.toFixed(2) },
        })),
        steal: ofBoth((a, b) => ({
          holds: a.steal === 0 && b.steal > 100,
          figures: { steals: count(b.steal) },
        })),
      },
    },
    load: {
      preset,
      document: hackbench(4),
      atNs: 100e6,
      fromNs: 99.9e6,
      shot: slowly,
      beside: { experiments: [settled(1), settled(4)], seeds: 4 },
      published: [
        { table: 's001-hackbench-1s20', quantity: 'time' },
        { table: perCpu, quantity: 'steal', rows: [1, 2, 3, 4, 8].map((groups) => `-g ${groups} steal`) },
      ],
      claims: {
        one: overSeeds(0, (more) => more > 0.1),
        four: (seen) => {
          const one = mean(gainsOf(seen, 0));
          return one === undefined ? null : overSeeds(1, (more) => more > 0.01 && more < one - 0.03)(seen);
        },
      },
    },
    larger: {
      preset,
      document: hackbench(2, large),
      atNs: 30e6,
      fromNs: 29.9e6,
      shot: slowly,
      published: [{ table: 's001-hackbench-1s44', rows: OF_MORE, quantity: 'time' }],
      claims: { gain, wasted },
    },
    nodes: {
      preset,
      document: hackbench(4, { machine: 'kunpeng920-96', lanes: [stealing, forced] }),
      atNs: 40e6,
      shot: { lights: (sight) => inBoth(nodeOf(sight, 1)), ...slowly },
      word: { lane: 'b', at: (sight) => nodeOf(sight, 1) },
      claims: {
        off: ofBoth((a, b) => ({
          holds: a.steal === 0 && b.steal > 100,
          figures: { a: count(a.steal), b: count(b.steal) },
        })),
        near: ofBoth((_, { migrations: { steal } }) => {
          const far = (steal?.node ?? 0) + (steal?.socket ?? 0);
          return { holds: far === 0 && sum(steal) > 100, figures: { far: count(far) } };
        }),
        gain,
        apart: (seen) => {
          const near = new Set(nodeOf(seen, 1));
          const running = [0, 1].map((lane) => runningOn(seen, lane));
          return {
            holds: running.every((cpus) => cpus.length > 0 && cpus.every((cpu) => near.has(cpu))),
            figures: { idle: count(seen.machine.cpus - near.size) },
          };
        },
      },
    },
    question: {
      preset,
      document: hackbench(1, large, 500),
      atNs: 0,
      untilNs: 40e6,
      expected: 'nothing',
      published: [{ table: 's001-hackbench-1s44', rows: OF_ONE_GROUP, quantity: 'time' }],
      answers: {
        more: ({ lanes: [a, b] }) => faster(a, b) > 0.03,
        nothing: ({ lanes: [a, b] }) => Math.abs(faster(a, b)) <= 0.03,
        less: ({ lanes: [a, b] }) => faster(a, b) < -0.03,
      },
      claims: {
        same: ofBoth((a, b) => {
          const more = faster(a, b);
          return { holds: Math.abs(more) <= 0.03, figures: { percent: inTenths(more) } };
        }),
        idle: ofBoth((a) => ({
          holds: a.busy_pct < 90 && a.wasted_pct < 1,
          figures: { idle: (100 - a.busy_pct).toFixed(0), wasted: a.wasted_pct.toFixed(1) },
        })),
        steals: ofBoth((_, { steal, schedstat: { steal_fail } }) => ({
          holds: steal_fail > 20 && steal < steal_fail,
          figures: { tries: count(Math.round(steal_fail)), steals: count(steal) },
        })),
      },
    },
  },
);

/** How many more messages per second B moves than A; NaN until both have run. */
function faster(a: RunReport | undefined, b: RunReport | undefined): number {
  return a && b && a.messages_per_s > 0 ? moreIn(a.messages_per_s, b.messages_per_s) : Number.NaN;
}
