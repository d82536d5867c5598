// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { clearProgress, progress, reach } from './progress';

afterEach(() => {
  vi.unstubAllGlobals();
  clearProgress();
});

test('the furthest step of each act is kept, and can be cleared', () => {
  reach(2, { step: 4, steps: 9 });
  reach(2, { step: 3, steps: 9 });
  reach(3, { step: 1, steps: 8 });
  expect(progress()).toEqual({ 2: { step: 4, steps: 9 }, 3: { step: 1, steps: 8 } });
  clearProgress();
  expect(progress()).toEqual({});
});

test('without storage, or with nonsense in it, nothing is marked and nothing fails', () => {
  localStorage.setItem('scheduler-playground.progress', '{"1":{"step":9,"steps":2},"2":7}');
  expect(progress()).toEqual({});
  vi.stubGlobal('localStorage', undefined);
  reach(1, { step: 1, steps: 2 });
  expect(progress()).toEqual({});
});
