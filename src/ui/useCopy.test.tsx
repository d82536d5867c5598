// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCopy } from './useCopy';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['without a clipboard, as over plain http', undefined, false],
  ['where the browser refuses', { writeText: () => Promise.reject(new Error('not allowed')) }, false],
  ['where it allows it', { writeText: () => Promise.resolve() }, true],
])('%s a copy says what became of it', async (_, clipboard, done) => {
  vi.stubGlobal('navigator', { clipboard });
  const { result } = renderHook(() => useCopy());
  expect(result.current.copied).toBeNull();
  expect(await act(() => result.current.copy('text'))).toBe(done);
  expect(result.current.copied).toBe(done);
});
