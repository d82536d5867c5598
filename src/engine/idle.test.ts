import { afterEach, expect, test, vi } from 'vitest';
import { whenIdle } from './idle';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('resolves when the browser reports idle time, after half a second at the latest', async () => {
  const asked: { idle: () => void; options: unknown }[] = [];
  vi.stubGlobal('requestIdleCallback', (idle: () => void, options: unknown) => asked.push({ idle, options }));
  let isIdle = false;
  const idle = whenIdle().then(() => {
    isIdle = true;
  });
  await Promise.resolve();
  expect([isIdle, asked.map(({ options }) => options)]).toEqual([false, [{ timeout: 500 }]]);
  asked[0]?.idle();
  await idle;
});

test('without idle callbacks, resolves after a timeout', async () => {
  vi.useFakeTimers();
  let isIdle = false;
  void whenIdle().then(() => {
    isIdle = true;
  });
  await vi.advanceTimersByTimeAsync(199);
  expect(isIdle).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isIdle).toBe(true);
});
