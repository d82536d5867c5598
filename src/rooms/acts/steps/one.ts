/** Act 1: the two-thread program of the cluster series' cover letter, and what a scheduler can make of it. */
import { howOf, stepsOf } from '../../../engine/wire/records';
import { writeCpuList } from '../../../scenario/cpuList';
import type { Scenario } from '../../../scenario/generated/types';
import { PRESETS } from '../../../scenario/presets';
import { compact, duration } from '../../../words/format';
import {
  clusterShare,
  endedNs,
  gainOverSeeds,
  hitms,
  inPercent,
  meanLocalNs,
  moreIn,
  ofBoth,
  onFields,
  runningOn,
  times,
  unitsOf,
} from '../measure';
import { act } from '../types';
import type { oneEn } from '../words/one.en';

const threads: Scenario = PRESETS['false-sharing'];
/** After the last thread of either lane has ended. */
const ENDED_NS = 100e6;

const apart: Scenario = { ...threads, workload: { kind: 'sharing', kilo_iterations: 20_000, stride: 64 } };

const pairs: Scenario = PRESETS.cluster;

const fields = ['x', 'y'];

export const one = await act<typeof oneEn>(
  {
    en: async () => (await import('../words/one.en')).oneEn,
    zh: async () => (await import('../words/one.zh')).oneZh,
  },
  {
    places: {
      preset: 'false-sharing',
      document: threads,
      atNs: 2e6,
      shot: { lit: 'lanes' },
      claims: {
        places: (seen) => {
          const cpus = [runningOn(seen, 0), runningOn(seen, 1)] as const;
          if (cpus.some((list) => list.length === 0)) return null;
          const [a, b] = cpus.map((list) => unitsOf(seen.machine, list).length);
          return { holds: a === 1 && b === 2, figures: { a: writeCpuList(cpus[0]), b: writeCpuList(cpus[1]) } };
        },
      },
    },
    bounce: {
      preset: 'false-sharing',
      document: threads,
      atNs: 10e6,
      shot: { lit: 'panel', panel: 'charts', play: true },
      claims: {
        fetched: ofBoth((one, other) => {
          const [a, b] = [onFields(one, fields, hitms), onFields(other, fields, hitms)];
          return { holds: a > 1000 && b > 1000, figures: { a: compact(a), b: compact(b) } };
        }),
        price: ofBoth((one, other) => {
          const [a, b] = [meanLocalNs(one), meanLocalNs(other)];
          return a !== null && b !== null ? { holds: b > 1.5 * a, figures: { a: duration(a), b: duration(b) } } : null;
        }),
      },
    },
    waits: {
      preset: 'false-sharing',
      document: threads,
      atNs: ENDED_NS,
      shot: { lit: 'panel', panel: 'charts' },
      claims: {
        slower: ofBoth((one, other) => {
          const [a, b] = [endedNs(one), endedNs(other)];
          if (a === null || b === null) return null;
          return { holds: b > 1.2 * a, figures: { a: duration(a), b: duration(b), times: times(b / a) } };
        }),
        reader: ofBoth((_, { jobs: [sum, increment] }) => {
          if (!sum || !increment) return null;
          return {
            holds: sum.user_ns > 1.2 * increment.user_ns,
            figures: { sum: duration(sum.user_ns), increment: duration(increment.user_ns) },
          };
        }),
        writer: ofBoth(({ jobs: [, one] }, { jobs: [, other] }) => {
          if (!one || !other) return null;
          return {
            holds: Math.abs(moreIn(one.user_ns, other.user_ns)) < 0.05,
            figures: { a: duration(one.user_ns), b: duration(other.user_ns) },
          };
        }),
      },
    },
    published: {
      preset: 'false-sharing',
      document: threads,
      atNs: ENDED_NS,
      shot: { lit: 'panel', panel: 'charts' },
      published: [
        { table: 's004-false-sharing-2threads', quantity: 'time' },
        { table: 's004-false-sharing-2threads', quantity: 'total_user' },
      ],
      claims: {
        ratio: ofBoth((one, other) => {
          const [a, b] = [endedNs(one), endedNs(other)];
          if (a === null || b === null) return null;
          return { holds: a / b > 0.6 && a / b < 0.85, figures: { percent: inPercent(a / b) } };
        }),
      },
    },
    level: {
      preset: 'cluster',
      document: pairs,
      atNs: 4e6,
      shot: { lit: 'lanes', inspect: 0, play: true },
      beside: { experiments: [{ ...pairs, limit_ms: 20 }], seeds: 4 },
      claims: {
        domains: ({ inspected }) => {
          const [a, b] = inspected.map((cpu) => cpu?.domains[0]);
          if (!a || !b) return null;
          return { holds: a.span !== b.span && b.span === '0-3', figures: { a: a.span, b: b.span } };
        },
        near: ofBoth((one, other) => {
          const [a, b] = [clusterShare(one), clusterShare(other)];
          if (a === null || b === null) return null;
          return { holds: b > a + 0.2, figures: { a: inPercent(a), b: inPercent(b) } };
        }),
        seeds: gainOverSeeds,
      },
    },
    wake: {
      preset: 'cluster',
      document: pairs,
      atNs: 4e6,
      shot: {
        lit: 'lane-b',
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
      atNs: 0,
      untilNs: ENDED_NS,
      expected: 'same',
      shot: { lit: 'panel', panel: 'charts' },
      answers: {
        slower: ({ lanes: [a, b] }) => slower(a && endedNs(a), b && endedNs(b)) > 0.05,
        same: ({ lanes: [a, b] }) => Math.abs(slower(a && endedNs(a), b && endedNs(b))) <= 0.05,
        faster: ({ lanes: [a, b] }) => slower(a && endedNs(a), b && endedNs(b)) < -0.05,
      },
      claims: {
        same: ofBoth((one, other) => {
          const [a, b] = [endedNs(one), endedNs(other)];
          if (a === null || b === null) return null;
          return { holds: Math.abs(moreIn(a, b)) <= 0.05, figures: { a: duration(a), b: duration(b) } };
        }),
        none: ofBoth((one, other) => {
          const [a, b] = [onFields(one, fields, hitms), onFields(other, fields, hitms)];
          return { holds: a === 0 && b === 0, figures: { a: compact(a), b: compact(b) } };
        }),
      },
    },
  },
);

/** How much longer B took than A; not a number until both have ended. */
function slower(a: number | null | undefined, b: number | null | undefined): number {
  return a && b ? moreIn(a, b) : Number.NaN;
}
