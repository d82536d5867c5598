// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startLane } from '../../engine/lanes/start';
import { PRESETS } from '../../scenario/presets';
import { Game } from './Game';
import { beginChoosing, beginStealing, endGame } from './games';

vi.mock('../../engine/lanes/start');
afterEach(() => {
  cleanup();
  endGame();
});

const patched = PRESETS.cluster.lanes[1]!.features;
const text = () => screen.getByRole('region').textContent;

test('a game that cannot be prepared shows a message and can be restarted', async () => {
  vi.mocked(startLane).mockRejectedValue(new Error('no network'));
  render(<Game kind="choose" again="Ten others" />);
  expect(text()).toMatch(/One moment/);
  await act(() => beginChoosing(PRESETS.cluster, patched));
  expect(text()).toMatch(/could not be prepared/);
  expect(screen.getByRole('button', { name: 'Ten others' })).toBeTruthy();
});

test('a game without a suitable moment shows a message', async () => {
  render(<Game kind="steal" again="Another one" />);
  await act(() => beginStealing(0));
  expect(text()).toMatch(/could not be prepared/);
});

test('a game that was closed meanwhile shows no message', async () => {
  let fail = () => {};
  vi.mocked(startLane).mockReturnValue(new Promise((_, reject) => (fail = () => reject(new Error('no network')))));
  render(<Game kind="choose" again="Ten others" />);
  const begun = beginChoosing(PRESETS.cluster, patched);
  endGame();
  fail();
  await act(() => begun);
  expect(text()).toMatch(/One moment/);
});
