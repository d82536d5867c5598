// @vitest-environment happy-dom
/** Hooks that follow the run frame by frame do not leak memory over many frames. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { held } from '../../tests/lib/heap';
import type { Lane as Feed } from '../engine/lanes/lane';
import { useExtent } from '../rooms/transport/extent';
import { PLAIN } from '../scenario/catalog';
import { PRESETS } from '../scenario/presets';
import { runStore } from '../state/run';
import { useFirstWork } from '../state/starting';
import { useFeatures } from './useFeatures';

const FRAMES = 20_000;
/** Far below the size of one update per frame (bytes). */
const LITTLE = 0.4 * 2 ** 20;

let draw: (nowMs: number) => void = () => {};

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (next: typeof draw) => {
    draw = next;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {});
});
afterEach(() => {
  cleanup();
  runStore.setState({ feeds: [] });
  vi.unstubAllGlobals();
});

async function grownBy(frame: () => void | Promise<void>): Promise<number> {
  const some = async (count: number) => {
    for (let i = 0; i < count; i++) await frame();
  };
  // Compiled code counts as memory, too.
  await act(() => some(FRAMES / 5));
  const before = held();
  await act(() => some(FRAMES));
  return held() - before;
}

test('the switches of a lane with flips', async () => {
  const [lane] = PRESETS.cluster.lanes;
  const config = { ...lane, features: PLAIN, flips: [{ at_ns: 5, features: { ...PLAIN, cluster_domain: true } }] };
  const { result } = renderHook(() => useFeatures(0, config));
  expect(await grownBy(() => draw(0))).toBeLessThan(LITTLE);
  expect(result.current).toBe(PLAIN);
});

test('the end of the axis', async () => {
  const { result } = renderHook(useExtent);
  expect(await grownBy(() => draw(0))).toBeLessThan(LITTLE);
  expect(result.current).toBe(20_000);
});

test('whether work has begun', async () => {
  const feed = { version: 0, frame: { messages: 1, done: false } };
  runStore.setState({ feeds: [feed as unknown as Feed] });
  const { result } = renderHook(useFirstWork);
  const grown = await grownBy(async () => {
    feed.version += 1;
    draw(0);
    await Promise.resolve();
    await Promise.resolve();
  });
  expect(grown).toBeLessThan(LITTLE);
  expect(result.current).toBeNull();
});
