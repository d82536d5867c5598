import { expect, test } from 'vitest';
import { WORKLOADS } from './catalog';
import { GROUP_DEFAULTS } from './generated/defaults';
import { defaultLength, isOpenEnded, trimmed } from './length';
import { PRESETS } from './presets';

const { cluster, debt, steal, stream } = PRESETS;

test('an endless run is cut once its rates are steady; a run with an end is not cut', () => {
  expect([cluster, debt, steal].map(isOpenEnded)).toEqual([true, true, false]);
  const lengths = (scenario: typeof cluster) => [false, true].map((sweep) => defaultLength(scenario, sweep));
  expect([lengths(cluster), lengths(stream), lengths(debt), lengths(steal)]).toEqual([
    [30, 30],
    [200, 100],
    // Waits are rare.
    [1000, 1000],
    [10_000, 10_000],
  ]);
  // A group receives bandwidth in tenths of a second.
  expect(lengths({ ...cluster, groups: [{ ...GROUP_DEFAULTS, name: 'web' }] })).toEqual([200, 100]);
  expect(lengths({ ...cluster, groups: [] })).toEqual([30, 30]);
  expect(lengths({ ...cluster, workload: { ...WORKLOADS.pairs, requests: 5 } })).toEqual([10_000, 10_000]);
});

test('the measured part has the same length after a warm-up, and every flip', () => {
  expect(defaultLength({ ...cluster, warmup_ms: 100 }, false)).toBe(130);
  expect(defaultLength({ ...cluster, limit_ms: 20 }, false)).toBe(20);
  const flips = [{ at_ns: 90e6, features: cluster.lanes[0]!.features }];
  expect(defaultLength({ ...cluster, lanes: [{ ...cluster.lanes[0]!, flips }] }, false)).toBe(90);
});

test('a tenth of a run without end is the warm-up if the scenario has none', () => {
  const warmup = (scenario: typeof cluster, length: number) => trimmed(scenario, length).warmup_ms;
  expect(trimmed(cluster, 40)).toEqual({ ...cluster, limit_ms: 40, warmup_ms: 4 });
  expect([warmup(cluster, 39), warmup({ ...cluster, warmup_ms: 1 }, 40)]).toEqual([3, 1]);
  expect([warmup({ ...cluster, warmup_ms: 100 }, 40), warmup(steal, 40)]).toEqual([40, 0]);
});
