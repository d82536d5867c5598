// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { take } from '../../ui/export';
import { Card } from './Card';
import { actsStore } from './store';
import type { Seen, Step, StepWords } from './types';

vi.mock('../../ui/export');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SAID = 'The browser did not allow it.';

function show(): HTMLElement {
  actsStore.setState({ choice: 'yes' });
  const words = { question: { options: { yes: 'It is' } } } as unknown as StepWords;
  const step = { answers: { yes: () => true } } as unknown as Step;
  render(<Card text="{guess}, {outcome}" words={words} step={step} seen={{} as Seen} />);
  return screen.getByRole('status');
}

test('a card that cannot be saved shows a message until it can', async () => {
  vi.mocked(take).mockRejectedValueOnce(new Error('no canvas'));
  const status = show();
  fireEvent.click(screen.getByText('Save as PNG'));
  await vi.waitFor(() => expect(status.textContent).toBe(SAID));
  fireEvent.click(screen.getByText('Save as SVG'));
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(2));
  expect(status.textContent).toBe('');
});

test('a card whose text cannot be copied shows a message', async () => {
  vi.stubGlobal('navigator', {});
  const status = show();
  fireEvent.click(screen.getByText('Copy text and link'));
  await vi.waitFor(() => expect(status.textContent).toBe(SAID));
});
