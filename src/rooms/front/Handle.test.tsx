// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Finding } from '../../engine/batch/compared';
import { FIRST_GAINS } from './gains';
import { Handle } from './Handle';

afterEach(cleanup);

const finding = { kind: 'apart', digits: 1, better: 'b', figure: 'rate', difference: { mean: 8, half: 1 } } as Finding;

test('every load has a bar before anything is measured here', () => {
  render(<Handle gains={FIRST_GAINS} load={5} idle={false} onLoad={() => {}} />);
  const bars = [...document.querySelectorAll<HTMLElement>('.front-bar-column')];
  expect(bars).toHaveLength(8);
  for (const bar of bars) expect(Number.parseFloat(bar.style.getPropertyValue('--reach'))).toBeGreaterThan(1);
});

test('the gain of B is announced, and spoken by the slider', () => {
  const gains = new Map([...FIRST_GAINS, [4, { finding, seeds: 16, of: 16 }] as const]);
  render(<Handle gains={gains} load={4} idle={false} onLoad={() => {}} />);
  expect(screen.getByRole('status').textContent).toMatch(/8/);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/8/);
});
