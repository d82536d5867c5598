import { expect, test } from 'vitest';
import { apart } from './Lines';

const GAP = 16;
const TOP = 10;

test('the labels of both lanes are apart and below the top, also where both lines are at the top of the axis', () => {
  for (const heights of [
    [10, 10],
    [10, 12],
    [12, 10],
    [2, 40],
  ]) {
    const [a = 0, b = 0] = apart(heights, GAP, TOP);
    expect(Math.min(a, b), `${heights}`).toBeGreaterThanOrEqual(TOP);
    expect(Math.abs(a - b), `${heights}`).toBeGreaterThanOrEqual(GAP);
    // Which is above stays so.
    expect(Math.sign(b - a)).toBe(Math.sign((heights[1] ?? 0) - (heights[0] ?? 0)) || Math.sign(b - a));
  }
});

test('labels that are apart stay at their lines', () => {
  expect(apart([30, 90], GAP, TOP)).toEqual([30, 90]);
  expect(apart([30], GAP, TOP)).toEqual([30]);
});
