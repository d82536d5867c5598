import { expect, test } from 'vitest';
import { DECIDES } from '../../scenario/generated/deciding';
import type { RunReport } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { compare, findingOf, found } from './compared';
import { FIGURE, FIGURES, figuresOf, judgingFigure } from './figures';
import { type Pair, pairsOf, seedJobs, unfinished } from './paired';

const report = (parts: object) => parts as RunReport;
const pair = (seed: number, a: number, b: number | null): Pair => ({
  seed,
  a: report({ messages_per_s: a }),
  b: b === null ? null : report({ messages_per_s: b }),
});
const difference = (mean: number, half: number | null, n = 8) => ({ mean, half, n });
const waited = (p99: number) => report({ wake_latency: { p99 } });

test('two lanes are compared in every figure, a single lane has values only', () => {
  const both = compare([pair(7, 100, 110), pair(8, 200, 190)], 'rate');
  expect(both).toMatchObject({ seeds: [7, 8], a: [100, 200], b: [110, 190], estimateA: { mean: 150, n: 2 } });
  expect(both?.estimateB?.mean).toBe(150);
  expect(both?.differences.map((one) => one.toFixed(3))).toEqual(['6.667', '-6.667']);
  expect(both?.difference).toMatchObject({ mean: 0, n: 2 });
  const one = compare([pair(7, 100, null)], 'rate');
  expect(one).toMatchObject({ b: [], estimateB: null, differences: [], difference: null });
  expect(compare([], 'rate')).toBeNull();
  expect(compare([pair(7, 0, 5)], 'rate')).toMatchObject({ differences: [], difference: null });
});

test('a significant difference names the better lane', () => {
  expect(found('rate', difference(5, 2))).toMatchObject({ kind: 'apart', better: 'b', digits: 1 });
  expect(found('rate', difference(-5, 2)).better).toBe('a');
  expect(found('elapsed', difference(5, 2)).better).toBe('a');
  expect(found('elapsed', difference(-5, 2)).better).toBe('b');
  // For this figure neither more nor less is better.
  expect(found('busy', difference(5, 2))).toMatchObject({ kind: 'apart', better: null });
});

test('waits are compared with the longer one, so that a lane without waits has a number, too', () => {
  const waits = (...both: [number, number][]) => {
    const pairs = both.map(([a, b], seed) => ({
      seed,
      a: waited(a),
      b: waited(b),
    }));
    const compared = compare(pairs, 'p99');
    return compared && findingOf('p99', compared);
  };
  expect(waits([40, 30], [40, 30])).toMatchObject({ difference: { mean: -25 }, kind: 'apart', better: 'b' });
  expect(waits([30, 40], [30, 40])).toMatchObject({ difference: { mean: 25 }, kind: 'apart', better: 'a' });
  expect(waits([0, 8], [0, 8])).toMatchObject({ difference: { mean: 100, half: 0 }, kind: 'apart', better: 'a' });
  expect(waits([8, 0], [8, 0])).toMatchObject({ difference: { mean: -100, half: 0 }, kind: 'apart', better: 'b' });
  // One seed with a wait and one without: a mean of 100 % of it, and an interval that spans zero.
  expect(waits([0, 0], [0, 9])).toMatchObject({ difference: { mean: 100 }, kind: 'undecided', better: null });
  expect(waits([0, 0], [0, 0])).toMatchObject({ difference: { mean: 0, n: 2 }, kind: 'undecided' });
  const all = Array.from({ length: 16 }, (): [number, number] => [0, 0]);
  expect(waits(...all)?.kind).toBe('same');
  expect(waits([0, 8], [0, 8])?.beside).toMatchObject({ a: { mean: 0 }, b: { mean: 8 }, apart: { mean: 8, half: 0 } });
  expect(waits([0, 7])?.kind).toBe('few');
  expect(waits([0, 0])?.kind).toBe('few');
  const one = compare([{ seed: 1, a: waited(4), b: null }], 'p99');
  expect(one && findingOf('p99', one)).toBeNull();
});

test('one seed gives no finding, equal values are the same, and an interval with zero decides nothing', () => {
  expect(found('rate', difference(5, null, 1))).toMatchObject({ kind: 'few', better: null });
  expect(found('rate', difference(5, null, 2)).kind).toBe('few');
  expect(found('rate', difference(5, 1, 1)).kind).toBe('few');
  expect(found('rate', difference(5, 1, 2)).kind).toBe('apart');
  expect(found('rate', difference(0, 0, 16)).kind).toBe('same');
  expect(found('rate', difference(0, 0, 15)).kind).toBe('undecided');
  expect(found('rate', difference(0, 0.5, 16)).kind).toBe('none');
  expect(found('rate', difference(0, 0.5, 15)).kind).toBe('undecided');
  expect(found('rate', difference(3, 0)).kind).toBe('apart');
  expect(found('rate', difference(2, 2.5))).toMatchObject({ kind: 'undecided', better: null });
  expect(found('rate', difference(2, 2.5, 99)).kind).toBe('undecided');
});

test('rounding makes no different values equal and no equal ones different', () => {
  // 0.14 ± 0.11: with one digit both would be 0.1.
  expect(found('rate', difference(0.14, 0.11))).toMatchObject({ kind: 'apart', digits: 2 });
  expect(found('rate', difference(0.05, 0.01))).toMatchObject({ kind: 'apart', digits: 2 });
  expect(found('rate', difference(0.2, 0.095)).digits).toBe(1);
  expect(found('rate', difference(0.2, 0.0949)).digits).toBe(2);
  // A difference below the displayed precision.
  expect(found('rate', difference(0.10002, 0.10001, 16))).toMatchObject({ kind: 'none', digits: 4 });
  expect(found('rate', difference(1.96, 1.98))).toMatchObject({ kind: 'undecided', digits: 1 });
});

test('wake-ups in the cluster and moves are counted by distance', () => {
  const wakes = report({ wakes: { cpu: 3, smt: 1, cluster: 2, llc: 5, node: 0, socket: 1 } });
  expect(FIGURE.cluster.of(wakes)).toBe(50);
  expect(FIGURE.cluster.of(report({ wakes: { cpu: 0, llc: 0 } }))).toBe(0);
  expect(FIGURE.cluster.of(report({ wakes: { llc: 4 } }))).toBe(0);
  expect(FIGURE.moves.of(report({ migrations: { wake: { llc: 3, cluster: 4 }, steal: { node: 5 } } }))).toBe(12);
  const plain = {
    elapsed_ns: 1,
    messages_per_s: 2,
    busy_pct: 3,
    wasted_pct: 4,
    wake_latency: { p99: 5, p99_9: 8 },
    steal: 6,
    share_gap_pct: 7,
  };
  const keys = ['elapsed', 'rate', 'busy', 'wasted', 'p99', 'steal', 'shares', 'p99_9'] as const;
  expect(keys.map((key) => FIGURE[key].of(report(plain)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the length of a run is compared only if the run ends by itself', () => {
  expect(figuresOf(PRESETS.cluster)).toEqual(FIGURES.slice(1));
  expect(figuresOf(PRESETS.steal)).toEqual(FIGURES);
});

test('an experiment is judged by the quantity that decides it', () => {
  const judging = DECIDES.map((decides) => figuresOf({ ...PRESETS.steal, decides })[0]);
  expect(judging).toEqual(['elapsed', 'p50', 'p90', 'p99', 'p99_9', 'request_p50', 'request_p99', 'wasted', 'shares']);
  expect(judgingFigure(PRESETS.steal, false)).toBe('rate');
  for (const preset of ['debt', 'turns', 'container'] as const) {
    expect(figuresOf(PRESETS[preset])[0]).toBe('p99');
    expect([...figuresOf(PRESETS[preset])].sort()).toEqual(FIGURES.slice(1).sort());
  }
});

test('a pair has a report of every lane; a single lane forms a pair', () => {
  const one = { ...PRESETS.cluster, lanes: PRESETS.cluster.lanes.slice(0, 1) };
  const done = { type: 'report', report: report({ ended: 'limit' }) } as const;
  const jobs = seedJobs(one, 2);
  expect(jobs.map(({ scenario, lane }) => [scenario.seed, lane])).toEqual([
    [7, 0],
    [8, 0],
  ]);
  expect(pairsOf(jobs, [done, null])).toEqual([{ seed: 7, a: done.report, b: null }]);
  const both = seedJobs(PRESETS.cluster, 2);
  const finished = { type: 'report', report: report({ ended: 'finished' }) } as const;
  const pairs = pairsOf(both, [done, finished, null, done]);
  expect(pairs).toEqual([{ seed: 7, a: done.report, b: finished.report }]);
  expect([unfinished(pairs), unfinished(pairsOf(jobs, [done, done])), unfinished([])]).toEqual([1, 2, 0]);
  const all = pairsOf(both, [finished, finished, finished, done]);
  expect([all.map(({ seed }) => seed), unfinished(all)]).toEqual([[7, 8], 1]);
  expect(pairsOf(both, [finished, finished, finished, null]), 'the other lane is missing').toHaveLength(1);
  expect(pairsOf([], [])).toEqual([]);
});
