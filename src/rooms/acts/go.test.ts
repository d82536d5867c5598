// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import type { BatchState } from '../../state/batch';
import { answer, measure } from './go';
import { actsStore } from './store';
import type { Act, Step } from './types';

/** How the runs beside the picture end. */
const runs = vi.hoisted(() => ({ end: 'done' as BatchState['state'] }));

vi.mock('../../state/batch', () => ({
  runAll: async (_owner: string, jobs: readonly unknown[], tell: (state: BatchState) => void) => {
    const outcome = runs.end === 'done' ? ({} as never) : null;
    tell({ outcomes: jobs.map(() => outcome), share: 1, state: runs.end, workers: 1, tookMs: 0 });
  },
}));

const step = {
  number: 1,
  document: PRESETS.classroom,
  atNs: 0,
  claims: {},
  beside: { experiments: [PRESETS.classroom], seeds: 1 },
} as unknown as Step;

beforeEach(() => {
  const opened = { number: 1, act: { steps: [['asks', step]] } as unknown as Act, at: 0 };
  actsStore.setState({ opened, arrived: true, choice: null, answered: false, beside: null });
});

test.each([
  ['a question', () => answer('same')],
  ['a sketch', () => measure()],
] as const)('%s whose runs other runs have ended can be handed in again', async (_, handIn) => {
  runs.end = 'cancelled';
  await handIn();
  expect(actsStore.getState()).toMatchObject({ choice: null, answered: false });
  runs.end = 'done';
  await handIn();
  expect(actsStore.getState().answered).toBe(true);
});
