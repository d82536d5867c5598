import { expect, test, vi } from 'vitest';
import type { FieldError, RunReport } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { Port, type Reply, type Request, type Wire } from '../port/port';
import { type Progress, poolSize, runBatch } from './pool';
import type { BatchJob, BatchQuestions, Share } from './questions';

const jobs = (count: number): BatchJob[] =>
  Array.from({ length: count }, (_, i) => ({ scenario: { ...PRESETS.cluster, seed: i }, lane: 0 }));

/** A worker's reaction to a seed: reply, die, or never answer. */
type Said = { readonly answer: RunReport } | { readonly refused: readonly FieldError[] } | { readonly fault: string };
type Script = (seed: number) => Said | 'die' | 'silence';

function fakePool(script: Script) {
  const workers: FakeWorker[] = [];
  class FakeWorker implements Wire {
    onmessage: Wire['onmessage'] = null;
    onerror: Wire['onerror'] = null;
    onmessageerror: Wire['onmessageerror'] = null;
    alive = true;
    readonly seeds: number[] = [];
    postMessage({ id, args }: Request): void {
      const { seed } = (args as [BatchJob])[0].scenario;
      this.seeds.push(seed);
      const said = script(seed);
      if (said === 'silence') return;
      // Later jobs answer earlier.
      setTimeout(() => this.#say(said === 'die' ? said : { id, ...said }), 40 - seed * 3);
    }
    #say(reply: Reply | 'die'): void {
      if (!this.alive) return;
      const call = (handler: unknown, event: object) => (handler as (event: object) => void)(event);
      if (reply === 'die') call(this.onerror, { message: 'unreachable' });
      else {
        call(this.onmessage, { data: { note: 0.5 } });
        call(this.onmessage, { data: reply });
      }
    }
    terminate(): void {
      this.alive = false;
    }
  }
  return {
    workers,
    start: async () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return new Port<BatchQuestions, Share>(worker);
    },
  };
}

const report = (seed: number): Said => ({ answer: { seed } as RunReport });

test('outcomes are in the order of the jobs, whatever the order of completion', async () => {
  const { workers, start } = fakePool(report);
  const seen: Progress[] = [];
  const { finished } = runBatch(jobs(9), (progress) => seen.push(structuredClone(progress)), start, 3);
  const outcomes = (await finished) ?? [];
  expect(outcomes.map((outcome) => outcome.type === 'report' && outcome.report.seed)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ]);
  expect(workers).toHaveLength(3);
  expect(workers.every(({ alive }) => !alive)).toBe(true);
  // The progress grows to 1, and outcomes that have arrived stay.
  const shares = seen.map(({ share }) => share);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  // Every job reports progress once, at one half, and then ends.
  expect(shares).toHaveLength(18);
  expect(shares[0]).toBeCloseTo(0.5 / 9);
  expect(shares.at(-1)).toBe(1);
  // The third job started together with the first and ended before it.
  expect(seen.some(({ outcomes: [first, , third] }) => first === null && third !== null)).toBe(true);
});

test('a worker that dies loses only its job', async () => {
  const { workers, start } = fakePool((seed) => (seed === 2 ? 'die' : report(seed)));
  const outcomes = (await runBatch(jobs(6), () => {}, start, 2).finished) ?? [];
  expect(outcomes.map(({ type }) => type)).toEqual(['report', 'report', 'fault', 'report', 'report', 'report']);
  expect(outcomes[2]).toEqual({ type: 'fault', message: 'unreachable' });
  expect(workers).toHaveLength(3);
});

test('a worker whose simulator faults is terminated although it answers, and another replaces it', async () => {
  const { workers, start } = fakePool((seed) => (seed === 1 ? { fault: 'unreachable' } : report(seed)));
  const outcomes = (await runBatch(jobs(3), () => {}, start, 1).finished) ?? [];
  expect(outcomes.map(({ type }) => type)).toEqual(['report', 'fault', 'report']);
  expect(workers.map(({ alive, seeds }) => ({ alive, seeds }))).toEqual([
    { alive: false, seeds: [0, 1] },
    { alive: false, seeds: [2] },
  ]);
});

test('if the simulator fails to load, every job reports that, and the batch ends', async () => {
  const start = () => Promise.reject(new Error('404 sched.wasm'));
  const outcomes = await runBatch(jobs(3), () => {}, start, 2).finished;
  expect(outcomes).toEqual(Array(3).fill({ type: 'fault', message: '404 sched.wasm' }));
});

test('a refusal is an outcome, and its worker continues', async () => {
  const fault = { kind: 'out_of_range', min: 0, max: 0, unit: '' } as const;
  const errors = [{ field: 'seed', value: '1', fault, message: '' }];
  const { workers, start } = fakePool((seed) => (seed === 1 ? { refused: errors } : report(seed)));
  const outcomes = (await runBatch(jobs(3), () => {}, start, 1).finished) ?? [];
  expect(outcomes.map(({ type }) => type)).toEqual(['report', 'refused', 'report']);
  expect(workers).toHaveLength(1);
});

test('cancel terminates every worker at once and starts no other job', async () => {
  const { workers, start } = fakePool((seed) => (seed > 1 ? 'silence' : report(seed)));
  const seen: Progress[] = [];
  const { finished, cancel } = runBatch(jobs(8), (progress) => seen.push(structuredClone(progress)), start, 2);
  await vi.waitFor(() => expect(workers.flatMap(({ seeds }) => seeds)).toContain(3));
  cancel();
  expect(workers.every(({ alive }) => !alive)).toBe(true);
  expect(await finished).toBeNull();
  expect(workers.flatMap(({ seeds }) => seeds).sort()).toEqual([0, 1, 2, 3]);
  expect(seen.at(-1)?.outcomes.filter((outcome) => outcome !== null)).toHaveLength(2);
});

test('a worker that starts after the end receives no job', async () => {
  const { workers, start } = fakePool(report);
  const { finished, cancel } = runBatch(jobs(3), () => {}, start, 2);
  cancel();
  expect(await finished).toBeNull();
  expect(workers.map(({ alive, seeds }) => ({ alive, seeds }))).toEqual(Array(2).fill({ alive: false, seeds: [] }));
});

test('a worker that sends nothing counts as dead', async () => {
  vi.useFakeTimers();
  try {
    const { start } = fakePool((seed) => (seed === 0 ? 'silence' : report(seed)));
    const { finished } = runBatch(jobs(2), () => {}, start, 1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await finished)?.map(({ type }) => type)).toEqual(['fault', 'report']);
  } finally {
    vi.useRealTimers();
  }
});

test('the pool is limited by the machine and by the number of jobs', () => {
  expect([poolSize(32, 2), poolSize(32, 64), poolSize(1, 8), poolSize(5, 0)]).toEqual([2, 4, 1, 1]);
});
