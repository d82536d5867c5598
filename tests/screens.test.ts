import { expect, test } from 'vitest';
import { SCREENS } from '../scripts/lib/screens.mjs';
import { loadAct } from '../src/rooms/acts/steps';

test('the screen of a question shows a step that asks one', async () => {
  const screen = SCREENS.find(({ name }) => name === 'act-1-question');
  const number = Number(/step=(\d+)/.exec(screen?.fragment ?? '')?.[1]);
  const { steps } = await loadAct(1);
  expect(steps.find(([, step]) => step.number === number)?.[1].answers).toBeDefined();
});
