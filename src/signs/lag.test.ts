import { expect, test } from 'vitest';
import { Simulation } from '../../tests/simulator';
import { samplesOf, type TraceSample } from '../engine/wire/trace';
import { PRESETS } from '../scenario/presets';
import { lagsOf, reachOf } from './lag';

const MS = 1e6;
const task = (task: number, state: 'running' | 'waiting' | 'delayed', v: number, weight = 1024) => ({
  task,
  state,
  v: v * MS,
  d: 0,
  weight,
  slice: 0,
});
const sample = (ms: number, chargedMs: number, clock: number, tasks: TraceSample['tasks']): TraceSample => ({
  ns: ms * MS,
  chargedNs: chargedMs * MS,
  clock: clock * MS,
  tasks,
});

test('a running task loses lag and a waiting one gains it, linearly between samples, whenever the last charge was', () => {
  // Charged at 8 ms, sampled at 10 ms: it has run 2 ms since, and V has moved by 1.
  const { strokes, turns } = lagsOf([
    sample(10, 8, 100, [task(0, 'running', 0), task(1, 'waiting', 0)]),
    sample(12, 12, 102, [task(0, 'running', 2), task(1, 'waiting', -2)]),
  ]);
  expect(strokes).toEqual([
    { task: 0, state: 'running', from: { ns: 10 * MS, lag: -1 * MS }, to: { ns: 12 * MS, lag: -2 * MS } },
    { task: 1, state: 'waiting', from: { ns: 10 * MS, lag: 1 * MS }, to: { ns: 12 * MS, lag: 2 * MS } },
  ]);
  expect(turns).toEqual([{ task: 0, fromNs: 10 * MS, toNs: 12 * MS }]);
});

test('a task that joins with lag moves the average, one without lag does not', () => {
  const alone = sample(0, 0, 0, [task(0, 'running', 0)]);
  const joined = (v: number, clock: number) =>
    lagsOf([alone, sample(2, 2, clock, [task(0, 'running', 2 - clock), task(1, 'waiting', v)])]);
  expect(joined(0, 2).jumps).toEqual([{ ns: 2 * MS, task: 1, joins: true, by: 0 }]);
  // At 4 ms, two ahead of the other task: the average of both is at 3.
  expect(joined(1, 3).jumps).toEqual([{ ns: 2 * MS, task: 1, joins: true, by: 1 * MS }]);
});

test('the axis of a chart covers its lags, in steps, and never shrinks', () => {
  const lags = lagsOf([sample(0, 0, 0, [task(0, 'running', 0), task(1, 'waiting', 0)]), sample(5, 5, 0, [])]);
  expect(reachOf([lags], 0)).toBe(3 * MS);
  expect(reachOf([], 6 * MS)).toBe(6 * MS);
});

test('on a real run a line continues where it stopped, unless a task joins or leaves', { timeout: 60_000 }, () => {
  for (const kernel of ['6.5', '6.8', '6.12', '6.18'] as const) {
    const [lane] = PRESETS.debt.lanes;
    const simulation = new Simulation(
      JSON.stringify({ ...PRESETS.debt, kernel, lanes: [{ features: lane?.features }] }),
      0,
    );
    simulation.advance(100 * MS, Number.MAX_SAFE_INTEGER);
    const samples = samplesOf(simulation.trace_queue(0, 300 * MS, Number.MAX_SAFE_INTEGER));
    simulation.free();
    const { strokes, jumps, turns } = lagsOf(samples);
    const jumpsAt = new Set(jumps.map(({ ns }) => ns));
    const last = new Map<number, { readonly ns: number; readonly lag: number }>();
    let [compared, broken] = [0, 0];
    for (const { task, from, to } of strokes) {
      const before = last.get(task);
      if (before && before.ns === from.ns && !jumpsAt.has(from.ns)) {
        compared += 1;
        if (Math.abs(before.lag - from.lag) > 1000) broken += 1;
      }
      last.set(task, to);
    }
    expect({ kernel, broken, some: compared > 50 && jumps.length > 8 }).toEqual({ kernel, broken: 0, some: true });
    // A CPU that is never idle.
    expect(turns.reduce((sum, { fromNs, toNs }) => sum + toNs - fromNs, 0)).toBe(200 * MS);
  }
});
