import { expect, test } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import type { Simulation as Binding, SimulationClass } from '../port/binding';
import { createRunner } from './runner';

/** A run of `events` events, each of which takes one millisecond of real and of simulated time. */
function stage(events: number) {
  const clock = { ms: 0 };
  const made: string[] = [];
  let alive = 0;
  class Fake {
    #events = 0;
    constructor(json: string, lane: number) {
      made.push(`${JSON.parse(json).seed} ${lane}`);
      alive += 1;
    }
    events = () => this.#events;
    now = () => this.#events * 1e6;
    done = () => this.#events >= events;
    advance = (_: number, most: number) => {
      const before = this.#events;
      while (this.#events < events && this.#events - before < most) {
        this.#events += 1;
        clock.ms += 1;
      }
      return this.#events - before;
    };
    report = () => JSON.stringify({ events: this.#events });
    free = () => {
      alive -= 1;
    };
  }
  const said: [number, number][] = [];
  const runner = createRunner(
    Fake as unknown as SimulationClass & (new () => Binding),
    { now: () => clock.ms, alive: () => {} },
    (share) => said.push([clock.ms, share]),
  );
  return { runner, clock, said, made, alive: () => alive };
}

const job = (seed: number, lane = 0) => ({ scenario: { ...PRESETS.cluster, seed, limit_ms: 1000 }, lane });

test('a run reports its progress towards the time limit, and frees its simulation', () => {
  const { runner, said, made, alive } = stage(600);
  expect(runner.run(job(3, 1))).toEqual({ events: 600 });
  expect([made, alive()]).toEqual([['3 1'], 0]);
  // Slices of ten events, after the first was too long.
  expect(said.slice(0, 2)).toEqual([
    [250, 0.25],
    [300, 0.3],
  ]);
  for (const [ms, share] of said) expect(share).toBe(ms / 1000);
});

test('a slice of a job takes the requested time', () => {
  const { runner, clock } = stage(600);
  runner.begin(job(1));
  runner.runSlice(5);
  expect(clock.ms).toBe(250);
  runner.runSlice(10);
  expect(clock.ms).toBe(260);
  runner.runSlice(0);
  expect(clock.ms).toBe(260);
});

test('a job in slices is answered at its end, and another can replace it', () => {
  const { runner, made, alive } = stage(600);
  expect(() => runner.runSlice(10)).toThrow('no job was begun');
  runner.begin(job(1));
  expect([runner.runSlice(5), alive()]).toEqual([null, 1]);
  runner.begin(job(2));
  expect([made, alive()]).toEqual([['1 0', '2 0'], 1]);
  expect([runner.runSlice(5), runner.runSlice(100)]).toEqual([null, null]);
  expect(runner.runSlice(10_000)).toEqual({ events: 600 });
  expect(alive()).toBe(0);
  expect(() => runner.runSlice(10)).toThrow('no job was begun');
});
