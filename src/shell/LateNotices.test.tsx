// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeLens, openLens } from '../state/decision';
import { standBefore } from '../state/run';
import { edit } from '../state/scenario';
import { viewStore } from '../state/view';
import { LateNotices } from './LateNotices';

vi.mock('../state/run', async (original) => ({ ...(await original()), standBefore: vi.fn() }));
afterEach(() => {
  cleanup();
  closeLens();
});

const SENTENCE = 'This decision was not found in the run again.';

test('whoever asked for a decision that is out of reach is told so, until it is read', async () => {
  vi.mocked(standBefore).mockResolvedValue(null);
  render(<LateNotices />);
  expect(await openLens('a', { task: 3, ns: 1000 })).toBe(false);
  expect(await screen.findByText(SENTENCE)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(SENTENCE)).toBeNull());
});

test('a decision of a scenario that was left meanwhile is not missed', async () => {
  vi.mocked(standBefore).mockImplementation(async () => {
    edit((document) => ({ ...document, seed: document.seed + 1 }));
    return null;
  });
  expect(await openLens('a', { task: 3, ns: 1000 })).toBe(false);
  expect(viewStore.getState().lensLost).toBe(false);
});
