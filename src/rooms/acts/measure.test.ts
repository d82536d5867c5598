import { expect, test } from 'vitest';
import { mean, spreadOf } from './measure';

test('the mean leaves out what is not known', () => {
  expect(mean([1, null, 2, undefined, Number.NaN])).toBe(1.5);
  expect(mean([null])).toBeUndefined();
});

test('the spread has the mean, the least and the most', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ mean: 2, least: 1, most: 3 });
  expect(spreadOf([])).toBeNull();
});
