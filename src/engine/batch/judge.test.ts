import { expect, test } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import { deviation, differences, estimate, expectedEvents, judge, spansZero } from './judge';

test('several values have a mean with an interval, one value has no interval', () => {
  const { mean, half, n } = estimate([8, 10]);
  expect([mean, n]).toEqual([9, 2]);
  // 12.7 standard errors of two values.
  expect(half).toBeCloseTo(12.706, 2);
  expect(estimate([5])).toEqual({ mean: 5, half: null, n: 1 });
  expect([deviation([8, 10]), deviation([5])]).toEqual([Math.SQRT2, null]);
});

test('an interval contains zero or not; a missing one decides nothing', () => {
  const holds = (mean: number, half: number | null) => spansZero({ mean, half, n: 8 });
  expect([holds(5, 6), holds(5, 4), holds(-5, 4), holds(5, null)]).toEqual([true, false, false, true]);
});

test('differences are in percent of the mean of A, pair by pair', () => {
  expect(differences([100, 300], [120, 280])).toEqual([10, -10]);
  expect(differences([0, 0], [1, 2])).toEqual([]);
});

test('a longer run has more events', () => {
  const of = (limit_ms: number) => expectedEvents({ ...PRESETS.cluster, limit_ms });
  expect(of(200)).toBeGreaterThan(1e5);
  expect(of(400)).toBeCloseTo(2 * of(200));
});

test('an empty list of rows gives an empty result', () => {
  expect(judge([], [], 'judged')).toEqual([]);
});
