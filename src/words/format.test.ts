import { expect, test } from 'vitest';
import { signed } from './format';

test('a number has its sign, with a real minus, and none if it is rounded to 0', () => {
  expect([-1.11, 0, 0.04, -0.04, 0.06, 26.5].map((value) => signed(value))).toEqual([
    '−1.1',
    '0.0',
    '0.0',
    '0.0',
    '+0.1',
    '+26.5',
  ]);
  expect([3, -3, 0.001].map((value) => signed(value, 2))).toEqual(['+3.00', '−3.00', '0.00']);
});
