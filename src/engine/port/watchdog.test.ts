import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Echo, fakeWorker } from '../../../tests/fake-worker';
import { EngineFault, Port } from './port';
import { START_TIMEOUT_MS, TIMEOUT_MS } from './watchdog';

/** Real time (ms) in which the timers of the page were suspended. */
let sleptMs = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'performance'] });
  sleptMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + sleptMs);
});
afterEach(() => void vi.useRealTimers());

/** A port to a worker; `answer` answers the last request. */
function worker() {
  const { wire, requests, say } = fakeWorker();
  const port = new Port<Echo>(wire);
  return { port, wire, say, answer: () => say({ id: requests.at(-1)?.id ?? 0, answer: 'word' }) };
}

test('a worker that sends nothing while the page listens times out, and later requests fail at once', async () => {
  const { port, say } = worker();
  say({});
  const asked = expect(port.ask('echo', 'word')).rejects.toThrow(new EngineFault('the worker does not answer'));
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
  expect(port.isBroken).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  await expect(port.ask('echo', 'word')).rejects.toThrow('the worker does not answer');
  expect(port.isBroken).toBe(true);
});

test('ticks that come too often count the time between them, and one timer serves all requests', async () => {
  const { port, say } = worker();
  say({});
  for (const word of ['one', 'two']) port.ask('echo', word).catch(() => {});
  expect(vi.getTimerCount()).toBe(1);
  // A tick every tenth of a second.
  for (let i = 0; i < 39; i++) {
    sleptMs -= 150;
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(port.isBroken).toBe(false);
  port.dispose();
  expect(vi.getTimerCount(), 'no timer is left after the end').toBe(0);
});

test('a page that slept for a minute was not listening: an answer that comes then is accepted', async () => {
  const { port, answer } = worker();
  const asked = port.ask('echo', 'word');
  await vi.advanceTimersByTimeAsync(1000);
  sleptMs += 60_000;
  await vi.advanceTimersByTimeAsync(1000);
  answer();
  expect(await asked).toBe('word');
});

test('a page whose timers are starved again and again lets no worker time out', async () => {
  const { port, answer } = worker();
  const asked = port.ask('echo', 'word');
  // A minute with six ticks.
  for (let i = 0; i < 6; i++) {
    sleptMs += 10_000;
    await vi.advanceTimersByTimeAsync(250);
  }
  answer();
  expect(await asked).toBe('word');
});

test('a slow worker that sends signs of life does not time out', async () => {
  const { port, say, answer } = worker();
  const asked = port.ask('echo', 'word');
  for (let i = 0; i < 20; i++) {
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS * 0.75);
    say({});
  }
  answer();
  expect(await asked).toBe('word');
});

test('no timer runs while no request is pending', async () => {
  const { port, answer } = worker();
  const first = port.ask('echo', 'word');
  answer();
  await first;
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  const second = port.ask('echo', 'word');
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 500);
  answer();
  expect(await second).toBe('word');
});

test('a hidden page lets no worker time out: the browser may stop its timers', async () => {
  vi.stubGlobal('document', { hidden: true });
  const { port, answer } = worker();
  const asked = port.ask('echo', 'word');
  await vi.advanceTimersByTimeAsync(60_000);
  answer();
  expect(await asked).toBe('word');
  vi.unstubAllGlobals();
});

test('the timeout is longer before the first message of a worker', async () => {
  const { port, say, answer } = worker();
  const asked = port.ask('echo', 'word');
  await vi.advanceTimersByTimeAsync(START_TIMEOUT_MS - 500);
  say({});
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 500);
  answer();
  expect(await asked).toBe('word');
  const never = worker();
  const waited = expect(never.port.ask('echo', 'word')).rejects.toThrow('the worker does not answer');
  await vi.advanceTimersByTimeAsync(START_TIMEOUT_MS + 500);
  await waited;
});

test('a request that cannot be sent is rejected, and starts no timer', async () => {
  const { port, wire, answer } = worker();
  const send = wire.postMessage;
  wire.postMessage = () => {
    throw new DOMException('out of memory', 'DataCloneError');
  };
  await expect(port.ask('echo', 'word')).rejects.toBeInstanceOf(EngineFault);
  expect(vi.getTimerCount()).toBe(0);
  wire.postMessage = send;
  const asked = port.ask('echo', 'word');
  answer();
  expect(await asked).toBe('word');
});

test('an answer does not stop the watchdog while another request is pending', async () => {
  const { port, answer } = worker();
  const dead = expect(port.ask('echo', 'first')).rejects.toThrow('the worker does not answer');
  const second = port.ask('echo', 'second');
  answer();
  expect(await second).toBe('word');
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 300);
  await dead;
});
