import { expect, test } from 'vitest';
import type { Saved, Simulation } from '../port/binding';
import type { Stride } from '../port/stride';
import { History } from './history';
import { Past } from './past';

/** The past of a run whose events are at these times (ns): told in slices of three events, each of which takes 10 ms. */
function past(times: readonly number[]) {
  const clock = { ms: 0 };
  let alive = 0;
  const simulation = (ns: number, events: number): Simulation => {
    alive += 1;
    const own = {
      now: () => ns,
      events: () => events,
      done: () => events === times.length,
      flips_passed: () => 0,
      save: () => ({ ns, events, free: () => {} }),
      restored: (saved: Saved & { ns: number; events: number }) => simulation(saved.ns, saved.events),
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
    return own as unknown as Simulation;
  };
  const stride = {
    advance(sim: Simulation, untilNs: number, untilEvent = Number.POSITIVE_INFINITY) {
      clock.ms += 10;
      return sim.advance(untilNs, Math.min(3, untilEvent - sim.events()));
    },
  } as Stride;
  const history = new History(() => 0);
  const run = simulation(0, 0);
  const own = new Past(
    history,
    stride,
    () => clock.ms,
    () => run,
  );
  /** After how many events a state was offered to be kept. */
  const offered: number[] = [];
  const note = history.note.bind(history);
  history.note = (sim) => {
    offered.push(sim.events());
    note(sim);
  };
  return { own, run, begin: () => note(run), alive: () => alive, offered };
}

const EVEN = [10, 20, 30, 40, 50, 60, 70];

test('a time is reached with all that happens at it', () => {
  const { own, run } = past([10, 20, 20, 20, 20, 30]);
  expect(own.reach(run, { ns: 20 }, 1000)).toBe(true);
  expect([run.now(), run.events()]).toEqual([20, 5]);
});

test('who comes to a goal as the time is up is there', () => {
  for (const goal of [{ ns: 30 }, { events: 3 }]) {
    const { own, run } = past(EVEN);
    expect(own.reach(run, goal, 10)).toBe(true);
    expect([run.now(), run.events()]).toEqual([30, 3]);
  }
});

test('when the time is up nobody goes on to a goal that is further', () => {
  for (const goal of [{ ns: 60 }, { events: 6 }]) {
    const { own, run } = past(EVEN);
    expect(own.reach(run, goal, 10)).toBe(false);
    expect(run.events()).toBe(3);
  }
});

test('a state of the past is a simulation for who asked, and none is left where it was too far', () => {
  const { own, begin, alive } = past(EVEN);
  begin();
  const state = own.stateAt({ events: 3 }, 1000);
  expect([state?.events(), alive()]).toEqual([3, 2]);
  expect([own.stateAt({ events: 6 }, 0), alive()]).toEqual([null, 2]);
  expect(own.base({ ns: 55 })).toMatchObject({ events: 0 });
});

test('on a long way states are kept, so that nobody has to go all of it again', () => {
  const { own, run, offered } = past(EVEN);
  own.reach(run, { ns: 60 }, 1000);
  expect(offered).toEqual([3, 6]);
});

test('a run of which nothing was kept has no past', () => {
  expect(() => past(EVEN).own.base({ ns: 5 })).toThrow('the run has no beginning');
});
