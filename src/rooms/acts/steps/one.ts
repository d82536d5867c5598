/** Act 1: the two-thread program of the cluster series' cover letter, and two schedules of it. */
import { howOf, stepsOf } from '../../../engine/wire/records';
import { writeCpuList } from '../../../scenario/cpuList';
import type { RunReport, Scenario } from '../../../scenario/generated/types';
import { PRESETS } from '../../../scenario/presets';
import { inPercent as shareText } from '../../../words/compare';
import { count, duration } from '../../../words/format';
import { decided, each, inBoth } from '../lights';
import {
  endedNs,
  gainOverSeeds,
  hitms,
  inPercent,
  meanLocalNs,
  moreIn,
  ofBoth,
  ofEnded,
  onFields,
  runningOn,
  unitsOf,
} from '../measure';
import { act, type Seen, type Shot } from '../types';
import type { oneEn } from '../words/one.en';
import type { oneHowEn } from '../words/one.how.en';

/** The fraction of all wake-ups that changed the cluster, as displayed above a lane; null: no wake-ups. */
function leavingShare({ wakes }: RunReport): number | null {
  const far = (wakes.llc ?? 0) + (wakes.node ?? 0) + (wakes.socket ?? 0);
  const all = (wakes.cpu ?? 0) + (wakes.smt ?? 0) + (wakes.cluster ?? 0) + far;
  return all > 0 ? far / all : null;
}

const threads: Scenario = PRESETS['false-sharing'];
/** Both threads have begun. */
const BOTH_RUN_NS = 2e6;
/** The threads have long begun, and have long to go. The line is on its way to the reader in both lanes. */
const UNDER_WAY_NS = 10_000_172;
/** A moment later: in A the reader has the line again, in B it still waits. */
const WAITS_IN_B_NS = 10_000_195;
/** A time in which the line moves several times (ns). */
const WAYS_NS = 900;
/** Slow enough to see every transfer of the line. */
const inSlowMotion: Shot = { speed: 1e3 };
/** To the end, beside the picture. */
const toTheEnd = (document: Scenario) => ({ experiments: [document], seeds: 1 });

const apart: Scenario = { ...threads, workload: { kind: 'sharing', kilo_iterations: 20_000, stride: 64 } };

const pairs: Scenario = PRESETS.cluster;

const fields = ['x', 'y'];

export const one = await act<typeof oneEn, typeof oneHowEn>(
  {
    en: async () => (await import('../words/one.en')).oneEn,
    zh: async () => (await import('../words/one.zh')).oneZh,
  },
  {
    en: async () => (await import('../words/one.how.en')).oneHowEn,
    zh: async () => (await import('../words/one.how.zh')).oneHowZh,
  },
  {
    places: {
      preset: 'false-sharing',
      document: threads,
      atNs: BOTH_RUN_NS,
      shot: { figure: 'struct' },
      word: null,
      claims: {
        two: (seen) => {
          const cpus = runningOn(seen, 0);
          return {
            holds: cpus.length === 2,
            figures: { a: writeCpuList(cpus), idle: String(seen.machine.cpus - cpus.length) },
          };
        },
      },
    },
    cluster: {
      preset: 'false-sharing',
      document: threads,
      atNs: BOTH_RUN_NS,
      shot: { figure: 'struct' },
      word: null,
      claims: {
        places: (seen) => {
          const cpus = [runningOn(seen, 0), runningOn(seen, 1)] as const;
          if (cpus.some((list) => list.length === 0)) return null;
          const [a, b] = cpus.map((list) => unitsOf(seen.machine, list).length);
          const [[ar, aw], [br, bw]] = cpus.map((list) => list.map(String)) as [string[], string[]];
          return { holds: a === 1 && b === 2, figures: { ar: ar ?? '', aw: aw ?? '', br: br ?? '', bw: bw ?? '' } };
        },
      },
    },
    bounce: {
      preset: 'false-sharing',
      document: threads,
      atNs: WAITS_IN_B_NS,
      fromNs: WAITS_IN_B_NS - WAYS_NS,
      shot: { figure: 'struct', ...inSlowMotion, film: true },
      word: null,
      claims: {
        fetched: ofBoth((one, other) => {
          const [a, b] = [onFields(one, fields, hitms), onFields(other, fields, hitms)];
          return { holds: a > 1000 && b > 1000, figures: { a: count(a), b: count(b) } };
        }),
      },
    },
    waits: {
      preset: 'false-sharing',
      document: threads,
      atNs: WAITS_IN_B_NS,
      fromNs: WAITS_IN_B_NS - WAYS_NS,
      shot: { figure: 'struct', ...inSlowMotion },
      beside: toTheEnd(threads),
      claims: {
        slower: ofEnded((one, other) => {
          const [a, b] = [endedNs(one), endedNs(other)];
          if (a === null || b === null) return null;
          return {
            holds: b > 1.2 * a,
            figures: { a: duration(a), b: duration(b), percent: inPercent(moreIn(a, b)) },
          };
        }),
        reader: ofEnded((_, { jobs: [sum, increment] }) => {
          if (!sum || !increment) return null;
          return {
            holds: sum.user_ns > 1.2 * increment.user_ns,
            figures: { sum: duration(sum.user_ns), increment: duration(increment.user_ns) },
          };
        }),
        writer: ofEnded(({ jobs: [, one] }, { jobs: [, other] }) => {
          if (!one || !other) return null;
          return {
            holds: Math.abs(moreIn(one.user_ns, other.user_ns)) < 0.05,
            figures: { a: duration(one.user_ns), b: duration(other.user_ns) },
          };
        }),
      },
    },
    directory: {
      preset: 'false-sharing',
      document: threads,
      atNs: UNDER_WAY_NS,
      fromNs: UNDER_WAY_NS - WAYS_NS,
      shot: { figure: 'directory', ...inSlowMotion },
      word: null,
      claims: {
        price: ofBoth((one, other) => {
          const [a, b] = [meanLocalNs(one), meanLocalNs(other)];
          return a !== null && b !== null ? { holds: b > 1.5 * a, figures: { a: duration(a), b: duration(b) } } : null;
        }),
      },
    },
    published: {
      preset: 'false-sharing',
      document: threads,
      atNs: UNDER_WAY_NS,
      shot: { figure: 'times', ...inSlowMotion },
      beside: toTheEnd(threads),
      published: [
        { table: 's004-false-sharing-2threads', quantity: 'time', drawn: true },
        { table: 's004-false-sharing-2threads', quantity: 'total_user' },
      ],
      claims: {
        ratio: ofEnded((one, other) => {
          const [a, b] = [endedNs(one), endedNs(other)];
          if (a === null || b === null) return null;
          return { holds: b / a > 1.18 && b / a < 1.66, figures: { percent: inPercent(moreIn(a, b)) } };
        }),
      },
    },
    level: {
      preset: 'cluster',
      document: pairs,
      atNs: 4e6,
      fromNs: 3.96e6,
      shot: { lights: () => inBoth([0, 1, 2, 3, 4, 5, 6, 7]), inspect: 0, play: true },
      word: null,
      beside: { experiments: [{ ...pairs, limit_ms: 20 }], seeds: 4 },
      claims: {
        domains: ({ inspected }) => {
          const [a, b] = inspected.map((cpu) => cpu?.domains[0]);
          if (!a || !b) return null;
          return { holds: a.span !== b.span && b.span === '0-3', figures: { a: a.span, b: b.span } };
        },
        far: ofBoth((one, other) => {
          const [a, b] = [leavingShare(one), leavingShare(other)];
          if (a === null || b === null) return null;
          return { holds: a > b + 0.1, figures: { a: shareText(a), b: shareText(b) } };
        }),
        seeds: gainOverSeeds,
      },
    },
    wake: {
      preset: 'cluster',
      document: pairs,
      atNs: 4e6,
      word: { lane: 'b', at: ({ decision }) => decision && [decision.head.chosen] },
      shot: {
        lights: (sight) => ({ b: each(decided(sight)) }),
        decision: { lane: 'b', find: (head) => howOf(head) === 'cluster' && stepsOf(head).length > 2 },
      },
      claims: {
        found: ({ decision, machine }) => {
          if (!decision) return null;
          const { head, steps } = decision;
          const scan = steps.filter(({ func }) => func === 'select_idle_cluster');
          const last = scan.at(-1);
          const units = unitsOf(
            machine,
            scan.map(({ cpu }) => cpu),
          );
          return {
            holds: last?.answer === 'idle' && last.cpu === head.chosen && units.length === 1,
            figures: { looked: String(scan.length), chosen: String(head.chosen), cost: duration(head.costNs) },
          };
        },
      },
    },
    question: {
      preset: 'false-sharing',
      document: apart,
      atNs: BOTH_RUN_NS,
      untilNs: UNDER_WAY_NS,
      expected: 'same',
      shot: { figure: 'struct' },
      beside: toTheEnd(apart),
      answers: {
        slower: (seen) => slower(seen) > 0.05,
        same: (seen) => Math.abs(slower(seen)) <= 0.05,
        faster: (seen) => slower(seen) < -0.05,
      },
      claims: {
        same: ofEnded((one, other) => {
          const [a, b] = [endedNs(one), endedNs(other)];
          if (a === null || b === null) return null;
          return { holds: Math.abs(moreIn(a, b)) <= 0.05, figures: { a: duration(a), b: duration(b) } };
        }),
        none: ofEnded((one, other) => {
          const [a, b] = [onFields(one, fields, hitms), onFields(other, fields, hitms)];
          return { holds: a === 0 && b === 0, figures: { a: count(a), b: count(b) } };
        }),
      },
    },
  },
);

/** How much longer B took than A; NaN until both have ended. */
function slower({ beside }: Seen): number {
  const [a, b] = (beside[0]?.[0] ?? []).map(endedNs);
  return a && b ? moreIn(a, b) : Number.NaN;
}
