import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Echo, fakeWorker } from '../../../tests/fake-worker';
import type { FieldError } from '../../scenario/generated/types';
import { EngineFault, Port, type Wire } from './port';
import { SILENCE_MS, START_SILENCE_MS } from './silence';

/** Real time of the page (ms), which goes on although its timers do not. */
let sleptMs = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'performance'] });
  sleptMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + sleptMs);
});
afterEach(() => void vi.useRealTimers());

/** A port to a worker, which answers the last question when it is told to. */
function worker(whole: (() => Promise<Wire>) | null = null) {
  const { wire, asked, say } = fakeWorker();
  const port = new Port<Echo>(wire, whole);
  return { port, wire, say, answer: () => say({ id: asked.at(-1)?.id ?? 0, answer: 'word' }) };
}

test('a worker that says nothing while the page listens is dead, and so is whatever is asked later', async () => {
  const { port, say } = worker();
  say({});
  const asked = expect(port.ask('echo', 'word')).rejects.toThrow(new EngineFault('the worker does not answer'));
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
  expect(port.isBroken).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  await expect(port.ask('echo', 'word')).rejects.toThrow('the worker does not answer');
  expect(port.isBroken).toBe(true);
});

test('a page that looks more often than it means to counts the time between, and looks once whatever it waits for', async () => {
  const { port, say } = worker();
  say({});
  for (const word of ['one', 'two']) port.ask('echo', word).catch(() => {});
  expect(vi.getTimerCount()).toBe(1);
  // A look every tenth of a second.
  for (let i = 0; i < 39; i++) {
    sleptMs -= 150;
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(port.isBroken).toBe(false);
  port.dispose();
  expect(vi.getTimerCount(), 'nobody looks after a worker that was ended').toBe(0);
});

test('a page that slept for a minute has not been listening: the answer that comes then is heard', async () => {
  const { port, answer } = worker();
  const asked = port.ask('echo', 'word');
  await vi.advanceTimersByTimeAsync(1000);
  sleptMs += 60_000;
  await vi.advanceTimersByTimeAsync(1000);
  answer();
  expect(await asked).toBe('word');
});

test('a page that is starved of its timers again and again takes no worker for dead', async () => {
  const { port, answer } = worker();
  const asked = port.ask('echo', 'word');
  // A minute in which the page comes to look six times.
  for (let i = 0; i < 6; i++) {
    sleptMs += 10_000;
    await vi.advanceTimersByTimeAsync(250);
  }
  answer();
  expect(await asked).toBe('word');
});

test('a worker that is slow but says that it lives is waited for', async () => {
  const { port, say, answer } = worker();
  const asked = port.ask('echo', 'word');
  for (let i = 0; i < 20; i++) {
    await vi.advanceTimersByTimeAsync(SILENCE_MS * 0.75);
    say({});
  }
  answer();
  expect(await asked).toBe('word');
});

test('nobody listens while nothing is asked', async () => {
  const { port, answer } = worker();
  const first = port.ask('echo', 'word');
  answer();
  await first;
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  const second = port.ask('echo', 'word');
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 500);
  answer();
  expect(await second).toBe('word');
});

test('a hidden page, which may not run at all, takes no worker for dead', async () => {
  vi.stubGlobal('document', { hidden: true });
  const { port, answer } = worker();
  const asked = port.ask('echo', 'word');
  await vi.advanceTimersByTimeAsync(60_000);
  answer();
  expect(await asked).toBe('word');
  vi.unstubAllGlobals();
});

test('a worker that starts is given more time before its first word, but not for ever', async () => {
  const { port, say, answer } = worker();
  const asked = port.ask('echo', 'word');
  await vi.advanceTimersByTimeAsync(START_SILENCE_MS - 500);
  say({});
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 500);
  answer();
  expect(await asked).toBe('word');
  const never = worker();
  const waited = expect(never.port.ask('echo', 'word')).rejects.toThrow('the worker does not answer');
  await vi.advanceTimersByTimeAsync(START_SILENCE_MS + 500);
  await waited;
});

test('a question that cannot be sent is a fault of its own, and nobody waits for its answer', async () => {
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

test('an answer does not end the wait for another', async () => {
  const { port, answer } = worker();
  const dead = expect(port.ask('echo', 'first')).rejects.toThrow('the worker does not answer');
  const second = port.ask('echo', 'second');
  answer();
  expect(await second).toBe('word');
  await vi.advanceTimersByTimeAsync(SILENCE_MS + 300);
  await dead;
});

/** A worker that was asked for what it is without; another takes over as soon as that has come. */
function replaced() {
  let come = () => {};
  const coming = new Promise<Wire>((resolve) => {
    come = () => resolve(worker().wire);
  });
  const { port, say } = worker(() => coming);
  const asked = port.ask('echo', 'word');
  say({ id: 1, refused: [{ field: '', value: '', fault: { kind: 'not_built' }, message: '' } as FieldError] });
  return { port, asked, come };
}

test('a worker that takes over may be loaded for as long as it takes, but then it must say something', async () => {
  const { port, asked, come } = replaced();
  const dead = [asked, port.ask('echo', 'late')].map((it) => expect(it).rejects.toThrow('the worker does not answer'));
  await vi.advanceTimersByTimeAsync(2 * START_SILENCE_MS);
  come();
  await vi.advanceTimersByTimeAsync(START_SILENCE_MS - 500);
  expect(port.isBroken).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(dead);
});

test('nobody listens to a worker that comes after the end', async () => {
  const { port, asked, come } = replaced();
  const ended = expect(asked).rejects.toBeInstanceOf(EngineFault);
  port.dispose();
  come();
  await vi.advanceTimersByTimeAsync(0);
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});
