// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Comparison } from './Comparison';

afterEach(cleanup);

test.each([
  [null, '+2.50 %'],
  [0, '+2.50 ± 0.00 %'],
  [0.125, '+2.50 ± 0.13 %'],
])('a difference with an interval of half %s is told as %s', (half, told) => {
  const one = { mean: 1, half: null, n: 1 };
  const compared = { seeds: [1], a: [1], b: [1], estimateA: one, estimateB: one, differences: [2.5] };
  const difference = { mean: 2.5, half, n: 1 };
  const { container } = render(
    <Comparison first="Pairs" rows={[{ head: '2', figure: 'rate', compared: { ...compared, difference } }]} />,
  );
  expect(container.querySelector('tbody td:last-child')?.textContent).toBe(told);
});
