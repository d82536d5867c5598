import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import type { Flip, Scenario } from '../../scenario/generated/types';
import { EVENT_KINDS } from '../../scenario/generated/vocab';
import { PRESETS } from '../../scenario/presets';
import { MOST_EVENTS } from '../port/stride';
import { FrameView } from '../wire/frame';
import { eachRecord } from '../wire/log';
import { headsOf } from '../wire/records';
import { samplesOf } from '../wire/trace';
import { type Advance, type Frame, type LaneQuestions, LogLevel, type Seek } from './questions';
import { SEARCH_MS } from './search';
import { createServer } from './server';

/** Events that all simulations have handled. */
let handled = 0;
/** Each reading of the clock advances it by this much (ms); and its time. */
let lookMs = 0;
let nowMs = 0;
beforeEach(() => {
  [handled, living, lookMs, nowMs] = [0, 0, 0, 0];
});

/** The number of simulations that were not freed. */
let living = 0;

/** A simulation that counts the events that it and its copies handle, and the copies that were not freed. */
class Counted extends Simulation {
  constructor(scenarioJson: string, lane: number) {
    super(scenarioJson, lane);
    living += 1;
  }
  override free(): void {
    living -= 1;
    super.free();
  }
  override advance(untilNs: number, maxEvents: number): number {
    const count = super.advance(untilNs, maxEvents);
    handled += count;
    return count;
  }
  override snapshot(): Simulation {
    living += 1;
    return Object.setPrototypeOf(super.snapshot(), Counted.prototype);
  }
}

const MS = 1e6;
const SCENARIO: Scenario = { ...PRESETS.cluster, limit_ms: 12 };
const FLIP: Flip = { at_ns: 2 * MS, features: { ...SCENARIO.lanes[1]!.features, wake_wide: false } };
const LATER: Flip = { at_ns: 5 * MS, features: SCENARIO.lanes[0]!.features };

function served(scenario = SCENARIO, lane = 0) {
  const server = createServer(Counted, {
    now: () => {
      nowMs += lookMs;
      return nowMs;
    },
  });
  server.load(scenario, lane);
  return server;
}
const withFlips = (flips: Flip[]): Scenario => ({ ...SCENARIO, lanes: [{ ...SCENARIO.lanes[0]!, flips }] });
const view = ({ frame }: Frame) => new FrameView(frame);
const to = (untilNs: number, more: Partial<Advance> = {}): Advance => ({
  untilNs,
  budgetMs: 1e9,
  level: LogLevel.off,
  windowNs: 0,
  withSeries: false,
  ...more,
});
const at = (ns: number, more: Partial<Seek> = {}): Seek => ({
  ns,
  events: null,
  budgetMs: 1e9,
  level: LogLevel.off,
  windowNs: 0,
  orLess: false,
  ...more,
});
const times = (log: Uint32Array): number[] => {
  const found: number[] = [];
  eachRecord(log, ({ ns }) => found.push(ns));
  return found;
};

test('before a load every query throws', () => {
  const server = createServer(Counted);
  expect(() => server.advance(to(1))).toThrow('no scenario is loaded');
  expect(() => server.report()).toThrow('no scenario is loaded');
});

describe('flips', () => {
  /** The hash at the end of a run of the lane that had these flips from the beginning. */
  const hashOf = (flips: Flip[]) => view(served(withFlips(flips)).advance(to(12 * MS))).hash;

  test.each<[string, Flip[], Flip[], number | null]>([
    ['that are the same', [FLIP, LATER], [FLIP, LATER], null],
    ['that lie ahead', [FLIP], [FLIP, LATER], null],
    ['of which one ahead is no more', [FLIP, LATER], [FLIP], null],
    ['that are the first', [], [LATER], null],
    ['of which one has been', [], [FLIP], 2 * MS],
    ['of which one that has been is no more', [FLIP, LATER], [], 2 * MS],
    ['of which one that has been comes earlier', [FLIP], [{ ...FLIP, at_ns: MS }], MS],
    ['of which one that has been is another', [FLIP], [{ ...FLIP, features: LATER.features }], 2 * MS],
  ])('%s: the run goes on from the latest state that holds with both', (_, before, after, splitNs) => {
    const server = served(withFlips(before));
    server.advance(to(3 * MS));
    // A saved state precedes both.
    server.range(MS / 2, MS / 2);
    const turned = view(server.flips(after));
    if (splitNs === null) expect(turned.ns).toBe(3 * MS);
    else expect(turned.ns).toBeLessThanOrEqual(splitNs);
    expect([turned.hasFlows, handled > 0]).toEqual([false, true]);
    expect(view(server.advance(to(12 * MS))).hash).toBe(hashOf(after));
    // A seek to any moment gives the same state.
    expect(view(server.seek(at(2.5 * MS))).hash).toBe(view(served(withFlips(after)).advance(to(2.5 * MS))).hash);
  });

  test('at the present moment take effect after all events of that time, and are in its log', () => {
    const server = served();
    server.advance(to(3 * MS));
    const kinds: unknown[] = [];
    const { log } = server.flips([{ ...FLIP, at_ns: 3 * MS }]);
    eachRecord(log, ({ kind, ns }) => kinds.push([EVENT_KINDS[kind], ns]));
    expect(kinds).toEqual([['flip', 3 * MS]]);
    // A flip removed at that very moment had no effect.
    expect(view(server.flips([])).ns).toBeLessThanOrEqual(3 * MS);
    expect(view(server.advance(to(12 * MS))).hash).toBe(hashOf([]));
  });

  test('are compared with the previous flips', () => {
    const server = served();
    server.flips([FLIP]);
    server.advance(to(3 * MS));
    expect(view(server.flips([FLIP, LATER])).ns).toBe(3 * MS);
  });

  test('of another lane are not loaded', () => {
    const server = served(withFlips([FLIP]));
    server.load(SCENARIO, 1);
    server.advance(to(3 * MS));
    expect(view(server.flips([])).ns).toBe(3 * MS);
  });
});

describe('an advance', () => {
  test('has flows if the log is incomplete, and series on request', () => {
    const server = served();
    const outputs = [LogLevel.off, LogLevel.switches, LogLevel.all].map((level, i) => {
      const frame = server.advance(to((i + 1) * 1000, { level, withSeries: i === 1 }));
      return [view(frame).hasFlows, frame.series !== null];
    });
    expect(outputs).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ]);
    for (const frame of [server.step(), server.flips([])])
      expect([view(frame).hasFlows, frame.series === null]).toEqual([false, false]);
    expect(new FrameView(server.flows()).hasFlows).toBe(true);
  });

  test('by one event has a complete log', () => {
    const server = served();
    server.advance(to(MS));
    const logs = Array.from({ length: 9 }, () => times(server.step().log));
    expect(logs.flat().length).toBeGreaterThan(5);
    expect(Math.min(...logs.flat())).toBeGreaterThanOrEqual(MS);
  });

  test('collects decisions during the run, but only a few times', () => {
    const server = served();
    server.decisions(true);
    const take = vi.spyOn(Simulation.prototype, 'take_decisions');
    const { events } = view(server.advance(to(10 * MS)));
    const least = Math.floor(events / 25_000);
    expect(least).toBeGreaterThan(2);
    expect(take.mock.calls.length).toBeGreaterThanOrEqual(least);
    expect(take.mock.calls.length).toBeLessThanOrEqual(events / 20_000);
  });

  test('stops at its time, at the end of the run, and not before', () => {
    const server = served();
    expect(view(server.advance(to(MS))).ns).toBe(MS);
    // A time in the past changes nothing.
    const events = handled;
    expect(view(server.advance(to(0))).ns).toBe(MS);
    expect(handled).toBe(events);
    const end = view(server.advance(to(1e15)));
    expect([end.ns, end.done]).toEqual([12 * MS, true]);
  });

  test('without time left advances by one slice, with its log', () => {
    const server = served();
    lookMs = 5;
    const { frame, log } = server.advance(to(12 * MS, { budgetMs: 1, level: LogLevel.all, windowNs: MS }));
    const now = new FrameView(frame).ns;
    expect(now).toBeGreaterThan(0);
    expect(now).toBeLessThan(MS);
    expect(times(log).at(-1)).toBeLessThanOrEqual(now);
    expect(log.length).toBeGreaterThan(0);
  });

  test('keeps the latest decisions of many, and drops those of another state', () => {
    const server = served();
    server.advance(to(MS));
    const first = server.decisions(true);
    expect(first.fresh).toBe(true);
    // Earlier decisions are replayed.
    const recalled = headsOf(first.words);
    expect(recalled.length).toBeGreaterThan(100);
    expect(recalled.every(({ ns }) => ns <= MS)).toBe(true);
    const again = server.decisions(true);
    expect([again.fresh, again.words.length]).toEqual([false, 0]);
    server.advance(to(10 * MS));
    const later = server.decisions(true);
    const heads = headsOf(later.words);
    expect([later.fresh, heads.length]).toEqual([false, 3000]);
    const wanted = served();
    wanted.advance(to(10 * MS));
    expect(headsOf(wanted.decisions(true).words).at(-1)?.words).toEqual(heads.at(-1)?.words);
    // Recording has stopped, or the moment is another one.
    server.seek(at(4 * MS));
    const there = server.decisions(true);
    expect(there.fresh).toBe(true);
    expect(headsOf(there.words).at(-1)?.ns).toBeLessThanOrEqual(4 * MS);
    expect(server.decisions(false)).toEqual({ words: new Uint32Array(), fresh: false });
    expect(server.decisions(true).fresh).toBe(true);
  });

  test('has no earlier decisions if their replay takes more than ten seconds', () => {
    const server = served();
    server.advance(to(10 * MS));
    // The replay to their beginning is short.
    server.range(5 * MS, 5 * MS);
    const before = nowMs;
    lookMs = 500;
    expect(server.decisions(true).words).toHaveLength(0);
    expect(nowMs - before).toBeLessThan(13_000);
  });

  test('drops the decisions of a state that is replaced', () => {
    const server = served();
    const others = [
      () => void server.seek(at(MS)),
      () => void server.flips([FLIP]),
      () => void server.load(PRESETS.cluster, 1),
    ];
    for (const another of others) {
      server.decisions(true);
      server.advance(to(10 * MS));
      another();
      const { ns } = server.inspectCpu(0);
      const { words, fresh } = server.decisions(true);
      expect(fresh).toBe(true);
      expect(headsOf(words).every((head) => head.ns <= ns)).toBe(true);
    }
  });
});

describe('a seek', () => {
  test('forwards continues the run, and one backwards starts at the nearest state', () => {
    const server = served();
    server.seek(at(6 * MS));
    const before = handled;
    server.seek(at(6.1 * MS));
    const on = handled - before;
    expect(on).toBeLessThan(before / 20);
    server.seek(at(5 * MS));
    // A state was kept at the present moment.
    const all = handled;
    server.seek(at(6.2 * MS));
    expect(handled - all).toBeLessThan(2 * on);
    // The complete logged window is replayed, unless a shorter log is accepted.
    const near = handled;
    server.seek(at(6.3 * MS, { windowNs: 2 * MS, orLess: true }));
    const less = handled - near;
    server.seek(at(6.3 * MS, { windowNs: 2 * MS }));
    expect(handled - near - less).toBeGreaterThan(10 * less);
  });

  test('has flows if the log is incomplete, and always has the series', () => {
    const server = served();
    for (const [level, hasFlows] of [
      [LogLevel.switches, true],
      [LogLevel.all, false],
    ] as const) {
      const frame = server.seek(at(MS, { level }));
      expect([view(frame).hasFlows, frame.series === null]).toEqual([hasFlows, false]);
    }
  });

  test('that takes too long stops on the way, without a log', () => {
    const server = served();
    server.advance(to(1000, { level: LogLevel.all }));
    lookMs = 2;
    const tried = server.seek(at(10 * MS, { budgetMs: 10, level: LogLevel.all, windowNs: MS }));
    expect(view(tried).ns).toBeLessThan(9 * MS);
    expect([tried.log.length, tried.loggedFromNs]).toEqual([0, view(tried).ns]);
    lookMs = 0;
    const there = server.seek(at(10 * MS, { level: LogLevel.all, windowNs: MS }));
    expect([view(there).ns, there.loggedFromNs]).toEqual([10 * MS, 9 * MS]);
    expect(Math.min(...times(there.log))).toBeGreaterThanOrEqual(9 * MS);
  });

  test('has no log records from before the window, though the run was logged until then', () => {
    const server = served();
    server.advance(to(MS, { level: LogLevel.all }));
    const there = server.seek(at(3 * MS, { level: LogLevel.all, windowNs: MS }));
    expect(times(there.log).length).toBeGreaterThan(100);
    expect(Math.min(...times(there.log))).toBeGreaterThanOrEqual(2 * MS);
  });

  test('includes all events of its time, also from a state between two events of that time', () => {
    const one = served();
    const first = new Map<number, number>();
    const between: { ns: number; events: number; hash: string }[] = [];
    for (let i = 0; i < 3000; i++) {
      const { ns, events, hash } = view(one.step());
      const begun = first.get(ns);
      if (begun === undefined) first.set(ns, events);
      else between.push({ ns, events: begun, hash });
    }
    expect(between.length).toBeGreaterThan(3);
    const logged = between.filter(({ ns, events, hash }) => {
      const server = served();
      expect(view(server.seek(at(ns, { events, windowNs: 1 }))).events).toBe(events);
      const there = server.seek(at(ns, { level: LogLevel.all, windowNs: 1000, orLess: true }));
      expect(view(there).hash).toBe(hash);
      return times(there.log).includes(ns);
    });
    expect(logged.length).toBeGreaterThan(0);
  });

  test('keeps a state near its moment, if the log or the search was long', () => {
    const long = { ...PRESETS['hackbench-kunpeng'], limit_ms: 40 };
    const ways: readonly ((server: LaneQuestions) => unknown)[] = [
      (server) => server.advance(to(40 * MS)),
      (server) => server.seek(at(40 * MS, { level: LogLevel.switches, windowNs: 40 * MS })),
      (server) => server.find('next-decision', 0, 60_000),
    ];
    for (const go of ways) {
      const server = served(long);
      go(server);
      const before = handled;
      server.seek(at(39.9 * MS));
      expect(handled - before).toBeLessThan(310_000);
    }
  });

  test('uses no state of the previous scenario', () => {
    const server = served();
    server.range(5 * MS, 5 * MS);
    const other = { ...SCENARIO, seed: SCENARIO.seed + 1 };
    server.load(other, 0);
    expect(view(server.seek(at(5.5 * MS))).hash).toBe(view(served(other).advance(to(5.5 * MS))).hash);
  });

  test('to an event is after that many events, with the log up to it', () => {
    const server = served();
    const { events, ns } = view(server.seek(at(3 * MS)));
    server.seek(at(5 * MS));
    const there = server.seek(at(ns, { events: events - 1, level: LogLevel.all, windowNs: 100_000 }));
    expect(view(there).events).toBe(events - 1);
    expect(times(there.log).length).toBeGreaterThan(10);
  });
});

describe('a query about the past does not move the run', () => {
  test('an interval has the states at both ends', () => {
    const server = served();
    server.advance(to(3 * MS));
    const outputs = server.range(MS, 2 * MS);
    const [first, last] = [outputs.first, outputs.frame].map((words) => new FrameView(words));
    expect([first?.ns, last?.ns, first?.hasFlows, last?.hasFlows]).toEqual([MS, 2 * MS, false, false]);
    const all = times(outputs.log);
    expect([Math.min(...all) >= MS, Math.max(...all) <= 2 * MS, all.length > 100]).toEqual([true, true, true]);
    expect(view(server.advance(to(0))).ns).toBe(3 * MS);
    // An interval whose beginning is too far away gives no answer.
    lookMs = SEARCH_MS + 1;
    const none = server.range(2.9 * MS, 3 * MS);
    expect([none.first.length, none.frame.length, none.log.length]).toEqual([0, 0, 0]);
    expect(server.traceQueue(0, 2.9 * MS, 3 * MS)).toHaveLength(0);
  });

  test('an interval that takes too long ends early', () => {
    const server = served();
    server.advance(to(3 * MS));
    server.range(MS, MS);
    lookMs = 50;
    const end = new FrameView(server.range(MS, 3 * MS).frame);
    expect(end.ns).toBeGreaterThan(MS);
    expect(end.ns).toBeLessThan(3 * MS);
  });

  test('a queue is traced over an interval, in slices', () => {
    const server = served();
    server.advance(to(3 * MS));
    const trace = vi.spyOn(Simulation.prototype, 'trace_queue');
    const moments = samplesOf(server.traceQueue(3, MS, 2 * MS)).map(({ ns }) => ns);
    expect(moments.length).toBeGreaterThan(20);
    expect([Math.min(...moments) >= MS, Math.max(...moments) <= 2 * MS]).toEqual([true, true]);
    const asked = trace.mock.calls.map(([, , mostEvents]) => mostEvents);
    expect(Math.max(...asked)).toBeLessThanOrEqual(MOST_EVENTS);
  });

  test('an answer has a limited number of decisions, and the next continues after it', () => {
    const server = served();
    const half = new Uint32Array(1 << 19);
    vi.spyOn(Simulation.prototype, 'take_decisions').mockReturnValue(half);
    const first = server.trail(null, 12 * MS);
    expect([first.words.length, first.ns < 12 * MS]).toEqual([2 * half.length, true]);
    expect(server.trail(null, 12 * MS).ns).toBeGreaterThan(first.ns);
  });

  test('the decisions arrive in order, each once, continuing after the previous answer', () => {
    const server = served();
    server.advance(to(4 * MS));
    const all = headsOf(served().trail(0, 4 * MS).words).map(({ words }) => words);
    expect(all.length).toBeGreaterThan(500);
    const parts = [server.trail(null, MS), server.trail(null, 2.5 * MS), server.trail(null, 4 * MS)];
    expect(parts.map(({ ns }) => ns)).toEqual([MS, 2.5 * MS, 4 * MS]);
    expect(parts.flatMap(({ words }) => headsOf(words)).map(({ words }) => words)).toEqual(all);
    // From another time on it starts again; at the end of the run nothing follows.
    const late = server.trail(11 * MS, 1e15);
    expect(headsOf(late.words).every(({ ns }) => ns >= 11 * MS)).toBe(true);
    expect(late.words.length).toBeGreaterThan(0);
    expect(late.ns).toBe(Number.POSITIVE_INFINITY);
    lookMs = SEARCH_MS + 1;
    expect(server.trail(6 * MS, 12 * MS)).toEqual({ words: new Uint32Array(), ns: 0 });
  });

  test('after other flips or another scenario the decisions begin again', () => {
    const server = served();
    server.trail(0, MS);
    const soon = { ...FLIP, at_ns: MS / 4 };
    server.flips([soon]);
    expect(server.trail(null, MS / 2)).toEqual(served(withFlips([soon])).trail(0, MS / 2));
    server.load(SCENARIO, 1);
    expect(server.trail(null, MS / 2)).toEqual(served(SCENARIO, 1).trail(0, MS / 2));
  });

  test('a CPU and a task are inspected at the present moment, and so is the report', () => {
    const server = served();
    server.advance(to(MS));
    expect(server.inspectCpu(3)).toMatchObject({ ns: MS, inspection: { cpu: 3 } });
    expect(server.inspectCpu(99)).toEqual({ ns: MS, inspection: null });
    expect(server.inspectTask(2)).toMatchObject({ ns: MS, inspection: { task: 2 } });
    expect(server.report().elapsed_ns).toBe(MS);
  });

  test('a document is checked without a run', () => {
    const server = served();
    expect(() => server.check(JSON.stringify({ ...SCENARIO, seed: -1 }))).toThrow('"field":"seed"');
    expect(() => server.check('{')).toThrow();
    server.check(JSON.stringify(PRESETS.stream));
    expect(view(server.advance(to(0))).ns).toBe(0);
  });
});

describe('a search keeps a state near its result, and does not replay the run from the beginning', () => {
  test('the moment before the last event', () => {
    const server = served();
    const { ns } = view(server.advance(to(3 * MS)));
    const last = server.find('last-event', ns, null);
    const before = handled;
    server.seek(at(last?.ns ?? 0, { events: (last?.events ?? 0) - 1, windowNs: 1000, orLess: true }));
    expect(handled - before).toBeLessThan(100);
  });

  test('the search for the last decision of a CPU starts with half a millisecond', () => {
    const server = served();
    const { events } = view(server.advance(to(10 * MS)));
    server.range(9 * MS, 9 * MS);
    const before = handled;
    expect(server.decision({ cpu: 3, ns: 10 * MS })?.ns).toBeGreaterThan(9.5 * MS);
    // It is found, replayed and approached.
    expect(handled - before).toBeLessThan(events / 2);
  });
});

describe('memory', () => {
  const looks: readonly [string, (server: LaneQuestions) => unknown][] = [
    ...(['last-event', 'next-event', 'last-decision', 'next-decision'] as const).map(
      (what): [string, (server: LaneQuestions) => unknown] => [what, (server) => server.find(what, 2 * MS, 3)],
    ),
    ['the last decision of no task', (server) => server.find('last-decision', 2 * MS, 60_000)],
    ['the next decision of no task', (server) => server.find('next-decision', 2 * MS, 60_000)],
    ['the last decision of a CPU', (server) => server.decision({ cpu: 3, ns: 2 * MS })],
    ['one soon after the beginning', (server) => server.decision({ cpu: 3, ns: MS / 2 })],
    ['the last decision of a task', (server) => server.decision({ task: 3, ns: 2 * MS })],
    ['the first work', (server) => server.firstWork()],
    ['a stretch', (server) => server.range(MS, 2 * MS)],
    ['a queue', (server) => server.traceQueue(0, MS, 2 * MS)],
    ['the decisions up to now', (server) => [server.decisions(true), server.decisions(false)]],
    ['all decisions', (server) => server.trail(MS, 2 * MS)],
    ['a moment before', (server) => server.seek(at(2 * MS))],
    ['a document', (server) => server.check(JSON.stringify(SCENARIO))],
  ];

  test.each(looks)('%s: no query leaks a simulation, even if it takes too long', (_, look) => {
    const server = served();
    server.advance(to(3 * MS));
    server.trail(0, MS);
    // The maximum number of copies near sought moments is kept.
    for (let i = 1; i <= 8; i++) server.range(i * 1000, i * 1000);
    const before = living;
    for (lookMs of [0, 50, 100, 200, 300, 400, 600, SEARCH_MS + 1]) {
      look(server);
      expect(living, `a look at the clock takes ${lookMs} ms`).toBeLessThanOrEqual(before);
    }
  });

  test('another scenario frees all simulations of the last one, other flips those after the first difference', () => {
    const server = served();
    server.advance(to(3 * MS));
    server.trail(0, MS);
    for (const ns of [2.1 * MS, 2.2 * MS]) server.range(ns, ns);
    // The run, the saved state of its beginning, the trail, and a copy near each range.
    expect(living).toBe(5);
    server.flips([FLIP]);
    expect(living).toBe(2);
    server.trail(0, MS);
    server.range(MS, MS);
    expect(living).toBe(4);
    server.load(SCENARIO, 1);
    expect(living).toBe(2);
  });
});
