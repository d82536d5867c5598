// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { headsOf } from '../../engine/wire/records';
import { DECIDEDS, NO_TASK } from '../../scenario/generated/vocab';
import { openLens } from '../../state/decision';
import { type Asked, look, viewStore } from '../../state/view';
import { Bubble } from './Bubble';
import { useAnswer } from './useAnswer';

vi.mock('./useAnswer');
vi.mock('../../state/decision');
afterEach(cleanup);

const [head = null] = headsOf(
  Uint32Array.of((DECIDEDS.indexOf('newidle') << 24) | 6, 1000, 0, NO_TASK | (1 << 16) | (1 << 24), 1, 0),
);
const ASKED: Asked = { lane: 'a', cpu: 1 };

async function everyStep(isThere: boolean): Promise<void> {
  vi.mocked(useAnswer).mockReturnValue({ head, task: null, throttles: [], ns: 1000 });
  vi.mocked(openLens).mockResolvedValue(isThere);
  look({ asked: ASKED });
  render(<Bubble asked={ASKED} />);
  fireEvent.click(screen.getByRole('button', { name: 'Every step' }));
}

test('the bubble makes room for the lens', async () => {
  await everyStep(true);
  await waitFor(() => expect(viewStore.getState().asked).toBeNull());
});

test('if the decision is out of reach the bubble stays', async () => {
  await everyStep(false);
  await vi.mocked(openLens).mock.results.at(-1)?.value;
  expect(viewStore.getState().asked).toBe(ASKED);
});

test('Escape closes the bubble, but not behind a page that covers it', async () => {
  vi.mocked(useAnswer).mockReturnValue({ head, task: null, throttles: [], ns: 1000 });
  look({ asked: ASKED, show: 'replication' });
  render(<Bubble asked={ASKED} />);
  const leave = () => fireEvent.keyDown(document.body, { key: 'Escape', cancelable: true });
  // True: the event was not stopped, so other listeners receive it, too.
  expect([leave(), viewStore.getState().asked]).toEqual([true, ASKED]);
  look({ show: null });
  expect([leave(), viewStore.getState().asked]).toEqual([false, null]);
});
