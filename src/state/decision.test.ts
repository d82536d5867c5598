// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { foundNothing } from '../../tests/decision';
import { openLens } from './decision';
import { runStore } from './run';
import { viewStore } from './view';

/** Resolve functions of the searches, in order. */
const searches = vi.hoisted(() => [] as ((record: Uint32Array | null) => void)[]);
vi.mock('./run', async (original) => ({
  ...(await original<typeof import('./run')>()),
  standBefore: () => new Promise((resolve) => searches.push(resolve)),
}));

test('of two concurrent searches only the newer decision is shown', async () => {
  const record = foundNothing('sched_balance_newidle' as never);
  const sought = {} as never;
  const first = openLens('a', sought);
  const second = openLens('a', sought);
  searches[0]?.(record);
  expect(await first).toBe(false);
  searches[1]?.(null);
  expect(await second).toBe(false);
  expect(viewStore.getState()).toMatchObject({ lens: null, decisionNotFound: true });
  const third = openLens('b', sought);
  searches[2]?.(record);
  expect(await third).toBe(true);
  expect(viewStore.getState().lens?.lane).toBe('b');
  runStore.setState({ playing: true });
  expect(viewStore.getState().lens).toBe(null);
});
