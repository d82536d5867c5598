import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const workers = vi.hoisted(() => ({ all: [] as Checker[] }));

class Checker extends EventTarget {
  readonly sent: Record<string, unknown>[] = [];
  isAlive = true;
  constructor() {
    super();
    workers.all.push(this);
  }
  postMessage(sent: Record<string, unknown>): void {
    this.sent.push(sent);
  }
  answer(id: unknown, answer: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: { id, answer } }));
  }
  terminate(): void {
    this.isAlive = false;
  }
}
vi.mock('./policy.worker?worker&inline', () => ({ default: Checker }));
vi.mock('./tools', () => ({ loadTools: async () => 'the module' }));

beforeEach(() => {
  workers.all = [];
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks for a check; the worker has its question. */
async function ask(source: string, questions = 1) {
  const { checkPolicy } = await import('./policy');
  const answer = checkPolicy(source, '6.18').catch((thrown: Error) => thrown);
  await vi.waitFor(() => {
    const { isAlive, sent } = workers.all.at(-1) ?? {};
    expect([isAlive, sent?.length]).toEqual([true, questions + 1]);
  });
  const worker = workers.all.at(-1)!;
  return { answer, worker, id: worker.sent.at(-1)?.id };
}

test('one worker answers all questions, each by its number', async () => {
  const first = await ask('one');
  const second = await ask('two', 2);
  expect(workers.all).toHaveLength(1);
  expect(first.worker.sent.map(({ module, question }) => module ?? question)).toEqual([
    'the module',
    { source: 'one', release: '6.18' },
    { source: 'two', release: '6.18' },
  ]);
  second.worker.answer(second.id, 'second');
  first.worker.answer(first.id, 'first');
  expect(await Promise.all([first.answer, second.answer])).toEqual(['first', 'second']);
});

test('a worker that fails is replaced by the next question', async () => {
  const { answer, worker } = await ask('one');
  worker.dispatchEvent(new Event('error'));
  expect(await answer).toBeInstanceOf(Error);
  await vi.waitFor(() => expect(worker.isAlive).toBe(false));
  const next = await ask('two');
  expect(next.worker).not.toBe(worker);
  next.worker.answer(next.id, 'again');
  expect(await next.answer).toBe('again');
});

test('a silent worker is given up after some seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { answer, worker } = await ask('one');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await answer).toBeInstanceOf(Error);
  expect(worker.isAlive).toBe(false);
});
