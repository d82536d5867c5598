import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunReport } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { EngineFault, Refusal } from '../port/port';
import type { Outcome } from './pool';
import type { BatchEngine, BatchJob } from './questions';
import { type Desk, workQuietly } from './quiet';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const job = (seed: number): BatchJob => ({ scenario: { ...PRESETS.cluster, seed }, lane: 0 });

/** A worker that takes so many slices for a job; what it was asked, in order. */
function worker(slices: number, fault?: (seed: number) => Error | null) {
  const asked: string[] = [];
  const state = { started: 0, alive: 0 };
  const start = async (): Promise<BatchEngine> => {
    state.started += 1;
    state.alive += 1;
    let seed = 0;
    let left = 0;
    return {
      onNote: null,
      isBroken: false,
      ask: (async (name: string, given: BatchJob) => {
        if (name === 'begin') {
          seed = given.scenario.seed;
          left = slices;
          asked.push(`begin ${seed}`);
          const thrown = fault?.(seed);
          if (thrown) throw thrown;
          return undefined;
        }
        left -= 1;
        asked.push(`slice ${seed}`);
        return left > 0 ? null : ({ seed } as RunReport);
      }) as BatchEngine['ask'],
      dispose() {
        state.alive -= 1;
      },
    };
  };
  return { asked, state, start };
}

/** A desk with jobs on it, from the top. */
function desk(jobs: BatchJob[], rest: () => number | null = () => 0) {
  const done: [number, Outcome['type']][] = [];
  const own: Desk = {
    next: () => jobs[0] ?? null,
    ended(one, { type }) {
      done.push([one.scenario.seed, type]);
      jobs.splice(jobs.indexOf(one), 1);
    },
    rest,
  };
  return { own, done, jobs };
}

test('jobs are run in slices, one after the other, and then the worker is gone', async () => {
  const { own, done } = desk([job(1), job(2)]);
  const { asked, state, start } = worker(3);
  await workQuietly(own, start);
  expect(done).toEqual([
    [1, 'report'],
    [2, 'report'],
  ]);
  expect(asked).toEqual(['begin 1', 'slice 1', 'slice 1', 'slice 1', 'begin 2', 'slice 2', 'slice 2', 'slice 2']);
  expect(state).toEqual({ started: 1, alive: 0 });
});

test('a job that is wanted once more is begun anew', async () => {
  const one = job(1);
  const { own, done } = desk([one, one]);
  const { asked, start } = worker(1);
  await workQuietly(own, start);
  expect(done).toHaveLength(2);
  expect(asked).toEqual(['begin 1', 'slice 1', 'begin 1', 'slice 1']);
});

test('nothing is run while the page rests or is elsewhere', async () => {
  let rest: number | null = null;
  const { own, done } = desk([job(1)], () => rest);
  const { asked, start } = worker(1);
  const over = workQuietly(own, start);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual([]);
  rest = 50;
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual([]);
  rest = 0;
  await vi.advanceTimersByTimeAsync(200);
  await over;
  expect(done).toEqual([[1, 'report']]);
});

test('work rests as long as the page says, and looks again in an eighth of a second where it does not say', async () => {
  const rests = [30, null, 0];
  const { own } = desk([job(1)], () => {
    const [ms = 0] = rests.splice(0, 1);
    return ms;
  });
  const { asked, start } = worker(1);
  const over = workQuietly(own, start);
  await vi.advanceTimersByTimeAsync(29);
  expect(rests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(rests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(119);
  expect([rests.length, asked]).toEqual([1, []]);
  await vi.advanceTimersByTimeAsync(1);
  await over;
  expect(asked).toEqual(['begin 1', 'slice 1']);
});

test('a worker that cannot be started ends no job', async () => {
  const { own, done, jobs } = desk([job(1)]);
  expect(await workQuietly(own, () => Promise.reject(new EngineFault('no network')))).toBe(false);
  expect([done, jobs.length]).toEqual([[], 1]);
  expect(await workQuietly(own, worker(1).start)).toBe(true);
  expect(done).toEqual([[1, 'report']]);
});

test('what is no longer wanted ends at the next slice, and another job takes its place', async () => {
  const { own, done, jobs } = desk([job(1)]);
  const { asked, start } = worker(3);
  const next = own.next;
  let asks = 0;
  await workQuietly(
    {
      ...own,
      next() {
        asks += 1;
        if (asks === 2) jobs.splice(0, 1, job(2));
        return next();
      },
    },
    start,
  );
  expect(asked.slice(0, 3)).toEqual(['begin 1', 'slice 1', 'begin 2']);
  expect(done).toEqual([[2, 'report']]);
});

test('a job that breaks its worker costs itself, a refused one not even the worker', async () => {
  const { own, done } = desk([job(1), job(2), job(3)]);
  const { state, start } = worker(1, (seed) =>
    seed === 1 ? new EngineFault('gone') : seed === 2 ? new Refusal([]) : null,
  );
  await workQuietly(own, start);
  expect(done).toEqual([
    [1, 'fault'],
    [2, 'refused'],
    [3, 'report'],
  ]);
  expect(state).toEqual({ started: 2, alive: 0 });
});
