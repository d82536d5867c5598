import { expect, test } from 'vitest';
import type { Simulation } from '../port/binding';
import { HEAP_BYTES, History, stateOf } from './history';

const MB = 2 ** 20;

/** A memory that grows by what is allocated and is not in holes, as that of WebAssembly does. */
function memory(each: { readonly saved: number; readonly sim: number }) {
  let live = 0;
  let size = 0;
  const allocated = (bytes: number) => {
    live += bytes;
    size = Math.max(size, live);
    return () => {
      live -= bytes;
    };
  };
  const simulation = (events: number, flips = 0): Simulation => {
    const stub = {
      events: () => events,
      now: () => events * 10,
      flips_passed: () => flips,
      set_flips: () => {},
      set_log: () => {},
      keep_decisions: () => {},
      snapshot: () => simulation(events, flips),
      save: () => ({ events, free: allocated(each.saved) }),
      restored: (saved: { readonly events: number }) => simulation(saved.events, flips),
      free: allocated(each.sim),
    };
    return stub as unknown as Simulation;
  };
  /** Saves the state of a run that has come so far. */
  const note = (history: History, events: number) => {
    const run = simulation(events);
    history.note(run);
    run.free();
  };
  return { heap: () => size, live: () => live, simulation, note };
}

test('memory stays bounded and in use however long the run, and no distance is more than twice another', () => {
  const { heap, note } = memory({ saved: MB / 4, sim: MB });
  const history = new History(heap);
  const first = history.spacing;
  for (let events = 0; events < 1e9; events += 1e5) note(history, events);
  expect(heap()).toBeLessThanOrEqual(HEAP_BYTES + 2 * MB);
  expect(history.count).toBeGreaterThan(HEAP_BYTES / (MB / 4) - 8);
  expect(Math.log2(history.spacing / first) % 1).toBe(0);
  for (const events of [0, 1e6, 123e6, 700e6, 999e6]) {
    const base = history.before({ events });
    expect(base?.events).toBeLessThanOrEqual(events);
    expect(events - (base?.events ?? Number.NEGATIVE_INFINITY)).toBeLessThanOrEqual(2 * history.spacing);
  }
});

test('a state kept near is the nearest there is, and only a few are', () => {
  const { heap, simulation, note, live } = memory({ saved: MB / 4, sim: MB });
  const history = new History(heap);
  note(history, 0);
  for (let i = 1; i <= 50; i++) history.keepNear(simulation(i * 1000));
  expect(history.before({ events: 50_500 })?.events).toBe(50_000);
  expect(history.before({ ns: 499_999 })?.events).toBe(49_000);
  expect(history.before({ events: 10_000 })?.events).toBe(0);
  expect(live()).toBeLessThan(10 * MB);
});

test('a simulation can be had in any state that was kept, and is the asker’s to free', () => {
  const { heap, simulation, note, live } = memory({ saved: MB / 4, sim: MB });
  const history = new History(heap);
  for (const events of [0, 1e6]) note(history, events);
  history.keepNear(simulation(500_000));
  const run = simulation(2e6);
  const before = live();
  for (const events of [0, 500_000, 1e6]) {
    const kept = history.before({ events });
    const state = kept && stateOf(kept, run);
    expect(state?.events()).toBe(events);
    state?.free();
  }
  expect(live()).toBe(before);
});

test('other flips leave the states before them, and free the rest', () => {
  const { heap, note, simulation, live } = memory({ saved: MB / 4, sim: MB });
  const history = new History(heap);
  for (let events = 0; events <= 2e6; events += history.spacing) note(history, events);
  for (const events of [500_000, 1_500_000]) history.keepNear(simulation(events));
  history.turn(({ ns }) => ns <= 10e6, '[]');
  expect(history.before({ ns: 1e12 })?.events).toBe(900_000);
  expect(live()).toBe((4 / 4 + 1) * MB);
  history.clear();
  expect(live()).toBe(0);
});

test('a state that is kept near goes on with the flips that the run was given', () => {
  const { heap, simulation, note } = memory({ saved: 1, sim: 1 });
  const history = new History(heap);
  note(history, 0);
  const given: [number, string][] = [];
  for (const events of [1000, 2000]) {
    const set_flips = (json: string) => given.push([events, json]);
    history.keepNear(Object.assign(simulation(events), { set_flips }));
  }
  history.turn(({ events }) => events <= 1000, '[1]');
  expect(given).toEqual([[1000, '[1]']]);
});

test('a state is saved when the run has come so far since the last one, not before', () => {
  const { heap, note } = memory({ saved: 1, sim: 1 });
  const history = new History(heap);
  const { spacing } = history;
  const counts = [0, spacing - 1, spacing, 2 * spacing - 1, 2 * spacing + 5, 3 * spacing].map((events) => {
    note(history, events);
    return history.count;
  });
  expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
});

test('where the memory is full every second state is given up, from the beginning on, one for each new one', () => {
  const each = HEAP_BYTES / 8;
  const { heap, note } = memory({ saved: each, sim: 0 });
  const history = new History(heap);
  const { spacing } = history;
  /** Where the states lie, in the distances of the beginning. */
  const places = () => {
    const found: number[] = [];
    for (let events = 20 * spacing; events >= 0; events = (found[0] ?? 0) * spacing - 1) {
      const before = history.before({ events });
      if (!before) break;
      found.unshift(before.events / spacing);
    }
    return found;
  };
  const distances: number[] = [];
  const after = Array.from({ length: 17 }, (_, i) => {
    note(history, i * spacing);
    distances.push(history.spacing / spacing);
    return places();
  });
  expect(after[7]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(after[8]).toEqual([0, 2, 3, 4, 5, 6, 7, 8]);
  expect(after[9]).toEqual([0, 2, 4, 5, 6, 7, 8, 9]);
  // Once the end is reached the distance doubles.
  expect(distances).toEqual(Array.from({ length: 17 }, (_, i) => (i < 14 ? 1 : 2)));
  expect(after[14]).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
  expect(after[15]).toEqual(after[14]);
  expect(after[16]).toEqual([0, 4, 6, 8, 10, 12, 14, 16]);
  expect(heap()).toBeLessThanOrEqual(HEAP_BYTES + each);
  history.clear();
  expect([history.spacing, history.count]).toEqual([spacing, 0]);
  // Another run has all of the memory, and gives states up from its own beginning on.
  const most = heap() / each;
  for (let i = 0; i < most; i++) note(history, i * spacing);
  expect(history.count).toBe(most);
  note(history, most * spacing);
  expect(places().slice(0, 3)).toEqual([0, 2, 3]);
});

test('memory that was given up with other flips is used again', () => {
  const { heap, note } = memory({ saved: HEAP_BYTES / 8, sim: 0 });
  const history = new History(heap);
  const { spacing } = history;
  for (let i = 0; i < 10; i++) note(history, i * spacing);
  history.turn(({ events }) => events === 0, '[]');
  expect([history.count, heap() > HEAP_BYTES]).toEqual([1, true]);
  for (let i = 1; i < 7; i++) note(history, i * spacing);
  expect(history.count).toBe(7);
});

test('what is kept near records nothing, and of two states at one event it is the one that is had', () => {
  const { heap, simulation, note } = memory({ saved: 1, sim: 1 });
  const history = new History(heap);
  note(history, 1000);
  const near = simulation(1000);
  const told: unknown[] = [];
  Object.assign(near, {
    set_log: (...level: number[]) => told.push(level),
    keep_decisions: (on: boolean) => told.push(on),
  });
  history.keepNear(near);
  expect(told).toEqual([[0, 0], false]);
  expect(history.before({ events: 1000 })).toMatchObject({ sim: near });
  expect(history.before({ events: 999 })).toBeNull();
  const beginning = simulation(0);
  history.keepNear(beginning);
  expect(history.before({ events: 999 })).toMatchObject({ sim: beginning });
});

test('six simulations are kept near, and the one that was sought first is freed', () => {
  const { heap, simulation, live } = memory({ saved: 1, sim: 1 });
  const history = new History(heap);
  const alive = [1, 2, 3, 4, 5, 6, 7, 8].map((events) => {
    history.keepNear(simulation(events));
    return live();
  });
  expect(alive).toEqual([1, 2, 3, 4, 5, 6, 6, 6]);
  expect([history.before({ events: 2 }), history.before({ events: 3 })?.events]).toEqual([null, 3]);
});
