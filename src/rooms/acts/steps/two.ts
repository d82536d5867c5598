/** Act 2: the scheduling domain of clusters and the wake-up that looks there first, at one load after the other. */
import { howOf, stepsOf } from '../../../engine/wire/records';
import { FEWEST_SEEDS } from '../../../scenario/generated/deciding';
import type { CpuInspection, Features, RunReport, Scenario } from '../../../scenario/generated/types';
import { PRESETS } from '../../../scenario/presets';
import { withLoad } from '../../../scenario/workload';
import { t } from '../../../words';
import { count } from '../../../words/format';
import { topOf } from '../curve';
import { crowded, decided, each, inBoth, nodeOf, withNeighbours } from '../lights';
import {
  clusterShare,
  gainOverSeeds,
  gainsOf,
  inPercent,
  inTenths,
  mean,
  moreIn,
  ofBoth,
  ofFirst,
  overSeeds,
  unitsOf,
} from '../measure';
import { act, type Claim, type Seen, type Sight } from '../types';
import type { twoEn } from '../words/two.en';
import type { twoHowEn } from '../words/two.how.en';

const pairs: Scenario = PRESETS.cluster;
const groups: Scenario = PRESETS['hackbench-kunpeng'];
const plain = pairs.lanes[0]?.features as Features;

const LEVEL: Partial<Features> = { cluster_domain: true };
const PATCH: Partial<Features> = { ...LEVEL, cluster_scan: 'rfc' };

const compared = (document: Scenario, a: Partial<Features>, b: Partial<Features>): Scenario => ({
  ...document,
  lanes: [{ features: { ...plain, ...a } }, { features: { ...plain, ...b } }],
});

/** So many pairs, both lanes with the level, B with the scan. */
const scanned = (count: number): Scenario =>
  compared({ ...pairs, workload: withLoad(pairs.workload, count) }, LEVEL, PATCH);

/** So many pairs, B with the level. */
const leveled = (count: number): Scenario =>
  compared({ ...pairs, workload: withLoad(pairs.workload, count) }, {}, LEVEL);

/** Long enough for the gain of pairs (ms). */
const PAIRS_MS = 20;
const beside = (count: number): Scenario => ({ ...scanned(count), limit_ms: PAIRS_MS });

/** 28 pairs on two nodes, where hackbench would need long to settle. */
const onNodes = (rest: Partial<Features>): Scenario => ({
  ...compared({ ...pairs, machine: 'kunpeng920-48', workload: withLoad(pairs.workload, 28) }, rest, {
    ...rest,
    ...PATCH,
  }),
  limit_ms: PAIRS_MS,
});

/** Tasks that balancing has brought to another CPU, and the share of them that came from the same cluster. */
function pulled({ migrations }: RunReport): { readonly all: number; readonly near: number } {
  const rows = [migrations.newidle, migrations.periodic];
  const all = rows.flatMap((row) => Object.values(row ?? {})).reduce((sum, count) => sum + count, 0);
  return { all, near: rows.reduce((sum, row) => sum + (row?.cluster ?? 0), 0) / all };
}

/** Wake-ups that changed the CPU. */
const moved = ({ wake, wakes }: RunReport): number => wake - (wakes.cpu ?? 0);

const levelsOf = ({ domains }: CpuInspection): string =>
  domains.map(({ name, span }) => `${name} ${span}`).join(t('lane.list'));

const mc = (cpu: CpuInspection) => cpu.domains.find(({ name }) => name === 'MC');

const ofDomains =
  (judge: (a: CpuInspection, b: CpuInspection) => ReturnType<Claim>): Claim =>
  ({ inspected: [a, b] }) =>
    a && b ? judge(a, b) : null;

/** The moving wake-ups of both lanes that stay inside the cluster: clearly more of them in B. */
const near = ofBoth((one, other) => {
  const [a, b] = [clusterShare(one), clusterShare(other)];
  if (a === null || b === null) return null;
  return { holds: b > a + 0.1, figures: { a: inPercent(a), b: inPercent(b) } };
});

const LOADS = [4, 8, 12, 14, 16, 20, 24, 28] as const;

/** The gain at a load: the mean over the seeds; not a number until all have been run. */
const gainAt = (seen: Seen, load: (typeof LOADS)[number]): number =>
  mean(gainsOf(seen, LOADS.indexOf(load))) ?? Number.NaN;

/** A cluster in which a task waits, in lane A. */
const queueing = (sight: Sight): readonly number[] => withNeighbours(sight, crowded(sight, 0).slice(0, 1));

/** Means over the seeds, of the share inside the cluster in each lane. */
const nearAt = (seen: Seen, load: (typeof LOADS)[number]): readonly (number | undefined)[] =>
  [0, 1].map((lane) =>
    mean((seen.beside[LOADS.indexOf(load)] ?? []).map((reports) => reports[lane] && clusterShare(reports[lane]))),
  );

export const two = await act<typeof twoEn, typeof twoHowEn>(
  {
    en: async () => (await import('../words/two.en')).twoEn,
    zh: async () => (await import('../words/two.zh')).twoZh,
  },
  {
    en: async () => (await import('../words/two.how.en')).twoHowEn,
    zh: async () => (await import('../words/two.how.zh')).twoHowZh,
  },
  {
    levels: {
      preset: 'cluster',
      document: compared(pairs, {}, LEVEL),
      atNs: 4e6,
      shot: { figure: 'tree', inspect: 0 },
      word: null,
      published: [
        { table: 's000-domain-intervals', quantity: 'min_interval' },
        { table: 's000-domain-intervals', quantity: 'max_interval' },
      ],
      claims: {
        domains: ofDomains((one, other) => {
          const [[mc, ...above], [cl, ...rest]] = [one.domains, other.domains];
          const isAt = (domain: typeof mc, name: string, span: string) => domain?.name === name && domain.span === span;
          const isPlain = isAt(mc, 'MC', '0-23') && above.length === 0;
          const holds = isPlain && isAt(cl, 'CL', '0-3') && rest.length === 1 && isAt(rest[0], 'MC', '0-23');
          return { holds, figures: { a: levelsOf(one), b: levelsOf(other) } };
        }),
        groups: ofDomains((one, other) => {
          const [a, b] = [mc(one)?.groups.length, mc(other)?.groups.length];
          return { holds: a === 24 && b === 6, figures: { a: String(a), b: String(b) } };
        }),
        interval: ofDomains(({ domains: [one] }, { domains: [other] }) => {
          if (!one || !other) return null;
          const [a, b] = [one.min_interval_ms, other.min_interval_ms];
          return { holds: a === 24 && b === 4, figures: { a: String(a), b: String(b) } };
        }),
      },
    },
    pulls: {
      preset: 'hackbench-kunpeng',
      document: compared(groups, {}, LEVEL),
      atNs: 60e6,
      fromNs: 59.9e6,
      shot: { lights: () => inBoth([0, 1, 2, 3, 4, 5, 6, 7]), play: true },
      word: null,
      claims: {
        near: ofBoth((one, other) => {
          const [a, b] = [pulled(one), pulled(other)];
          return {
            holds: a.near < 0.3 && b.near > 0.45,
            figures: { a: inPercent(a.near), b: inPercent(b.near) },
          };
        }),
        more: ofBoth((one, other) => {
          const [a, b] = [pulled(one).all, pulled(other).all];
          return { holds: b > 1.3 * a && a > 20, figures: { a: count(a), b: count(b) } };
        }),
      },
    },
    wake: {
      preset: 'cluster',
      document: scanned(14),
      atNs: 4e6,
      word: { lane: 'a', at: ({ decision }) => decision && [decision.head.about] },
      shot: {
        lights: (sight) => ({ a: each(decided(sight)) }),
        decision: {
          lane: 'a',
          differing: true,
          find: (head) => {
            const scan = stepsOf(head).filter(({ func }) => func === 'select_idle_cpu');
            return (
              howOf(head) === 'llc' &&
              scan[0]?.cpu === head.about &&
              scan.length > 2 &&
              scan.length < 8 &&
              !withinFour(scan[0]?.cpu, head.chosen)
            );
          },
        },
      },
      beside: { experiments: [beside(14)], seeds: 4 },
      claims: {
        found: ({ decision, machine }) => {
          if (!decision) return null;
          const { head, steps } = decision;
          const scan = steps.filter(({ func }) => func === 'select_idle_cpu');
          const from = scan[0]?.cpu;
          if (from === undefined) return null;
          return {
            holds: scan.at(-1)?.answer === 'idle' && unitsOf(machine, [from, head.chosen]).length === 2,
            figures: { looked: String(scan.length), from: String(from), chosen: String(head.chosen) },
          };
        },
        near,
        seeds: gainOverSeeds,
      },
    },
    choose: {
      preset: 'cluster',
      document: { ...pairs, lanes: [{ features: { ...plain, ...LEVEL } }] },
      atNs: 4e6,
      game: 'choose',
      claims: {
        near: ofFirst((a) => {
          const share = clusterShare(a);
          return share === null ? null : { holds: share < 0.6, figures: { percent: inPercent(share) } };
        }),
      },
    },
    low: {
      preset: 'cluster',
      document: scanned(8),
      atNs: 4e6,
      fromNs: 3.96e6,
      shot: { play: true, results: 'low' },
      beside: { experiments: [{ ...leveled(8), limit_ms: PAIRS_MS }, beside(8)], seeds: FEWEST_SEEDS },
      claims: {
        stay: ofBoth((one, other) => {
          const [a, b] = [moved(one), moved(other)];
          return {
            holds: a === 0 && b === 0 && other.wake > 500,
            figures: { wakes: count(other.wake), a: count(a), b: count(b) },
          };
        }),
        gain: ofBoth((a, b) => {
          const more = moreIn(a.messages_per_s, b.messages_per_s);
          return { holds: Math.abs(more) < 0.005, figures: { percent: inTenths(more) } };
        }),
        level: overSeeds(0, (average) => average < -0.01),
        look: overSeeds(1, (average) => Math.abs(average) < 0.005),
      },
    },
    full: {
      preset: 'cluster',
      document: scanned(28),
      atNs: 8e6,
      fromNs: 7.96e6,
      shot: { lights: (sight) => inBoth(queueing(sight)) },
      word: { lane: 'a', at: (sight) => crowded(sight, 0).slice(0, 1) },
      beside: { experiments: [beside(28)], seeds: 4 },
      claims: {
        busy: ofBoth(({ busy_pct: a }, { busy_pct: b }) => ({
          holds: a > 95 && b > 95,
          figures: { a: inPercent(a / 100), b: inPercent(b / 100) },
        })),
        stay: ofBoth((one, other) => {
          const [a, b] = [moved(one) / one.wake, moved(other) / other.wake];
          return { holds: a < 0.03 && b < 0.03, figures: { a: inTenths(a), b: inTenths(b) } };
        }),
        find: ofBoth(({ schedstat: a }, { schedstat: b }) => ({
          holds: b.find_pct > a.find_pct,
          figures: { a: inTenths(a.find_pct / 100), b: inTenths(b.find_pct / 100) },
        })),
        seeds: overSeeds(0, (average) => Math.abs(average) < 0.025),
      },
    },
    question: {
      preset: 'cluster',
      document: scanned(14),
      atNs: 4e6,
      beside: { experiments: LOADS.map(beside), seeds: 3 },
      shot: { figure: 'hump' },
      sketch: { loads: LOADS, range: [-0.05, 0.2] },
      claims: {
        hump: (seen) => {
          const [p12, p14, p20, p28] = [gainAt(seen, 12), gainAt(seen, 14), gainAt(seen, 20), gainAt(seen, 28)];
          if (Number.isNaN(p12 + p14 + p20 + p28)) return null;
          const top = topOf(
            LOADS,
            LOADS.map((load) => gainAt(seen, load)),
          );
          return {
            holds: Math.abs(p12) < 0.005 && p14 > p20 + 0.01 && p20 > p28 && Math.abs(p28) < 0.025,
            figures: {
              p12: inTenths(p12),
              p14: inTenths(p14),
              p20: inTenths(p20),
              p28: inTenths(p28),
              top: String(top),
            },
          };
        },
        near: (seen) => {
          const [a14, b14] = nearAt(seen, 14);
          const [a20, b20] = nearAt(seen, 20);
          if (a14 === undefined || b14 === undefined || a20 === undefined || b20 === undefined) return null;
          return {
            holds: b14 - a14 > b20 - a20 + 0.1 && b20 > a20,
            figures: { a14: inPercent(a14), b14: inPercent(b14), a20: inPercent(a20), b20: inPercent(b20) },
          };
        },
      },
    },
    published: {
      preset: 'hackbench-kunpeng',
      document: compared(groups, {}, PATCH),
      atNs: 60e6,
      fromNs: 59.9e6,
      shot: { play: true },
      beside: { experiments: [{ ...compared(groups, {}, PATCH), limit_ms: 100 }], seeds: 5 },
      published: [{ table: 's000-hackbench-1node', quantity: 'time', drawn: true }],
      claims: {
        near,
        spread: overSeeds(0, (average, least, most) => most - least > 0.02 && Math.abs(average) < 0.2),
      },
    },
    nodes: {
      preset: 'cluster',
      document: onNodes({}),
      atNs: 4e6,
      shot: { lights: (sight) => inBoth(nodeOf(sight, 0)) },
      word: { lane: 'b', at: (sight) => nodeOf(sight, 0) },
      beside: { experiments: [onNodes({}), onNodes({ memoryless_node: true })], seeds: 4 },
      published: [
        { table: 's000-hackbench-2nodes', quantity: 'time' },
        { table: 's000-ablation-g4-48cpus', rows: ['-g 4 w/ patch but drop select_idle_cluster()'] },
      ],
      claims: {
        plain: overSeeds(0, (average) => Math.abs(average) < 0.15),
        memoryless: overSeeds(1, (average) => Math.abs(average) < 0.15),
      },
    },
  },
);

/** Whether two CPUs are in one cluster of the Kunpeng 920. */
function withinFour(one: number | undefined, other: number): boolean {
  return one !== undefined && Math.floor(one / 4) === Math.floor(other / 4);
}
