// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BatchEngine } from '../engine/batch/questions';
import { PRESETS } from '../scenario/presets';
import { type BatchState, cancelAll, isRunning, runAll } from './batch';

/** How many callers have paused the lanes. */
const lanes = vi.hoisted(() => ({ rests: 0 }));
vi.mock('./run', () => ({
  rest: () => {
    lanes.rests += 1;
    return () => {
      lanes.rests -= 1;
    };
  },
}));

const JOBS = [{ scenario: PRESETS.cluster, lane: 0 }];

/** A worker whose runs continue until the test ends them. */
function worker() {
  let end = (_: unknown) => {};
  let dispose = () => {};
  const ask = () =>
    new Promise((resolve, reject) => {
      end = resolve;
      dispose = () => reject(new Error('disposed'));
    });
  return { start: async () => ({ ask, dispose: () => dispose() }) as unknown as BatchEngine, end: () => end({}) };
}

/** Resolves when the workers have their first request. */
const underWay = () => new Promise((resolve) => setTimeout(resolve));

/** The states that each owner received, without repetitions. */
let received: Record<'seeds' | 'act', BatchState['state'][]>;
const run = (owner: 'seeds' | 'act', start: () => Promise<BatchEngine>) =>
  runAll(owner, JOBS, ({ state }) => received[owner].at(-1) !== state && received[owner].push(state), start);

beforeEach(() => {
  received = { seeds: [], act: [] };
});
afterEach(() => {
  cancelAll('seeds');
  cancelAll('act');
});

test('an owner that is unmounted ends its runs and no others', async () => {
  const { start, end } = worker();
  const runs = run('act', start);
  await underWay();
  cancelAll('seeds');
  expect(isRunning()).toBe(true);
  end();
  await runs;
  expect(received.act).toEqual(['running', 'done']);
  expect(isRunning()).toBe(false);
});

test('cancelled runs report that at once, and nothing after it', async () => {
  const runs = run('seeds', worker().start);
  await underWay();
  cancelAll('seeds');
  expect(received.seeds).toEqual(['running', 'cancelled']);
  expect(isRunning()).toBe(false);
  await runs;
  expect(received.seeds).toEqual(['running', 'cancelled']);
});

test('runs that others replace report that they were cancelled', async () => {
  const first = run('act', worker().start);
  const { start, end } = worker();
  const second = run('seeds', start);
  expect(received).toEqual({ act: ['running', 'cancelled'], seeds: ['running'] });
  await first;
  await underWay();
  expect(isRunning()).toBe(true);
  end();
  await second;
  expect(received).toEqual({ act: ['running', 'cancelled'], seeds: ['running', 'done'] });
});

test('the lanes pause until the last runs have ended or were cancelled', async () => {
  const first = run('act', worker().start);
  const { start, end } = worker();
  const second = run('seeds', start);
  await first;
  await underWay();
  expect(lanes.rests).toBe(1);
  end();
  await second;
  expect(lanes.rests).toBe(0);
  void run('act', worker().start);
  expect(lanes.rests).toBe(1);
  cancelAll('act');
  expect(lanes.rests).toBe(0);
});
