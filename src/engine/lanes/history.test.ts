import { expect, test } from 'vitest';
import type { Simulation } from '../port/binding';
import { HEAP_BYTES, History } from './history';

const MB = 2 ** 20;

/** A memory that never shrinks and reuses freed blocks, as WebAssembly memory does. `each`: bytes of a simulation. */
function memory(each: number) {
  let live = 0;
  let size = 0;
  const allocated = (bytes: number) => {
    live += bytes;
    size = Math.max(size, live);
    return () => {
      live -= bytes;
    };
  };
  const simulation = (events: number, given: string[] = [], bytes = each): Simulation => {
    const release = allocated(bytes);
    let isFreed = false;
    const stub = {
      events: () => events,
      now: () => events * 10,
      flips_passed: () => 0,
      set_flips: (json: string) => given.push(json),
      set_log: () => {},
      keep_decisions: () => {},
      snapshot: () => {
        if (isFreed) throw new Error('a copy of a freed simulation');
        return simulation(events, given);
      },
      free: () => {
        if (isFreed) throw new Error('freed twice');
        isFreed = true;
        release();
      },
    };
    return stub as unknown as Simulation;
  };
  /** Saves the state of a run after so many events. */
  const note = (history: History, events: number) => {
    const run = simulation(events, [], 0);
    history.note(run);
    run.free();
  };
  return { heap: () => size, live: () => live, simulation, note };
}

test('in a long run the memory stays bounded and full, and no distance exceeds twice another', () => {
  const { heap, note, live } = memory(MB);
  const history = new History(heap);
  const first = history.spacing;
  for (let events = 0; events < 1e9; events += 1e5) note(history, events);
  expect(heap()).toBeLessThanOrEqual(HEAP_BYTES + 2 * MB);
  expect(history.count).toBeGreaterThan(HEAP_BYTES / MB - 4);
  expect(live()).toBe(history.count * MB);
  expect(Math.log2(history.spacing / first) % 1).toBe(0);
  for (const events of [0, 1e6, 123e6, 700e6, 999e6]) {
    const base = history.before({ events });
    expect(base?.events).toBeLessThanOrEqual(events);
    expect(events - (base?.events ?? Number.NEGATIVE_INFINITY)).toBeLessThanOrEqual(2 * history.spacing);
  }
});

test('a copy near the last moment is the nearest state, and only few are kept', () => {
  const { heap, simulation, note, live } = memory(MB);
  const history = new History(heap);
  note(history, 0);
  for (let i = 1; i <= 50; i++) history.keepNear(simulation(i * 1000));
  expect(history.before({ events: 50_500 })?.events).toBe(50_000);
  expect(history.before({ ns: 499_999 })?.events).toBe(49_000);
  expect(history.before({ events: 10_000 })?.events).toBe(0);
  expect(live()).toBeLessThan(10 * MB);
});

test('the caller owns a copy of a state', () => {
  const { heap, simulation, note, live } = memory(MB);
  const history = new History(heap);
  for (const events of [0, 1e6]) note(history, events);
  history.keepNear(simulation(500_000));
  const before = live();
  for (const events of [0, 500_000, 1e6]) {
    const state = history.before({ events });
    const copy = state && history.copy(state);
    expect(copy?.events()).toBe(events);
    copy?.free();
  }
  expect(live()).toBe(before);
});

test('changed flips keep the states before them, and free the others', () => {
  const { heap, note, simulation, live } = memory(MB);
  const history = new History(heap);
  for (let events = 0; events <= 2e6; events += history.spacing) note(history, events);
  for (const events of [500_000, 1_500_000]) history.keepNear(simulation(events));
  history.turn(({ ns }) => ns <= 10e6, '[]');
  expect(history.before({ ns: 1e12 })?.events).toBe(1_000_000);
  expect(live()).toBe((6 + 1) * MB);
  history.clear();
  expect(live()).toBe(0);
});

test('a copy of any state has the latest flips of the run, until another run is loaded', () => {
  const { heap, simulation } = memory(1);
  const history = new History(heap);
  const given: string[] = [];
  const copyAt = (events: number) => {
    const state = history.before({ events });
    if (state) history.copy(state).free();
    return given.splice(0);
  };
  history.note(simulation(0, given));
  history.keepNear(simulation(1000, given));
  expect([copyAt(0), copyAt(1000)]).toEqual([[], []]);
  for (const flips of ['[1]', '[2]']) history.turn(() => true, flips);
  expect([copyAt(0), copyAt(1000)]).toEqual([['[2]'], ['[2]']]);
  history.clear();
  history.note(simulation(0, given));
  expect(copyAt(0)).toEqual([]);
});

test('a state is saved once the run has advanced by the whole distance, not before', () => {
  const { heap, note } = memory(1);
  const history = new History(heap);
  const { spacing } = history;
  const counts = [0, spacing - 1, spacing, 2 * spacing - 1, 2 * spacing + 5, 3 * spacing].map((events) => {
    note(history, events);
    return history.count;
  });
  expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
});

test('when the memory is full, each new state frees every second state, from the beginning on', () => {
  const each = HEAP_BYTES / 8;
  const { heap, note } = memory(each);
  const history = new History(heap);
  const { spacing } = history;
  /** The events of the states, in units of the first distance. */
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
  // When the end is reached, the distance doubles.
  expect(distances).toEqual(Array.from({ length: 17 }, (_, i) => (i < 14 ? 1 : 2)));
  expect(after[14]).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
  expect(after[15]).toEqual(after[14]);
  expect(after[16]).toEqual([0, 4, 6, 8, 10, 12, 14, 16]);
  expect(heap()).toBeLessThanOrEqual(HEAP_BYTES + each);
  history.clear();
  expect([history.spacing, history.count]).toEqual([spacing, 0]);
  // Another run has the whole memory, and frees states from its beginning on.
  const most = heap() / each;
  for (let i = 0; i < most; i++) note(history, i * spacing);
  expect(history.count).toBe(most);
  note(history, most * spacing);
  expect(places().slice(0, 3)).toEqual([0, 2, 3]);
});

test('memory that changed flips have freed is used again', () => {
  const { heap, note } = memory(HEAP_BYTES / 8);
  const history = new History(heap);
  const { spacing } = history;
  for (let i = 0; i < 10; i++) note(history, i * spacing);
  history.turn(({ events }) => events === 0, '[]');
  expect([history.count, heap() > HEAP_BYTES]).toEqual([1, true]);
  for (let i = 1; i < 7; i++) note(history, i * spacing);
  expect(history.count).toBe(7);
});

test('a copy near the last moment records nothing, and is preferred to a saved state at the same event', () => {
  const { heap, simulation, note } = memory(1);
  const history = new History(heap);
  note(history, 1000);
  const near = simulation(1000);
  const calls: unknown[] = [];
  Object.assign(near, {
    set_log: (...level: number[]) => calls.push(level),
    keep_decisions: (on: boolean) => calls.push(on),
  });
  history.keepNear(near);
  expect(calls).toEqual([[0, 0], false]);
  expect(history.before({ events: 1000 })).toMatchObject({ sim: near });
  expect(history.before({ events: 999 })).toBeNull();
  const beginning = simulation(0);
  history.keepNear(beginning);
  expect(history.before({ events: 999 })).toMatchObject({ sim: beginning });
});

test('six copies are kept near the last moments, and the oldest is freed', () => {
  const { heap, simulation, live } = memory(1);
  const history = new History(heap);
  const alive = [1, 2, 3, 4, 5, 6, 7, 8].map((events) => {
    history.keepNear(simulation(events));
    return live();
  });
  expect(alive).toEqual([1, 2, 3, 4, 5, 6, 6, 6]);
  expect([history.before({ events: 2 }), history.before({ events: 3 })?.events]).toEqual([null, 3]);
});
