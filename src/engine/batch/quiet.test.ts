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

/** Advances the timers until the work has ended. */
async function finish<T>(work: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return work;
}

/** A worker that needs this many slices for a job, with a list of its requests. */
function worker(slices: number, fault?: (seed: number) => Error | null) {
  const requests: string[] = [];
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
          requests.push(`begin ${seed}`);
          const thrown = fault?.(seed);
          if (thrown) throw thrown;
          return undefined;
        }
        left -= 1;
        requests.push(`slice ${seed}`);
        return left > 0 ? null : ({ seed } as RunReport);
      }) as BatchEngine['ask'],
      dispose() {
        state.alive -= 1;
      },
    };
  };
  return { requests, state, start };
}

/** A desk with a list of jobs. */
function desk(jobs: BatchJob[], isPaused: () => boolean = () => false) {
  const done: [number, Outcome['type']][] = [];
  const queue: Desk = {
    next: () => jobs[0] ?? null,
    ended(one, { type }) {
      done.push([one.scenario.seed, type]);
      jobs.splice(jobs.indexOf(one), 1);
    },
    isPaused,
  };
  return { queue, done, jobs };
}

test('jobs run in slices, one after the other, and then the worker ends', async () => {
  const { queue, done } = desk([job(1), job(2)]);
  const { requests, state, start } = worker(3);
  await finish(workQuietly(queue, start));
  expect(done).toEqual([
    [1, 'report'],
    [2, 'report'],
  ]);
  expect(requests).toEqual(['begin 1', 'slice 1', 'slice 1', 'slice 1', 'begin 2', 'slice 2', 'slice 2', 'slice 2']);
  expect(state).toEqual({ started: 1, alive: 0 });
});

test('a job that is requested again starts from the beginning', async () => {
  const one = job(1);
  const { queue, done } = desk([one, one]);
  const { requests, start } = worker(1);
  await finish(workQuietly(queue, start));
  expect(done).toHaveLength(2);
  expect(requests).toEqual(['begin 1', 'slice 1', 'begin 1', 'slice 1']);
});

test('work pauses while the desk is paused, and resumes within an eighth of a second', async () => {
  let paused = true;
  const { queue, done } = desk([job(1)], () => paused);
  const { requests, start } = worker(1);
  const over = workQuietly(queue, start);
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests).toEqual([]);
  paused = false;
  await vi.advanceTimersByTimeAsync(120);
  await over;
  expect(done).toEqual([[1, 'report']]);
});

test('work takes two fifths of the time', async () => {
  const { queue } = desk([job(1)]);
  const { requests, start } = worker(1000);
  /** Each answer takes 10 ms. */
  const slow = async (): Promise<BatchEngine> => {
    const engine = await start();
    const ask: BatchEngine['ask'] = async (question, ...parameters) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return engine.ask(question, ...parameters);
    };
    return { ...engine, ask };
  };
  void workQuietly(queue, slow);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests.length * 10).toBeGreaterThan(3950);
  expect(requests.length * 10).toBeLessThan(4050);
});

test('a worker that fails to start ends no job', async () => {
  const { queue, done, jobs } = desk([job(1)]);
  expect(await finish(workQuietly(queue, () => Promise.reject(new EngineFault('no network'))))).toBe(false);
  expect([done, jobs.length]).toEqual([[], 1]);
  expect(await finish(workQuietly(queue, worker(1).start))).toBe(true);
  expect(done).toEqual([[1, 'report']]);
});

test('an unwanted job ends at the next slice, and another job replaces it', async () => {
  const { queue, done, jobs } = desk([job(1)]);
  const { requests, start } = worker(3);
  const next = queue.next;
  let asks = 0;
  const over = workQuietly(
    {
      ...queue,
      next() {
        asks += 1;
        if (asks === 2) jobs.splice(0, 1, job(2));
        return next();
      },
    },
    start,
  );
  await finish(over);
  expect(requests.slice(0, 3)).toEqual(['begin 1', 'slice 1', 'begin 2']);
  expect(done).toEqual([[2, 'report']]);
});

test('a job that breaks its worker loses only itself, a refused one not even the worker', async () => {
  const { queue, done } = desk([job(1), job(2), job(3)]);
  const { state, start } = worker(1, (seed) =>
    seed === 1 ? new EngineFault('gone') : seed === 2 ? new Refusal([]) : null,
  );
  await finish(workQuietly(queue, start));
  expect(done).toEqual([
    [1, 'fault'],
    [2, 'refused'],
    [3, 'report'],
  ]);
  expect(state).toEqual({ started: 2, alive: 0 });
});
