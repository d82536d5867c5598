// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { openAsking } from '../../../tests/lib/asking';
import { answer, measure } from './go';
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
