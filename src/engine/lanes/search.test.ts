import { describe, expect, test, vi } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { GATES } from '../../scenario/generated/steps';
import { PRESETS } from '../../scenario/presets';
import type { SimulationClass } from '../port/binding';
import { FrameView } from '../wire/frame';
import { eachRecord, type LogRecord } from '../wire/log';
import { type Head, headsOf, isAbout, isOf, stepsOf } from '../wire/records';
import type { LaneQuestions } from './questions';
import { SEARCH_MS } from './search';
import { createServer } from './server';

test('the last decision of a CPU is the last kept one that chose it or in which it looked for work', () => {
  const server = createServer(Simulation as unknown as SimulationClass, { now: () => 0 });
  const ns = 700_000;
  server.load(PRESETS.cluster, 1);
  server.seek({ ns, events: null, budgetMs: 9, level: 0, windowNs: 0, orLess: false });
  const heads = headsOf(server.decisions(true).words);
  for (let cpu = 0; cpu < 24; cpu += 1) {
    const last = heads.findLast((head) => isOf(head, cpu));
    expect(server.decision({ cpu, ns })?.record, `CPU ${cpu}`).toEqual(last?.words);
  }
  // There are no decisions before the first event.
  expect(server.decision({ cpu: 0, ns: 0 })).toBeNull();
  // The run has not moved.
  expect(server.inspectCpu(0).ns).toBe(ns);
});

test('a decision is found at its time, though a kept state is at a later time', () => {
  const server = createServer(Simulation as unknown as SimulationClass, { now: () => 0 });
  const ns = 115_000_000;
  server.load(PRESETS.turns, 0);
  const found = () => {
    server.seek({ ns, events: null, budgetMs: 9, level: 0, windowNs: 1, orLess: false });
    server.advance({ untilNs: ns, budgetMs: 0, level: 0, windowNs: 0, withSeries: false });
    return server.decision({ task: 1, ns });
  };
  const first = found();
  expect(first?.ns).toBeLessThan(ns);
  expect(found()).toEqual(first);
  expect(found()).toEqual(first);
});

const NO_SUCH_TASK = 60_000;
const AT_NS = 8_000_000;

/** A server at a moment, whose clock jumps by `awayMs` before its nth reading. */
function starved(nth: number, awayMs: number) {
  let looks = Number.NEGATIVE_INFINITY;
  const now = () => {
    looks += 1;
    return looks >= nth ? awayMs : 0;
  };
  const server = createServer(Simulation as unknown as SimulationClass, { now });
  server.load(PRESETS['hackbench-kunpeng'], 1);
  server.seek({ ns: AT_NS, events: null, budgetMs: Number.MAX_VALUE, level: 0, windowNs: 0, orLess: false });
  looks = 0;
  return server;
}

const LOOKS = [3, 4, 5, 6, 7, 12];

test('on a busy machine the list of decisions reaches the last one, or is empty', () => {
  const last = (...starving: Parameters<typeof starved>) =>
    headsOf(starved(...starving).decisions(true).words).at(-1)?.words;
  const right = last(1, 0);
  expect(right).toBeDefined();
  for (const nth of LOOKS) {
    expect(last(nth, 2000), `away before look ${nth}`).toEqual(right);
    expect([undefined, right]).toContainEqual(last(nth, 60_000));
  }
});

test('on a busy machine an older decision does not pass for the last one of a CPU', () => {
  const last = (...starving: Parameters<typeof starved>) =>
    starved(...starving).decision({ cpu: 0, ns: AT_NS })?.record;
  const right = last(1, 0);
  expect(right).toBeDefined();
  for (const nth of LOOKS) expect([undefined, right]).toContainEqual(last(nth, 2000));
});

test('the first completed work is found at the event of the first message', () => {
  const server = createServer(Simulation as unknown as SimulationClass, { now: () => 0 });
  server.load(PRESETS['hackbench-kunpeng'], 0);
  const ns = server.firstWork() ?? 0;
  expect(ns).toBeGreaterThan(1_000_000);
  const messages = (until: number) => {
    const run = new Simulation(JSON.stringify(PRESETS['hackbench-kunpeng']), 0);
    run.advance(until, Number.MAX_SAFE_INTEGER);
    const { messages } = new FrameView(run.frame(false));
    run.free();
    return messages;
  };
  expect(messages(ns)).toBeGreaterThan(0);
  expect(messages(ns - 1)).toBe(0);
  expect(server.inspectCpu(0).ns).toBe(0);
});

test('a replay with a shorter log starts at a nearer state, reaches the same moment, and its log is complete from there', () => {
  const server = createServer(Simulation as unknown as SimulationClass, { now: () => 0 });
  server.load(PRESETS['hackbench-kunpeng'], 1);
  const to = { events: null, budgetMs: 9, level: 2, windowNs: 2_000_000 } as const;
  const [near, ns] = [7_500_000, 8_000_000];
  server.seek({ ...to, ns: near, orLess: false });
  const less = server.seek({ ...to, ns, orLess: true });
  expect(less.loggedFromNs).toBe(near);
  const whole = server.seek({ ...to, ns, orLess: false });
  expect(whole.loggedFromNs).toBe(6_000_000);
  expect(less.frame).toEqual(whole.frame);
  const since = recordsOf(whole.log).filter(({ ns: at }) => at > near);
  expect(since.length).toBeGreaterThan(100);
  // The log begins with the waste so far.
  expect(recordsOf(less.log).slice(-since.length)).toEqual(since);
  // Without a state inside the window the log is complete.
  server.load(PRESETS['hackbench-kunpeng'], 1);
  expect(server.seek({ ...to, ns, orLess: true })).toEqual(whole);
});

const recordsOf = (log: Uint32Array): LogRecord[] => {
  const records: LogRecord[] = [];
  eachRecord(log, (record) => void records.push({ ...record }));
  return records;
};

/** A server whose clock advances by `lookMs` at every reading. */
function ticking(lookMs: () => number, scenario = PRESETS.cluster) {
  let ms = 0;
  const now = () => {
    ms += lookMs();
    return ms;
  };
  const server = createServer(Simulation as unknown as SimulationClass, { now });
  server.load(scenario, 1);
  return { server, ms: () => ms };
}

describe('the nearest moments', () => {
  const END_NS = 3_000_000;
  let lookMs = 0;
  /** A server at a moment, with all decisions of its run up to the end. */
  function standing(ns: number) {
    lookMs = 0;
    const { server, ms } = ticking(() => lookMs, { ...PRESETS.cluster, limit_ms: END_NS / 1e6 });
    const heads = headsOf(server.trail(0, END_NS).words);
    server.seek({ ns, events: null, budgetMs: 1e9, level: 0, windowNs: 0, orLess: false });
    const at = new FrameView(server.flows());
    return { server, heads, at: { ns: at.ns, events: at.events }, ms };
  }
  /** The times of decisions about a task; null: about any. Searches for work that are not allowed do not count. */
  const momentsOf = (heads: ReturnType<typeof headsOf>, task: number | null) =>
    heads.filter((head) => (task === null ? !isGated(head) : isAbout(head, task))).map(({ ns }) => ns);
  const isGated = (head: Head) => {
    const [first, second] = stepsOf(head);
    return first !== undefined && !second && GATES.includes(first.answer);
  };

  test('the last and the next event are those of the run; none is before the first or after the last', () => {
    const { server, at } = standing(1_000_000);
    const [last, next] = (['last-event', 'next-event'] as const).map((what) => server.find(what, at.ns, null));
    expect([last?.events, next?.events]).toEqual([at.events, at.events + 1]);
    expect(last?.ns).toBeLessThanOrEqual(at.ns);
    expect(next?.ns).toBeGreaterThanOrEqual(at.ns);
    // The search has not moved the run.
    expect(new FrameView(server.flows()).events).toBe(at.events);
    expect(new FrameView(server.step().frame).ns).toBe(next?.ns);
    expect(standing(0).server.find('last-event', 0, null)?.events ?? 0).toBe(standing(0).at.events);
    expect(standing(END_NS).server.find('next-event', END_NS, null)).toBeNull();
  });

  test('the next decision comes after the moment, the last one before it, of a task or of any', () => {
    const { server, heads, at } = standing(1_200_000);
    for (const task of [null, 0, 3, 11]) {
      const all = momentsOf(heads, task);
      for (const ns of [400_000, 1_200_000, all[20] ?? 0, all.at(-1) ?? 0, END_NS]) {
        const found = (what: 'next-decision' | 'last-decision') => server.find(what, ns, task)?.ns ?? null;
        expect(found('next-decision'), `after ${ns} of ${task}`).toBe(all.find((one) => one > ns) ?? null);
        expect(found('last-decision'), `before ${ns} of ${task}`).toBe(all.findLast((one) => one < ns) ?? null);
      }
    }
    expect(server.find('last-decision', 0, null)).toBeNull();
    expect(new FrameView(server.flows()).events).toBe(at.events);
  });

  test('a search that takes longer than a second finds nothing', () => {
    const { server } = standing(END_NS);
    lookMs = SEARCH_MS + 1;
    for (const what of ['last-event', 'next-decision', 'last-decision'] as const)
      expect(server.find(what, 2_000_000, 3), what).toBeNull();
    expect(server.decision({ cpu: 3, ns: 2_000_000 })).toBeNull();
    expect(server.decision({ task: 3, ns: 2_000_000 })).toBeNull();
  });

  test('a long interval between two kept states does not extend the search', () => {
    const { server, ms } = standing(END_NS);
    // A state is kept near the start of the search; the one before it is at the beginning.
    server.range(END_NS - 1, END_NS - 1);
    lookMs = 50;
    const before = ms();
    expect(server.find('last-decision', END_NS, NO_SUCH_TASK)).toBeNull();
    expect(ms() - before).toBeLessThan(SEARCH_MS + 500);
  });

  test('a decision is found again by its record, and the last one of a task before a time', () => {
    const { server, heads } = standing(END_NS);
    const known = [0, 1, 17, 230, heads.length - 1].map((i) => heads[i] ?? heads[0]);
    for (const head of known) {
      const found = server.decision(head?.words ?? new Uint32Array());
      expect([found?.record, found?.ns]).toEqual([head?.words, head?.ns]);
      // The next event makes it.
      server.seek({
        ns: found?.ns ?? 0,
        events: found?.events ?? 0,
        budgetMs: 1e9,
        level: 0,
        windowNs: 1,
        orLess: false,
      });
      server.decisions(true);
      server.step();
      expect(headsOf(server.decisions(true).words).map(({ words }) => words)).toContainEqual(head?.words);
      server.decisions(false);
    }
    for (const task of [2, 5]) {
      const matching = heads.filter((head) => isAbout(head, task));
      const [before, last] = matching.slice(20, 22);
      expect(server.decision({ task, ns: last?.ns ?? 0 })?.ns).toBe(last?.ns);
      expect(server.decision({ task, ns: (last?.ns ?? 0) - 1 })?.ns).toBe(before?.ns);
    }
    const strange = heads[3]?.words.slice() ?? new Uint32Array();
    strange[4] = 0xffff;
    expect(server.decision(strange)).toBeNull();
    expect(server.decision(new Uint32Array())).toBeNull();
  });
});

test('the last decision of a CPU is found wherever the searched intervals end', () => {
  const END_NS = 12_000_000;
  const STRETCH_NS = 500_000;
  const { server } = ticking(() => 0, { ...PRESETS.steal, limit_ms: END_NS / 1e6 });
  const heads = headsOf(server.trail(0, END_NS).words);
  // Decisions after which a CPU has none for the length of the first interval.
  const alone = [0, 1, 2, 3].flatMap((cpu) => {
    const matching = heads.filter((head) => isOf(head, cpu));
    return matching
      .filter(({ ns }, i) => (matching[i + 1]?.ns ?? END_NS) > ns + STRETCH_NS)
      .map((head) => ({ ...head, of: cpu }));
  });
  expect(alone.length).toBeGreaterThan(3);
  for (const { of: cpu, ns, words } of alone)
    for (const untilNs of [ns + STRETCH_NS - 1, ns + STRETCH_NS])
      expect(server.decision({ cpu, ns: untilNs })?.record, `CPU ${cpu} at ${ns}`).toEqual(words);
});

test('the decisions of the event that ends the run are found', () => {
  const workload = { kind: 'hackbench', groups: 1, loops: 2, fds: 20, pipe: true, threads: true } as const;
  const { server } = ticking(() => 0, { ...PRESETS['hackbench-kunpeng'], workload });
  const last = headsOf(server.trail(0, Number.MAX_SAFE_INTEGER).words).at(-1);
  const { ns = 0, cpu = 0, words } = last ?? {};
  server.seek({ ns, events: null, budgetMs: 1e9, level: 0, windowNs: 0, orLess: false });
  // No event follows.
  expect(new FrameView(server.flows())).toMatchObject({ ns, done: true });
  expect(server.decision(words ?? new Uint32Array())?.record).toEqual(words);
  expect(server.decision({ cpu, ns })?.record).toEqual(words);
});

test('a search ends after a second, and at the end of the run', () => {
  const searches: ((server: LaneQuestions) => unknown)[] = [
    (server) => server.find('next-decision', 0, NO_SUCH_TASK),
    (server) => server.firstWork(),
    (server) => server.decision({ cpu: 0, ns: 500_000 }),
  ];
  for (const search of searches) {
    const { server, ms } = ticking(() => 400, { ...PRESETS['hackbench-kunpeng'], limit_ms: 10 });
    const before = ms();
    expect(search(server)).toBeNull();
    expect(ms() - before).toBeLessThan(2500);
  }
  // No work completes within its first millisecond.
  const { server, ms } = ticking(() => 0.01, { ...PRESETS['hackbench-kunpeng'], limit_ms: 1 });
  expect(server.firstWork()).toBeNull();
  expect(ms()).toBeLessThan(100);
});

test('the last decision is found though many later slices have none', () => {
  const ns = 300_000;
  const run = new Simulation(JSON.stringify(PRESETS.cluster), 1);
  run.keep_decisions(true);
  run.advance(ns - 1, Number.MAX_SAFE_INTEGER);
  const heads = headsOf(run.take_decisions());
  run.free();
  for (const task of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const last = heads.findLast((head) => isAbout(head, task));
    // Slices have their minimum length.
    expect(ticking(() => 1.01).server.find('last-decision', ns, task)?.ns, `task ${task}`).toBe(last?.ns);
  }
});

test('a known decision is searched only at its time, and its event is near from then on', () => {
  const { server } = ticking(() => 0);
  const ns = 2_000_000;
  const record = server.decision({ task: 0, ns })?.record ?? new Uint32Array();
  server.load(PRESETS.cluster, 1);
  const steps = vi.spyOn(Simulation.prototype, 'step');
  const events = server.decision(record)?.events ?? 0;
  expect(events).toBeGreaterThan(300);
  expect(steps.mock.calls.length).toBeLessThan(20);
  const advance = vi.spyOn(Simulation.prototype, 'advance');
  server.seek({ ns, events, budgetMs: 9, level: 0, windowNs: ns, orLess: true });
  expect(advance.mock.results.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(20);
  // A decision at the beginning that does not exist.
  expect(server.decision(record.with(1, 0).with(2, 0))).toBeNull();
  expect(ticking(() => 600).server.decision(record), 'not within a second').toBeNull();
});
