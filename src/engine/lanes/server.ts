/** The worker's side of a lane: answers the page's queries with one `Simulation`. Does not depend on `Worker`. */
import type {
  CpuInspection,
  Flip,
  MachineDescription,
  PolicyInspection,
  RunReport,
  TaskInspection,
} from '../../scenario/generated/types';
import type { Simulation, SimulationClass } from '../port/binding';
import type { Surroundings } from '../port/serve';
import { Stride } from '../port/stride';
import type { CpuMoment, Recorded, TaskMoment } from '../recording/recorded';
import { appended } from '../wire/decisions';
import { concatenated } from '../wire/words';
import { type Goal, History, isBefore } from './history';
import { neighbour, otherwise } from './otherwise';
import { Past } from './past';
import {
  type Advance,
  type Frame,
  type Inspected,
  type LaneQuestions,
  LogLevel,
  type RangeAnswer,
  type Seek,
  type SoughtFrame,
  type TrailAnswer,
} from './questions';
import { find, findDecision, firstWork, SEARCH_MS, type Searched } from './search';

/** Most decisions kept between two queries. */
const MOST_DECISIONS = 3000;
/** Events after which decisions are collected, before the buffer of the simulation is full. */
const GATHER_EVENTS = 20_000;
/** How far back the decisions of the first query go (simulated ns). */
const RECALL_NS = 5_000_000;
/** Longest replay of that interval (real ms): enough for some 100,000 events on a busy machine. */
const RECALL_MS = 10_000;
/** Longest time for an answer about a past interval, its decisions, or a queue (real ms). */
const RANGE_MS = 250;
const TRAIL_MS = 40;
const TRACE_MS = 60;
/** Most words of log in an answer about the past, and of decisions in one answer. */
const RANGE_WORDS = 1 << 22;
const TRAIL_WORDS = 1 << 20;

const sameFlip = (a: Flip, b: Flip | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

export function createServer(
  Simulation: SimulationClass,
  { now = () => performance.now(), heap = () => 0, alive = () => {} }: Partial<Surroundings> = {},
): LaneQuestions {
  let simulation: Simulation | null = null;
  let flips: readonly Flip[] = [];
  const history = new History(heap);
  const stride = new Stride({ now, alive });
  /** A copy of the run where the last `trail` answer ended. */
  let trail: Simulation | null = null;
  let keeping = false;
  let decisions: Uint32Array = new Uint32Array();
  /** The number of events up to which decisions are collected. */
  let gathered = 0;

  const running = (): Simulation => {
    if (!simulation) throw new Error('no scenario is loaded');
    return simulation;
  };
  const past = new Past(history, stride, now);
  const searched: Searched = { past, history, stride, now, running };

  function gather(sim: Simulation): void {
    if (keeping) decisions = appended(decisions, sim.take_decisions(), MOST_DECISIONS);
    gathered = sim.events();
  }

  /** Drops the decisions of the state that is replaced. */
  function forget(): void {
    keeping = false;
    decisions = new Uint32Array();
    gathered = 0;
  }

  /**
   * The decisions before the present moment. They were not recorded, so that interval is replayed. The answer reaches
   * the present or is empty: its last decision is the last one of the run.
   */
  function recall(sim: Simulation): Uint32Array {
    const deadline = now() + RECALL_MS;
    const before = past.stateAt({ ns: Math.max(0, sim.now() - RECALL_NS) }, deadline);
    if (!before) return new Uint32Array();
    before.keep_decisions(true);
    let found: Uint32Array = new Uint32Array();
    while (!before.done() && before.events() < sim.events() && now() < deadline) {
      stride.advance(before, Number.MAX_SAFE_INTEGER, sim.events());
      found = appended(found, before.take_decisions(), MOST_DECISIONS);
    }
    const isComplete = before.done() || before.events() >= sim.events();
    before.free();
    return isComplete ? found : new Uint32Array();
  }

  /** Replaces the present state of the run. */
  function stand(next: Simulation): void {
    if (simulation) history.keepNear(simulation);
    simulation = next;
    forget();
  }

  function turn(next: readonly Flip[]): void {
    const common = next.findIndex((flip, i) => !sameFlip(flip, flips[i]));
    const shared = common < 0 ? Math.min(next.length, flips.length) : common;
    const splitNs = Math.min(...[next[shared], flips[shared]].map((flip) => flip?.at_ns ?? Number.POSITIVE_INFINITY));
    const holds = (state: { readonly flips: number; readonly ns: number }) =>
      state.flips <= shared && state.ns <= splitNs;
    const json = JSON.stringify(next);
    const sim = running();
    history.turn(holds, json);
    flips = next;
    trail?.free();
    trail = null;
    sim.set_flips(json);
    if (!holds({ flips: sim.flips_passed(), ns: sim.now() })) {
      simulation = past.base({ ns: splitNs });
      sim.free();
      forget();
    }
    const present = running();
    present.set_log(LogLevel.all, 0);
    // A flip takes effect after all events of its time.
    present.advance(present.now(), Number.MAX_SAFE_INTEGER);
  }

  function seek({ ns, events, budgetMs, level, windowNs, orLess }: Seek): SoughtFrame {
    const deadline = now() + budgetMs;
    const goal: Goal = events === null ? { ns } : { events };
    const beginning: Goal = { ns: Math.max(0, ns - windowNs) };
    const latest = orLess ? goal : beginning;
    const sim = running();
    const base = history.before(latest);
    // The present state is the base if it is the nearest one.
    const at = { ns: sim.now(), events: sim.events() };
    const continues = isBefore(at, latest) && at.events >= (base?.events ?? 0);
    if (!continues && base) stand(history.copy(base));
    const next = running();
    next.set_log(LogLevel.off, 0);
    const isThere = past.reach(next, beginning, deadline);
    const loggedFromNs = next.now();
    const log = isThere ? logged(next, goal, level) : next.take_log();
    return { ...frame(level < LogLevel.all, true, log), loggedFromNs };
  }

  /** Runs to a goal; returns the log of that interval. */
  function logged(sim: Simulation, goal: Goal, level: LogLevel): Uint32Array {
    sim.set_log(level, 0);
    const parts: Uint32Array[] = [];
    while (!sim.done() && ('ns' in goal ? sim.now() < goal.ns : sim.events() < goal.events)) {
      if ('ns' in goal) stride.advance(sim, goal.ns);
      else stride.advance(sim, Number.MAX_SAFE_INTEGER, goal.events);
      history.note(sim);
      parts.push(sim.take_log());
    }
    if ('ns' in goal) sim.advance(goal.ns, Number.MAX_SAFE_INTEGER);
    parts.push(sim.take_log());
    return concatenated(Uint32Array, parts);
  }

  /** Runs towards a time and collects what `take` returns, up to a number of words or a real time. */
  function collected(sim: Simulation, untilNs: number, take: () => Uint32Array, most: { words: number; ms: number }) {
    const deadline = now() + most.ms;
    const parts: Uint32Array[] = [];
    let words = 0;
    while (!sim.done() && sim.now() < untilNs && words < most.words && now() < deadline) {
      stride.advance(sim, untilNs);
      const part = take();
      words += part.length;
      parts.push(part);
    }
    return concatenated(Uint32Array, parts);
  }

  function range(fromNs: number, toNs: number): RangeAnswer {
    const state = past.stateAt({ ns: fromNs }, now() + SEARCH_MS);
    const empty = new Uint32Array();
    if (!state) return { first: empty, frame: empty, log: empty };
    const first = state.frame(false);
    state.set_log(LogLevel.switches, 0);
    const log = collected(state, toNs, () => state.take_log(), { words: RANGE_WORDS, ms: RANGE_MS });
    const frame = state.frame(false);
    history.keepNear(state);
    return { first, frame, log };
  }

  function traceQueue(cpu: number, fromNs: number, toNs: number): Float64Array {
    const state = past.stateAt({ ns: fromNs }, now() + SEARCH_MS);
    if (!state) return new Float64Array();
    const deadline = now() + TRACE_MS;
    const numbers: number[] = [];
    while (!state.done() && state.now() < toNs && now() < deadline) {
      const queue = stride.slice(state, (lastEvent) => state.trace_queue(cpu, toNs, lastEvent - state.events()));
      for (const number of queue) numbers.push(number);
    }
    // The next answer continues from here.
    history.keepNear(state);
    return Float64Array.from(numbers);
  }

  function tellTrail(fromNs: number | null, untilNs: number): TrailAnswer {
    if (fromNs !== null || !trail) {
      trail?.free();
      // At time 0 no event has happened; at any other time all events of that time have.
      trail = past.stateAt(fromNs ? { ns: fromNs } : { events: 0 }, now() + SEARCH_MS);
      trail?.keep_decisions(true);
    }
    const copy = trail;
    if (!copy) return { words: new Uint32Array(), ns: 0 };
    const words = collected(copy, untilNs, () => copy.take_decisions(), { words: TRAIL_WORDS, ms: TRAIL_MS });
    return { words, ns: copy.done() ? Number.POSITIVE_INFINITY : copy.now() };
  }

  /**
   * Advances in strides of the window, so that the log holds the last window wherever it stops (at its time, at the
   * deadline, at the end of the run). Returns that log.
   */
  function advance(sim: Simulation, { untilNs, windowNs, level }: Advance, deadline: number): Uint32Array {
    let before: Uint32Array = new Uint32Array();
    sim.set_log(level, 0);
    for (;;) {
      const goalNs = windowNs > 0 ? Math.min(untilNs, sim.now() + windowNs) : untilNs;
      while (!sim.done() && sim.now() < goalNs) {
        stride.advance(sim, goalNs);
        history.note(sim);
        if (sim.events() - gathered >= GATHER_EVENTS) gather(sim);
        if (now() >= deadline) return concatenated(Uint32Array, [before, sim.take_log()]);
      }
      if (sim.done() || goalNs === untilNs) break;
      before = sim.take_log();
      sim.set_log(level, 0);
    }
    return concatenated(Uint32Array, [before, sim.take_log()]);
  }

  const inspected = <T>(json: string): Inspected<T> => ({
    inspection: JSON.parse(json) as T | null,
    ns: running().now(),
  });
  const frame = (withFlows: boolean, withSeries: boolean, log: Uint32Array = running().take_log()): Frame => ({
    frame: running().frame(withFlows),
    log,
    series: withSeries ? running().series() : null,
  });

  return {
    load(scenario, lane, { program, replay } = {}) {
      const next = new Simulation(JSON.stringify(scenario), lane, program, replay);
      simulation?.free();
      simulation = next;
      trail?.free();
      trail = null;
      flips = scenario.lanes[lane]?.flips ?? [];
      forget();
      stride.reset();
      history.clear();
      history.note(next);
      return {
        machine: JSON.parse(next.machine()) as MachineDescription,
        tasks: next.tasks(),
        recorded: JSON.parse(next.about?.() ?? 'null') as Recorded | null,
      };
    },
    advance(step) {
      const log = advance(running(), step, now() + step.budgetMs);
      return frame(step.level < LogLevel.all, step.withSeries, log);
    },
    step() {
      const sim = running();
      sim.set_log(LogLevel.all, 0);
      sim.advance(Number.MAX_SAFE_INTEGER, 1);
      return frame(false, true);
    },
    flips(next) {
      turn(next);
      return frame(false, true);
    },
    seek,
    flows: () => running().frame(true),
    firstWork: () => firstWork(searched),
    find: (what, ns, task) => find(searched, what, ns, task),
    range,
    trail: tellTrail,
    report: () => JSON.parse(running().report()) as RunReport,
    inspectCpu: (cpu) => inspected<CpuInspection>(running().inspect_cpu(cpu)),
    traceQueue,
    inspectTask: (task) => inspected<TaskInspection>(running().inspect_task(task)),
    inspectPolicy: () => inspected<PolicyInspection>(running().inspect_policy()),
    recordedCpu: (cpu) => inspected<CpuMoment>(running().cpu_moment?.(cpu) ?? 'null'),
    recordedTask: (task) => inspected<TaskMoment>(running().task_moment?.(task) ?? 'null'),
    anonymized: () => running().anonymized?.() ?? null,
    decision: (sought) => findDecision(searched, sought),
    otherwise: (record, features) => otherwise(searched, record, flips, features),
    neighbour: (record, by, features) => neighbour(searched, record, by, flips, features),
    decisions(keep) {
      const sim = running();
      const fresh = keep && !keeping;
      if (keep !== keeping) {
        sim.keep_decisions(keep);
        decisions = keep ? recall(sim) : new Uint32Array();
        keeping = keep;
      }
      gather(sim);
      const words = decisions;
      decisions = new Uint32Array();
      return { words, fresh };
    },
    check(text) {
      new Simulation(text, 0).free();
    },
  };
}
