// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import { look, viewStore } from '../../state/view';
import { answer, measure } from './go';
import { actsStore } from './store';
import type { Act, Step } from './types';

vi.mock('./asking', () => {
  throw new Error('no network');
});

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
  look({ unloaded: null });
});

const ASKED = [
  ['a question', () => answer('same')],
  ['a sketch', () => measure()],
] as const;

test.each(ASKED)(
  '%s can be handed in again where what runs it could not be loaded, which is said',
  async (_, handIn) => {
    await handIn();
    expect(actsStore.getState()).toMatchObject({ choice: null, answered: false });
    expect(viewStore.getState().unloaded).toEqual({});
  },
);
