import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answers, hand, PERFETTO } from './perfetto';

let hear: ((event: object) => void)[] = [];
/** An opened window, and the messages posted to it. */
function opened() {
  const said: unknown[][] = [];
  const fake = { closed: false, postMessage: (...message: unknown[]) => said.push(message) };
  return { fake, said, window: fake as unknown as Window };
}

beforeEach(() => {
  hear = [];
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', (_: string, heard: (event: object) => void) => hear.push(heard));
  vi.stubGlobal('removeEventListener', (_: string, heard: (event: object) => void) => {
    hear = hear.filter((one) => one !== heard);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The result of the promise; undefined: pending. */
function outcome(promise: Promise<boolean>) {
  const result: { is?: boolean } = {};
  void promise.then((is) => {
    result.is = is;
  });
  return result;
}

test('the page sends PING ten times a second until the answer, and then stops', async () => {
  const { fake, said, window } = opened();
  const ready = outcome(answers(window));
  await vi.advanceTimersByTimeAsync(350);
  expect(said).toEqual(Array(3).fill(['PING', PERFETTO]));
  hear[0]?.({ origin: PERFETTO, source: fake, data: 'PONG' });
  await vi.advanceTimersByTimeAsync(1000);
  expect([ready.is, said.length, hear.length]).toEqual([true, 3, 0]);
});

test('only the opened window, at its origin, can answer', async () => {
  const { fake, window } = opened();
  const ready = outcome(answers(window));
  hear[0]?.({ origin: 'https://elsewhere.example', source: fake, data: 'PONG' });
  hear[0]?.({ origin: PERFETTO, source: {}, data: 'PONG' });
  hear[0]?.({ origin: PERFETTO, source: fake, data: 'hello' });
  await vi.advanceTimersByTimeAsync(500);
  expect(ready.is).toBeUndefined();
});

test('a closed window, or a minute without an answer, resolves to false', async () => {
  const closed = opened();
  const first = outcome(answers(closed.window));
  await vi.advanceTimersByTimeAsync(150);
  closed.fake.closed = true;
  await vi.advanceTimersByTimeAsync(100);
  expect([first.is, closed.said.length]).toEqual([false, 1]);
  const silent = outcome(answers(opened().window));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(silent.is).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect([silent.is, hear.length]).toEqual([false, 0]);
});

test('the bytes are transferred to that origin only, and not copied', () => {
  const { said, window } = opened();
  const buffer = new ArrayBuffer(8);
  hand(window, buffer, 'a run', 'a.pftrace');
  expect(said).toEqual([[{ perfetto: { buffer, title: 'a run', fileName: 'a.pftrace' } }, PERFETTO, [buffer]]]);
});
