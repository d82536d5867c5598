import { expect, test } from 'vitest';
import { Simulation as Plain } from '../../../tests/fake-simulation';
import type { Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { createRunner } from '../batch/runner';
import { createServer } from '../lanes/server';
import { FrameView } from '../wire/frame';
import type { Simulation as Binding } from './binding';
import { MOST_EVENTS, Stride } from './stride';

/** Each event takes its cost in real time. */
function slow(costMs: (event: number) => number) {
  let now = 0;
  let longestMs = 0;
  class Simulation extends Plain {
    override advance(untilNs: number, maxEvents: number): number {
      const began = now;
      const handled = super.advance(untilNs, maxEvents);
      for (let i = 1; i <= handled; i++) now += costMs(this.events() - handled + i);
      longestMs = Math.max(longestMs, now - began);
      return handled;
    }
  }
  const signs: number[] = [];
  const surroundings = { now: () => now, alive: () => void signs.push(now) };
  return { Simulation, surroundings, longestMs: () => longestMs, now: () => now, signs };
}

/** The cost of an event on a machine where 20,000 take 2.5 s. */
const DEAR_MS = 0.125;
const long: Scenario = { ...PRESETS.cluster, limit_ms: 20 };
const step = { untilNs: 20e6, level: 0, windowNs: 0, withSeries: false } as const;

test('a slice has as many events as recently fit into a millisecond, doubles if it took less, and starts with a default for a new scenario', () => {
  let now = 0;
  let events = 0;
  const stride = new Stride({ now: () => now, alive: () => {} });
  /** A slice with this cost per event and at most `left` events; returns its planned number of events. */
  const slice = (costMs: number, left = Number.POSITIVE_INFINITY) => {
    let planned = 0;
    stride.slice({ events: () => events } as Binding, (lastEvent) => {
      planned = lastEvent - events;
      events += Math.min(left, planned);
      now += costMs * Math.min(left, planned);
    });
    return planned;
  };
  // Exactly a millisecond is not too long.
  expect([slice(2 ** -8), slice(0), slice(0, 999), slice(0, 1)]).toEqual([250, 500, 1000, 1000]);
  expect([0, 0, 0, 0, 0].map((costMs) => slice(costMs))).toEqual([1000, 2000, 4000, MOST_EVENTS, MOST_EVENTS]);
  expect([2 ** -8, 2 ** -6, 1, 1].map((costMs) => slice(costMs))).toEqual([MOST_EVENTS, 256, 64, 10]);
  expect(slice(0)).toBe(10);
  stride.reset();
  expect([slice(1 / 250), slice(0)]).toEqual([250, 500]);
});

test('an advance keeps its time limit although every event is expensive', () => {
  const { Simulation, surroundings, now } = slow(() => DEAR_MS);
  const lane = createServer(Simulation, surroundings);
  lane.load(long, 0);
  lane.advance({ ...step, budgetMs: 12 });
  const first = now();
  lane.advance({ ...step, budgetMs: 12 });
  // The first slice is a guess, later ones are measured.
  expect(first).toBeLessThan(50);
  expect(now() - first).toBeLessThan(15);
});

test('events that become expensive in the middle of a run cause one long slice only', () => {
  const { Simulation, surroundings, longestMs, now } = slow((event) => (event < 60_000 ? 0.0001 : DEAR_MS));
  const lane = createServer(Simulation, surroundings);
  lane.load({ ...long, limit_ms: 1000 }, 0);
  const take = () => {
    const before = now();
    lane.advance({ ...step, untilNs: 1e9, budgetMs: 12 });
    return now() - before;
  };
  const took = Array.from({ length: 12 }, take);
  expect(longestMs()).toBeLessThan(700);
  expect(took.filter((ms) => ms > 15)).toHaveLength(1);
});

test('a new scenario does not start with the slice of one with cheap events', () => {
  const { Simulation, surroundings, longestMs } = slow((event) => (event > 500 ? 0 : DEAR_MS));
  const lane = createServer(Simulation, surroundings);
  const wide = { ...step, untilNs: 1e9, budgetMs: 60_000 };
  lane.load(long, 0);
  lane.advance(wide);
  const first = longestMs();
  lane.load(long, 0);
  lane.advance(wide);
  expect(longestMs()).toBe(first);
});

test('the ends of slices do not change the result', () => {
  const frameAt = (costMs: number, budgetMs: number) => {
    const { Simulation, surroundings } = slow(() => costMs);
    const lane = createServer(Simulation, surroundings);
    lane.load(long, 0);
    for (;;) {
      const view = new FrameView(lane.advance({ ...step, untilNs: 5e6, budgetMs }).frame);
      if (view.ns >= 5e6) return [view.hash, view.events];
    }
  };
  expect(frameAt(DEAR_MS, 12)).toEqual(frameAt(0, 1));
});

test('a worker sends signs of life between slices, also during the longest seek', () => {
  const { Simulation, surroundings, signs } = slow(() => DEAR_MS);
  const lane = createServer(Simulation, surroundings);
  lane.load(long, 0);
  for (const windowNs of [0, 19e6])
    lane.seek({ ns: 19e6, events: null, budgetMs: 60_000, level: 0, windowNs, orLess: false });
  lane.find('last-decision', 19e6, 3);
  const gaps = signs.slice(1).map((ms, i) => ms - (signs[i] ?? 0));
  expect(signs.at(-1)).toBeGreaterThan(1000);
  expect(Math.max(...gaps)).toBeLessThan(50);
});

test('a job reports its progress twenty times a second, whatever its events cost', () => {
  for (const costMs of [DEAR_MS, 0.001]) {
    const { Simulation, surroundings, now } = slow(() => costMs);
    const said: number[] = [];
    const runner = createRunner(Simulation, surroundings, () => said.push(now()));
    runner.run({ scenario: long, lane: 0 });
    const gaps = said.slice(1).map((ms, i) => ms - (said[i] ?? 0));
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...gaps)).toBeLessThan(60);
  }
});

test('a job in slices has the same report as one run at once, and its slices have the requested length', () => {
  const job = { scenario: long, lane: 0 };
  const { Simulation, surroundings, now } = slow(() => DEAR_MS);
  const runner = createRunner(Simulation, surroundings, () => {});
  runner.begin({ ...job, scenario: { ...long, seed: 1 } });
  runner.runSlice(20);
  runner.begin(job);
  const took: number[] = [];
  for (let report: unknown = null; report === null; ) {
    const before = now();
    report = runner.runSlice(10);
    took.push(now() - before);
    if (report) expect(report).toEqual(createRunner(Simulation, surroundings, () => {}).run(job));
  }
  expect(took.length).toBeGreaterThan(10);
  expect(Math.max(...took.slice(1))).toBeLessThan(25);
});
