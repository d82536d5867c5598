// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSource } from './Source';

afterEach(cleanup);

/** A file whose text arrives when the test releases it. */
function slow(text: string) {
  let come = () => {};
  const file = new File([text], 'slow.txt');
  file.text = () => new Promise((resolve) => (come = () => resolve(text)));
  return { file, come: () => come() };
}

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));

test('a file that loads late does not replace text typed or opened meanwhile', async () => {
  const { result } = renderHook(() => useSource());
  const [first, second, third] = [slow('first'), slow('second'), slow('third')];
  act(() => void result.current.take(first.file));
  act(() => void result.current.take(second.file));
  second.come();
  await settled();
  first.come();
  await settled();
  expect(result.current.text).toBe('second');
  act(() => void result.current.take(third.file));
  act(() => result.current.type('typed'));
  third.come();
  await settled();
  expect(result.current.text).toBe('typed');
});

test('a file without readable text is passed on and reported', async () => {
  const folder = new File([], 'folder');
  folder.text = () => Promise.reject(new DOMException('a folder', 'NotReadableError'));
  const { result } = renderHook(() => useSource('before'));
  await act(() => result.current.take(folder));
  expect(result.current).toMatchObject({ text: '', given: folder });
});
