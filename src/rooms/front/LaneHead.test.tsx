// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LaneHead } from './LaneHead';

afterEach(cleanup);

test.each([
  [0, 0, '– %'],
  [1000, 0, '0 %'],
  [1000, 3, '0.3 %'],
  [10_000, 1, '0.1 %'],
  [1000, 35, '4 %'],
])('of %i wake-ups %i leave the cluster: %s; a few are not rounded to none', (wakes, left, shown) => {
  render(<LaneHead lane="a" left={{ wakes, left }} />);
  expect(screen.getByRole('img').querySelector('b')?.textContent).toBe(shown);
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain(shown);
});
