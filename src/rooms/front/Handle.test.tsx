// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Finding } from '../../engine/batch/compared';
import { Handle } from './Handle';

afterEach(cleanup);

const finding = { kind: 'apart', digits: 1, better: 'b', figure: 'rate', difference: { mean: 8, half: 1 } } as Finding;

test('the gain of B is announced once, when all seeds have ended', () => {
  const at = (seeds: number) => (
    <Handle gains={new Map([[4, { finding, seeds, of: 16 }]])} load={4} onLoad={() => {}} />
  );
  const { rerender } = render(at(7));
  const said = () => [
    screen.getByRole('status').textContent,
    screen.getByRole('slider').getAttribute('aria-valuetext'),
  ];
  expect(said()).toEqual(['', expect.stringContaining('measuring')]);
  expect(document.querySelector('.front-verdict')?.textContent).toMatch(/8/);
  rerender(at(16));
  expect(said()).toEqual([expect.stringMatching(/8/), expect.stringMatching(/8/)]);
});
