// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { openAsking } from '../../../tests/lib/asking';
import { PLAIN_VIEW } from '../../scenario/link';
import { scenarioStore } from '../../state/scenario';
import { answer, measure, openAct } from './go';
import { actsStore } from './store';

vi.mock('./asking', () => {
  throw new Error('no network');
});

beforeEach(openAsking);

const ASKED = [
  ['a question', () => answer('same')],
  ['a sketch', () => measure()],
] as const;

test.each(ASKED)('%s can be answered again if the code that runs it could not be loaded', async (_, handIn) => {
  await handIn();
  expect(actsStore.getState()).toMatchObject({ choice: null, answered: false });
});

test('a link that allows no changes locks its step, and not the experiments of the others', async () => {
  const link = { view: { ...PLAIN_VIEW, locked: true }, problem: null, changed: null, isCurrent: () => true };
  await openAct({ act: 1, step: 2 }, link);
  expect(scenarioStore.getState().locked).toBe(true);
  await openAct({ act: 1, step: 3 });
  expect(scenarioStore.getState().locked).toBe(false);
});
