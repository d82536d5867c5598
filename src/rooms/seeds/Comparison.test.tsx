// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Comparison } from './Comparison';

afterEach(cleanup);

test.each([
  [2.5, null, '+2.50 %'],
  [2.5, 0, '+2.50 ± 0.00 %'],
  [2.5, 0.125, '+2.50 ± 0.13 %'],
  [-2.5, 0.125, '−2.50 ± 0.13 %'],
  // A reduction cannot exceed 100 %.
  [-99, 2.5, '−96.50\u00a0to\u00a0−100 %'],
])('a difference of %s with a half interval of %s has the text %s', (mean, half, told) => {
  const one = { mean: 1, half: null, n: 1 };
  const compared = { seeds: [1], a: [1], b: [1], estimateA: one, estimateB: one, differences: [2.5] };
  const difference = { mean, half, n: 1 };
  const { container } = render(
    <Comparison first="Pairs" rows={[{ head: '2', figure: 'rate', compared: { ...compared, difference } }]} />,
  );
  expect(container.querySelector('tbody td:last-child')?.textContent).toBe(told);
});
