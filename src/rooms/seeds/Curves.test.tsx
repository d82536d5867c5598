// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Curves } from './Curves';

vi.mock('../../ui/useWidth', () => ({ useWidth: () => ({ ref: { current: null }, width: 600, size: 13 }) }));
afterEach(cleanup);

test('negative values are in order on the axis, with a typographic minus', () => {
  const one = { mean: 1, half: null, n: 1 };
  const points = [-20, -5, 0].map((value) => ({
    value,
    seeds: [1],
    a: [1],
    b: null,
    estimateA: one,
    estimateB: null,
    differences: null,
    difference: null,
  }));
  const { container } = render(<Curves points={points as never} figure="rate" label="" parameter="nice" />);
  const ticks = [...container.querySelectorAll('g > .seeds-soft')].filter(({ textContent }) =>
    ['−20', '−5', '0'].includes(textContent ?? ''),
  );
  const places = ticks.filter((tick) => tick.getAttribute('text-anchor') === 'middle');
  expect(places.map(({ textContent }) => textContent)).toEqual(['−20', '−5', '0']);
  const xs = places.map((tick) => Number(tick.getAttribute('x')));
  expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  expect(xs.at(-1)).toBeLessThanOrEqual(600);
});
