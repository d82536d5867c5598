// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Marked } from './Marked';
import { actsStore } from './store';

afterEach(() => {
  cleanup();
  actsStore.setState({ beside: null });
});

test('until its runs have ended, a figure shows how far they are', () => {
  actsStore.setState({ beside: { outcomes: [], share: 0.25, state: 'running', workers: 2, tookMs: 100 } });
  const text = 'B gets {gain.mean} % more done.';
  const { container, rerender } = render(<Marked text={text} figures={{}} />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  rerender(<Marked text={text} figures={{ 'gain.mean': '4.2' }} />);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(container.textContent).toBe('B gets 4.2\u00a0% more done.');
});
