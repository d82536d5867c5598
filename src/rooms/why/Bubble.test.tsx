// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { headsOf } from '../../engine/wire/records';
import { DECIDEDS, NO_TASK } from '../../scenario/generated/vocab';
import { openLens } from '../../state/decision';
import { type Explained, look, viewStore } from '../../state/view';
import { Bubble } from './Bubble';
import { useAnswer } from './useAnswer';

vi.mock('./useAnswer');
vi.mock('../../state/decision');
afterEach(cleanup);

const [head = null] = headsOf(
  Uint32Array.of((DECIDEDS.indexOf('newidle') << 24) | 6, 1000, 0, NO_TASK | (1 << 16) | (1 << 24), 1, 0),
);
const EXPLAINED: Explained = { lane: 'a', cpu: 1 };

async function everyStep(isThere: boolean): Promise<void> {
  vi.mocked(useAnswer).mockReturnValue({ head, task: null, throttles: [], ns: 1000 });
  vi.mocked(openLens).mockResolvedValue(isThere);
  look({ explained: EXPLAINED });
  render(<Bubble explained={EXPLAINED} />);
  fireEvent.click(screen.getByRole('button', { name: 'Every step' }));
}

test('the bubble makes room for the lens', async () => {
  await everyStep(true);
  await waitFor(() => expect(viewStore.getState().explained).toBeNull());
});

test('if the decision is out of reach the bubble stays', async () => {
  await everyStep(false);
  await vi.mocked(openLens).mock.results.at(-1)?.value;
  expect(viewStore.getState().explained).toBe(EXPLAINED);
});

test('Escape closes the bubble, but not behind a page that covers it', async () => {
  vi.mocked(useAnswer).mockReturnValue({ head, task: null, throttles: [], ns: 1000 });
  look({ explained: EXPLAINED, show: 'replication' });
  render(<Bubble explained={EXPLAINED} />);
  const leave = () => fireEvent.keyDown(document.body, { key: 'Escape', cancelable: true });
  // True: the event was not stopped, so other listeners receive it, too.
  expect([leave(), viewStore.getState().explained]).toEqual([true, EXPLAINED]);
  look({ show: null });
  expect([leave(), viewStore.getState().explained]).toEqual([false, null]);
});
