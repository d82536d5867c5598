import { afterEach, expect, test, vi } from 'vitest';
import { spans_zero } from '../../sim-wasm/pkg/tools/sched_tools.js';
import { moduleBytes } from '../../tests/simulator';

vi.unmock('./tools');
afterEach(() => void vi.unstubAllGlobals());

test('the module is fetched once, for the page and for its workers', async () => {
  const bytes = moduleBytes('tools/sched_tools_bg.wasm');
  const fetched = vi.fn(async () => new Response(bytes));
  vi.stubGlobal('fetch', fetched);
  const { loadTools, startTools } = await import('./tools');
  expect(() => spans_zero(1, 2)).toThrow();
  const module = await startTools();
  expect(spans_zero(1, 2)).toBe(true);
  expect(await startTools()).toBe(module);
  expect(await loadTools()).toBe(module);
  expect(fetched).toHaveBeenCalledOnce();
});
