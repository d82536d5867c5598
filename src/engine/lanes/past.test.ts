import { expect, test } from 'vitest';
import type { Simulation } from '../port/binding';
import type { Stride } from '../port/stride';
import { History } from './history';
import { Past } from './past';

/** The past of a run with events at these times (ns). Strides handle three events and take 10 ms. */
function pastOf(times: readonly number[]) {
  const clock = { ms: 0 };
  let alive = 0;
  const simulation = (ns: number, events: number): Simulation => {
    alive += 1;
    const stub = {
      now: () => ns,
      events: () => events,
      done: () => events === times.length,
      flips_passed: () => 0,
      snapshot: () => simulation(ns, events),
      free: () => {
        alive -= 1;
      },
      advance(untilNs: number, most: number) {
        const due = times.slice(events).filter((at) => at <= untilNs);
        const last = due.slice(0, most);
        events += last.length;
        ns = due.length < most ? Math.max(ns, untilNs) : (last.at(-1) ?? ns);
        return last.length;
      },
    };
    return stub as unknown as Simulation;
  };
  const stride = {
    advance(sim: Simulation, untilNs: number, untilEvent = Number.POSITIVE_INFINITY) {
      clock.ms += 10;
      return sim.advance(untilNs, Math.min(3, untilEvent - sim.events()));
    },
  } as Stride;
  const history = new History(() => 0);
  const run = simulation(0, 0);
  const past = new Past(history, stride, () => clock.ms);
  /** The events at which the history could save a state. */
  const offered: number[] = [];
  const note = history.note.bind(history);
  history.note = (sim) => {
    offered.push(sim.events());
    note(sim);
  };
  return { past, run, begin: () => note(run), alive: () => alive, offered };
}

const EVEN = [10, 20, 30, 40, 50, 60, 70];

test('the state at a time includes all events of that time', () => {
  const { past, run } = pastOf([10, 20, 20, 20, 20, 30]);
  expect(past.reach(run, { ns: 20 }, 1000)).toBe(true);
  expect([run.now(), run.events()]).toEqual([20, 5]);
});

test('a goal that is reached at the deadline counts as reached', () => {
  for (const goal of [{ ns: 30 }, { events: 3 }]) {
    const { past, run } = pastOf(EVEN);
    expect(past.reach(run, goal, 10)).toBe(true);
    expect([run.now(), run.events()]).toEqual([30, 3]);
  }
});

test('at the deadline a replay stops before its goal', () => {
  for (const goal of [{ ns: 60 }, { events: 6 }]) {
    const { past, run } = pastOf(EVEN);
    expect(past.reach(run, goal, 10)).toBe(false);
    expect(run.events()).toBe(3);
  }
});

test('the caller owns a past state, which is freed if the deadline comes first', () => {
  const { past, begin, alive } = pastOf(EVEN);
  begin();
  const state = past.stateAt({ events: 3 }, 1000);
  // The run, the saved state and this one.
  expect([state?.events(), alive()]).toEqual([3, 3]);
  expect([past.stateAt({ events: 6 }, 0), alive()]).toEqual([null, 3]);
  expect(past.base({ ns: 55 }).events()).toBe(0);
});

test('a long replay saves states on the way', () => {
  const { past, run, offered } = pastOf(EVEN);
  past.reach(run, { ns: 60 }, 1000);
  expect(offered).toEqual([3, 6]);
});

test('without a saved state there is no past', () => {
  expect(() => pastOf(EVEN).past.base({ ns: 5 })).toThrow('the run has no beginning');
});
