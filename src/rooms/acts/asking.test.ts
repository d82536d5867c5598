// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { openAsking } from '../../../tests/lib/asking';
import type { BatchState } from '../../state/batch';
import { viewStore } from '../../state/view';
import { answer, measure } from './go';
import { actsStore } from './store';

/** How the runs beside the picture end. */
const runs = vi.hoisted(() => ({ end: 'done' as BatchState['state'], come: 'report' }));

vi.mock('../../state/batch', () => ({
  cancelAll() {},
  runAll: async (_owner: string, jobs: readonly unknown[], tell: (state: BatchState) => void) => {
    const outcome = runs.end === 'done' ? ({ type: runs.come } as never) : null;
    tell({ outcomes: jobs.map(() => outcome), share: 1, state: runs.end, workers: 1, tookMs: 0 });
  },
}));

beforeEach(openAsking);

// The first: it is loaded here.
test('an answer does not apply to a step that was opened while its code loaded', async () => {
  const given = answer('same');
  actsStore.setState(({ entry }) => ({ entry: entry + 1 }));
  await given;
  expect(actsStore.getState().choice).toBe(null);
});

const ASKED = [
  ['a question', () => answer('same')],
  ['a sketch', () => measure()],
] as const;

test.each(ASKED)('%s can be submitted again after a failed run, with a message', async (_, handIn) => {
  runs.come = 'fault';
  await handIn();
  expect(actsStore.getState()).toMatchObject({ choice: null, answered: false });
  expect(viewStore.getState().loadFailed).toBe(true);
  runs.come = 'report';
});

test.each(ASKED)('%s whose runs were cancelled by other runs can be submitted again', async (_, handIn) => {
  runs.end = 'cancelled';
  await handIn();
  expect(actsStore.getState()).toMatchObject({ choice: null, answered: false });
  runs.end = 'done';
  await handIn();
  expect(actsStore.getState().answered).toBe(true);
});
