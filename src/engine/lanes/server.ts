/**
 * The worker's side of the protocol, free of the worker: answers requests with one `Simulation`.
 */
import type {
  CpuInspection,
  FieldError,
  Flip,
  MachineDescription,
  RunReport,
  TaskInspection,
} from '../../scenario/generated/types';
import { appended } from '../wire/decisions';
import { headsOf, isAbout } from '../wire/records';
import { type Goal, History, isBefore, stateOf } from './history';
import { LogLevel, type Reply, type Request, type Sought } from './protocol';

/** The WebAssembly binding: a state of a run as few bytes. */
export interface Saved {
  free(): void;
}

/** The WebAssembly binding. */
export interface Simulation {
  machine(): string;
  tasks(): Uint16Array;
  now(): number;
  events(): number;
  done(): boolean;
  advance(untilNs: number, maxEvents: number): number;
  step(): boolean;
  set_log(level: number, fromNs: number): void;
  take_log(): Uint32Array;
  frame(withFlows: boolean): Uint32Array;
  series(): Uint32Array;
  snapshot(): Simulation;
  save(): Saved;
  restored(saved: Saved): Simulation;
  flips_passed(): number;
  set_flips(flipsJson: string): void;
  next_decision(task: number, lastEvent: number): boolean;
  last_decision(task: number, lastEvent: number): number;
  report(): string;
  inspect_cpu(cpu: number): string;
  inspect_task(task: number): string;
  keep_decisions(on: boolean): void;
  take_decisions(): Uint32Array;
  free(): void;
}
export type SimulationClass = new (scenarioJson: string, lane: number) => Simulation;

/** Events between two looks at the clock: a millisecond or two of work. */
const SLICE = 20_000;
const LOG_ALL = LogLevel.all;
/** Decisions that are kept between two times they are asked for. */
const MOST_DECISIONS = 3000;
/** How far back the decisions go when they are first asked for (simulated ns). */
const RECALL_NS = 5_000_000;
/** Looking for a moment, or telling a stretch of the past, takes no longer (real ms). */
const SEARCH_MS = 1000;
const RANGE_MS = 250;
const TRAIL_MS = 40;
/** Words of log that a stretch of the past may have, and of decisions that one answer may. */
const RANGE_WORDS = 1 << 22;
const TRAIL_WORDS = 1 << 20;
/** Events between two times a log is taken, so that none of it is dropped. */
const LOG_SLICE = 10_000;

/** The simulator refuses by throwing the JSON of its field errors; anything else is a fault. */
export function fieldErrors(thrown: unknown): FieldError[] | null {
  if (typeof thrown !== 'string') return null;
  try {
    const errors: unknown = JSON.parse(thrown);
    return Array.isArray(errors) ? (errors as FieldError[]) : null;
  } catch {
    return null;
  }
}

type Advance = Extract<Request, { type: 'advance' }>;
type Seek = Extract<Request, { type: 'seek' }>;
type Find = Extract<Request, { type: 'find' }>;

function concatenated(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const sameFlip = (a: Flip, b: Flip | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

export interface Surroundings {
  /** Real time (ms). */
  readonly now?: () => number;
  /** The size of the simulator's memory (bytes). */
  readonly heap?: () => number;
}

export function createServer(
  Simulation: SimulationClass,
  { now = () => performance.now(), heap = () => 0 }: Surroundings = {},
) {
  let simulation: Simulation | null = null;
  let flips: readonly Flip[] = [];
  const history = new History(heap);
  /** The run from where the last answer about its decisions ended. */
  let trail: Simulation | null = null;
  let keeping = false;
  let decisions: Uint32Array = new Uint32Array();

  const running = (): Simulation => {
    if (!simulation) throw new Error('no scenario is loaded');
    return simulation;
  };

  /** Takes the decisions over before the simulation's own buffer is full. */
  function gather(sim: Simulation): void {
    if (keeping) decisions = appended(decisions, sim.take_decisions(), MOST_DECISIONS);
  }

  /** Runs towards a goal until the deadline. Returns whether it is there. */
  function reach(sim: Simulation, goal: Goal, deadline: number): boolean {
    while (!sim.done()) {
      if ('ns' in goal) {
        if (sim.now() >= goal.ns) break;
        sim.advance(goal.ns, SLICE);
      } else {
        const left = goal.events - sim.events();
        if (left <= 0) break;
        sim.advance(Number.MAX_SAFE_INTEGER, Math.min(SLICE, left));
      }
      history.note(sim);
      if (now() >= deadline && isBefore({ ns: sim.now() + 1, events: sim.events() + 1 }, goal)) return false;
    }
    // Another event may lie at the very time.
    if ('ns' in goal && !sim.done()) sim.advance(goal.ns, Number.MAX_SAFE_INTEGER);
    return true;
  }

  /** The state of a moment, in a simulation that the caller has to free; null when that takes too long. */
  function stateAt(goal: Goal, deadline: number): Simulation | null {
    const base = history.before(goal);
    if (!base) throw new Error('the run has no beginning');
    const state = stateOf(base, running());
    if (reach(state, goal, deadline)) return state;
    state.free();
    return null;
  }

  /**
   * The decisions of a while before now, though nobody was keeping them: the run is deterministic, so that
   * while is run once more. Nothing when that would take long.
   */
  function recall(sim: Simulation): Uint32Array {
    const deadline = now() + SEARCH_MS;
    const past = stateAt({ ns: Math.max(0, sim.now() - RECALL_NS) }, deadline);
    if (!past) return new Uint32Array();
    past.keep_decisions(true);
    let found: Uint32Array = new Uint32Array();
    while (!past.done() && past.events() < sim.events() && now() < deadline) {
      past.advance(Number.MAX_SAFE_INTEGER, Math.min(SLICE, sim.events() - past.events()));
      found = appended(found, past.take_decisions(), MOST_DECISIONS);
    }
    past.free();
    return found;
  }

  /** Puts another state of the run in the place of the present one. */
  function stand(next: Simulation): void {
    if (simulation) history.keepNear(simulation);
    simulation = next;
    keeping = false;
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
      const base = history.before({ ns: splitNs });
      if (!base) throw new Error('the run has no beginning');
      simulation = stateOf(base, sim);
      sim.free();
      keeping = false;
    }
    const present = running();
    present.set_log(LOG_ALL, 0);
    // A flip comes after all that happens at its time.
    present.advance(present.now(), Number.MAX_SAFE_INTEGER);
  }

  function seek({ ns, events, budgetMs, level, windowNs }: Seek): Uint32Array {
    const deadline = now() + budgetMs;
    const goal: Goal = events === null ? { ns } : { events };
    const beginning: Goal = { ns: Math.max(0, ns - windowNs) };
    const sim = running();
    const base = history.before(beginning);
    // The present state goes on by itself where it is the nearest one.
    const at = { ns: sim.now(), events: sim.events() };
    const goesOn = isBefore(at, beginning) && at.events >= (base?.events ?? 0);
    if (!goesOn && base) stand(stateOf(base, sim));
    const next = running();
    next.set_log(LogLevel.off, 0);
    if (!reach(next, beginning, deadline)) return next.take_log();
    next.set_log(level, 0);
    const parts: Uint32Array[] = [];
    while (!next.done() && ('ns' in goal ? next.now() < goal.ns : next.events() < goal.events)) {
      const step: Goal = { events: next.events() + LOG_SLICE };
      if ('events' in goal) reach(next, { events: Math.min(step.events, goal.events) }, Number.POSITIVE_INFINITY);
      else next.advance(goal.ns, LOG_SLICE);
      history.note(next);
      parts.push(next.take_log());
    }
    if ('ns' in goal) next.advance(goal.ns, Number.MAX_SAFE_INTEGER);
    parts.push(next.take_log());
    return concatenated(parts);
  }

  function find({ what, ns, task }: Find): Extract<Reply, { type: 'found' }>['at'] {
    const deadline = now() + SEARCH_MS;
    const about = task ?? -1;
    /** Keeps the state for whoever goes there next. */
    const told = (state: Simulation) => {
      const at = { ns: state.now(), events: state.events() };
      history.keepNear(state);
      return at;
    };
    switch (what) {
      case 'last-event': {
        const events = running().events();
        const before = events > 0 ? stateAt({ events: events - 1 }, deadline) : null;
        if (!before) return null;
        history.keepNear(before.snapshot());
        reach(before, { events }, Number.POSITIVE_INFINITY);
        return told(before);
      }
      case 'next-event': {
        const next = running().snapshot();
        const at = next.advance(Number.MAX_SAFE_INTEGER, 1) > 0 ? { ns: next.now(), events: next.events() } : null;
        next.free();
        return at;
      }
      case 'next-decision': {
        const state = stateAt({ ns }, deadline);
        while (state && !state.done() && now() < deadline) {
          if (state.next_decision(about, state.events() + SLICE)) return told(state);
          history.note(state);
        }
        state?.free();
        return null;
      }
      case 'last-decision': {
        const end = ns > 0 ? stateAt({ ns: ns - 1 }, deadline) : null;
        let until = end?.events() ?? 0;
        end?.free();
        while (until > 0 && now() < deadline) {
          const base = history.before({ events: until - 1 });
          if (!base) break;
          const state = stateOf(base, running());
          const event = state.last_decision(about, until);
          state.free();
          const found = event < 0 ? null : stateAt({ events: event }, deadline);
          if (found) return told(found);
          until = base.events;
        }
        return null;
      }
    }
  }

  /** The event that a decision was made in; the run stays where it is. */
  function decision(sought: Sought): Extract<Reply, { type: 'decision' }>['found'] {
    const known = sought instanceof Uint32Array ? headsOf(sought)[0] : undefined;
    const ns = sought instanceof Uint32Array ? known?.ns : lastAbout(sought);
    if (ns === undefined) return null;
    const isSought = (words: Uint32Array) => known?.words.every((word, i) => word === words[i]);
    const deadline = now() + SEARCH_MS;
    const state = stateAt(ns > 0 ? { ns: ns - 1 } : { events: 0 }, deadline);
    if (!state) return null;
    state.keep_decisions(true);
    let found: { record: Uint32Array; ns: number; events: number } | null = null;
    while (!state.done() && now() < deadline) {
      const events = state.events();
      if (!state.step() || state.now() > ns) break;
      const heads = headsOf(state.take_decisions());
      const head = heads.findLast((one) =>
        sought instanceof Uint32Array ? isSought(one.words) : isAbout(one, sought.task),
      );
      if (head) found = { record: head.words.slice(), ns, events };
    }
    state.free();
    const before = found && stateAt({ events: found.events }, deadline);
    if (before) history.keepNear(before);
    return found;
  }

  const lastAbout = ({ task, ns }: { readonly task: number; readonly ns: number }): number | undefined =>
    find({ type: 'find', id: 0, what: 'last-decision', ns: ns + 1, task })?.ns;

  function range(fromNs: number, toNs: number) {
    const state = stateAt({ ns: fromNs }, now() + SEARCH_MS);
    if (!state) return null;
    const deadline = now() + RANGE_MS;
    const first = state.frame(false);
    state.set_log(LogLevel.switches, 0);
    const parts: Uint32Array[] = [];
    let words = 0;
    while (!state.done() && state.now() < toNs && words < RANGE_WORDS && now() < deadline) {
      state.advance(toNs, LOG_SLICE);
      const part = state.take_log();
      words += part.length;
      parts.push(part);
    }
    const frame = state.frame(false);
    history.keepNear(state);
    return { first, frame, log: concatenated(parts) };
  }

  function tellTrail(fromNs: number | null, untilNs: number) {
    const deadline = now() + TRAIL_MS;
    if (fromNs !== null || !trail) {
      trail?.free();
      // At the beginning there is nothing yet, else all of that time has happened.
      trail = stateAt(fromNs ? { ns: fromNs } : { events: 0 }, now() + SEARCH_MS);
      trail?.keep_decisions(true);
    }
    const parts: Uint32Array[] = [];
    let words = 0;
    while (trail && !trail.done() && trail.now() < untilNs && words < TRAIL_WORDS && now() < deadline) {
      trail.advance(untilNs, SLICE);
      const part = trail.take_decisions();
      words += part.length;
      parts.push(part);
    }
    return { words: concatenated(parts), ns: trail?.done() ? Number.POSITIVE_INFINITY : (trail?.now() ?? 0) };
  }

  /**
   * Advances in strides of the window, so that wherever it stops (at its time, at the deadline, at the
   * end of the run) the log holds the window before. Returns that log.
   */
  function advance(sim: Simulation, { untilNs, windowNs, level }: Advance, deadline: number): Uint32Array {
    let before: Uint32Array = new Uint32Array();
    sim.set_log(level, 0);
    while (!sim.done() && sim.now() < untilNs) {
      const stride = windowNs > 0 ? Math.min(untilNs, sim.now() + windowNs) : untilNs;
      while (!sim.done() && sim.now() < stride) {
        sim.advance(stride, SLICE);
        history.note(sim);
        gather(sim);
        if (now() >= deadline) return concatenated([before, sim.take_log()]);
      }
      if (sim.done() || stride === untilNs) break;
      before = sim.take_log();
      sim.set_log(level, 0);
    }
    return concatenated([before, sim.take_log()]);
  }

  const frame = (
    id: number,
    sim: Simulation,
    withFlows: boolean,
    withSeries: boolean,
    log: Uint32Array = sim.take_log(),
  ): Reply => ({
    type: 'frame',
    id,
    frame: sim.frame(withFlows),
    log,
    series: withSeries ? sim.series() : null,
  });

  function answer(request: Request): Reply {
    const { id } = request;
    switch (request.type) {
      case 'load': {
        const json = JSON.stringify(request.scenario);
        const next = new Simulation(json, request.lane);
        simulation?.free();
        simulation = next;
        trail?.free();
        trail = null;
        flips = request.scenario.lanes[request.lane]?.flips ?? [];
        keeping = false;
        history.clear();
        history.note(next);
        return {
          type: 'loaded',
          id,
          machine: JSON.parse(next.machine()) as MachineDescription,
          tasks: next.tasks(),
        };
      }
      case 'advance': {
        const sim = running();
        const log = advance(sim, request, now() + request.budgetMs);
        return frame(id, sim, request.level < LOG_ALL, request.withSeries, log);
      }
      case 'step': {
        const sim = running();
        sim.set_log(LOG_ALL, 0);
        sim.advance(Number.MAX_SAFE_INTEGER, 1);
        return frame(id, sim, false, request.withSeries);
      }
      case 'flips': {
        turn(request.flips);
        return frame(id, running(), false, true);
      }
      case 'seek': {
        const log = seek(request);
        return frame(id, running(), request.level < LOG_ALL, true, log);
      }
      case 'find':
        return { type: 'found', id, at: find(request) };
      case 'range': {
        const told = range(request.fromNs, request.toNs);
        const empty = new Uint32Array();
        return { type: 'range', id, ...(told ?? { first: empty, frame: empty, log: empty }) };
      }
      case 'trail':
        return { type: 'trail', id, ...tellTrail(request.fromNs, request.untilNs) };
      case 'inspect': {
        const sim = running();
        const inspection = JSON.parse(sim.inspect_cpu(request.cpu)) as CpuInspection | null;
        return { type: 'inspection', id, inspection, ns: sim.now() };
      }
      case 'inspect-task': {
        const sim = running();
        const inspection = JSON.parse(sim.inspect_task(request.task)) as TaskInspection | null;
        return { type: 'task-inspection', id, inspection, ns: sim.now() };
      }
      case 'decision':
        return { type: 'decision', id, found: decision(request.sought) };
      case 'decisions': {
        const sim = running();
        const fresh = request.keep && !keeping;
        if (request.keep !== keeping) {
          sim.keep_decisions(request.keep);
          decisions = request.keep ? recall(sim) : new Uint32Array();
          keeping = request.keep;
        }
        gather(sim);
        const words = decisions;
        decisions = new Uint32Array();
        return { type: 'decisions', id, words, fresh };
      }
      case 'report':
        return { type: 'report', id, report: JSON.parse(running().report()) as RunReport };
      case 'check':
        new Simulation(request.text, 0).free();
        return { type: 'checked', id };
    }
  }

  return (request: Request): Reply => {
    try {
      return answer(request);
    } catch (thrown) {
      const errors = fieldErrors(thrown);
      if (errors) return { type: 'refused', id: request.id, errors };
      return { type: 'fault', id: request.id, message: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  };
}

/** The buffers of a reply, handed over instead of copied. */
export function buffersOf(reply: Reply): ArrayBuffer[] {
  switch (reply.type) {
    case 'loaded':
      return [reply.tasks.buffer as ArrayBuffer];
    case 'frame':
      return [reply.frame, reply.log, ...(reply.series ? [reply.series] : [])].map((a) => a.buffer as ArrayBuffer);
    case 'decisions':
    case 'trail':
      return [reply.words.buffer as ArrayBuffer];
    case 'range':
      return [reply.frame, reply.first, reply.log]
        .map((a) => a.buffer as ArrayBuffer)
        .filter((b, i, all) => all.indexOf(b) === i);
    case 'found':
    case 'refused':
    case 'report':
    case 'inspection':
    case 'task-inspection':
    case 'decision':
    case 'checked':
    case 'fault':
      return [];
  }
}
