import { expect, test } from 'vitest';
import { HEAP_BYTES, History } from './history';
import type { Simulation } from './server';

const MB = 2 ** 20;

/** A memory that grows by what is allocated and is not in holes, as that of WebAssembly does. */
function memory(each: number) {
  let live = 0;
  let size = 0;
  const sims = { freed: 0 };
  const simulation = (events: number, passed = 0): Simulation => {
    const stub = {
      events: () => events,
      now: () => events * 10,
      flips_passed: () => passed,
      set_flips: () => {},
      set_log: () => {},
      keep_decisions: () => {},
      snapshot: () => {
        live += each;
        size = Math.max(size, live);
        return simulation(events, passed);
      },
      free: () => {
        live -= each;
        sims.freed += 1;
      },
    };
    return stub as unknown as Simulation;
  };
  return { heap: () => size, live: () => live, simulation, sims };
}

test('memory stays bounded and in use however long the run, and no distance is more than twice another', () => {
  const { heap, simulation } = memory(MB / 4);
  const history = new History(heap);
  const first = history.spacing;
  for (let events = 0; events < 1e9; events += 1e5) history.note(simulation(events));
  expect(heap()).toBeLessThanOrEqual(HEAP_BYTES + MB);
  expect(history.count).toBeGreaterThan(HEAP_BYTES / (MB / 4) - 2);
  expect(Math.log2(history.spacing / first) % 1).toBe(0);
  for (const events of [0, 1e6, 123e6, 700e6, 999e6]) {
    const base = history.before({ events });
    expect(base?.events).toBeLessThanOrEqual(events);
    expect(events - (base?.events ?? Number.NEGATIVE_INFINITY)).toBeLessThanOrEqual(2 * history.spacing);
  }
});

test('a state kept near is the nearest there is, and only a few are', () => {
  const { heap, simulation, live } = memory(MB);
  const history = new History(heap);
  history.note(simulation(0));
  for (let i = 1; i <= 50; i++) history.keepNear(simulation(i * 1000).snapshot());
  expect(history.before({ events: 50_500 })?.events).toBe(50_000);
  expect(history.before({ ns: 499_999 })?.events).toBe(49_000);
  expect(history.before({ events: 10_000 })?.events).toBe(0);
  expect(live()).toBeLessThan(10 * MB);
});

test('other flips leave the states before them, and free the rest', () => {
  const { heap, simulation, live } = memory(MB);
  const history = new History(heap);
  for (let events = 0; events <= 2e6; events += 200_000) history.note(simulation(events));
  history.turn(({ ns }) => ns <= 10e6, '[]');
  expect(history.before({ ns: 1e12 })?.events).toBe(1e6);
  expect(live()).toBe(6 * MB);
  history.clear();
  expect(live()).toBe(0);
});
