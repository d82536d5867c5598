import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let requested: ((ms: number) => void)[] = [];
let cancelled: number[] = [];

beforeEach(() => {
  requested = [];
  cancelled = [];
  vi.resetModules();
  vi.stubGlobal('requestAnimationFrame', (draw: (ms: number) => void) => requested.push(draw));
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => cancelled.push(handle));
});
afterEach(() => void vi.unstubAllGlobals());

test('all drawings share one animation frame', async () => {
  const { onFrame } = await import('./loop');
  const drawn: string[] = [];
  const stop = onFrame((ms) => drawn.push(`one ${ms}`));
  onFrame((ms) => drawn.push(`two ${ms}`));
  expect(requested).toHaveLength(1);
  requested[0]?.(16);
  expect(drawn).toEqual(['one 16', 'two 16']);
  stop();
  expect(cancelled).toEqual([]);
  requested[1]?.(33);
  expect(drawn.slice(2)).toEqual(['two 33']);
});

test('without a drawing no frame is requested, until there is one again', async () => {
  const { onFrame } = await import('./loop');
  const drawn: number[] = [];
  onFrame(() => {})();
  expect(cancelled).toEqual([1]);
  onFrame((ms) => drawn.push(ms));
  expect(requested).toHaveLength(2);
  requested[1]?.(50);
  expect(drawn).toEqual([50]);
});
