// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

const parent = {} as Window;

/** The mailbox of a page in a frame. */
async function framed() {
  vi.resetModules();
  vi.spyOn(window, 'parent', 'get').mockReturnValue(parent);
  return await import('./mailbox');
}

const say = (data: unknown, source: Window = parent) =>
  window.dispatchEvent(new MessageEvent('message', { data, source: source as never, origin: 'https://example.org' }));

beforeEach(() => vi.restoreAllMocks());

test('messages are kept until there is a listener, up to a limit', async () => {
  const { openMailbox } = await framed();
  say('a stranger', window);
  for (let i = 0; i < 5000; i++) say(i);
  const received: unknown[] = [];
  openMailbox(({ data }) => received.push(data));
  expect(received).toEqual(Array.from({ length: 100 }, (_, i) => i));
  say('later');
  expect(received.at(-1)).toBe('later');
});

test('after closeMailbox, messages are dropped', async () => {
  const { closeMailbox, openMailbox } = await framed();
  say('early');
  closeMailbox();
  say('late');
  const received: unknown[] = [];
  openMailbox(({ data }) => received.push(data));
  expect(received).toEqual([]);
  say('now');
  expect(received).toEqual(['now']);
});
