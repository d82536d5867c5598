/**
 * The worker's side of the protocol, free of the worker: answers requests with one `Simulation`.
 */
import type { CpuInspection, FieldError, MachineDescription, RunReport } from '../scenario/generated/types';
import { appended } from './decisions';
import { FrameView } from './frame';
import type { Reply, Request } from './protocol';

/** The WebAssembly binding. */
export interface Simulation {
  machine(): string;
  tasks(): Uint16Array;
  now(): number;
  done(): boolean;
  advance(untilNs: number, maxEvents: number): number;
  step(): boolean;
  set_log(level: number, fromNs: number): void;
  take_log(): Uint32Array;
  frame(withFlows: boolean): Uint32Array;
  series(): Uint32Array;
  flip(featuresJson: string): void;
  report(): string;
  inspect_cpu(cpu: number): string;
  keep_decisions(on: boolean): void;
  take_decisions(): Uint32Array;
  free(): void;
}
export type SimulationClass = new (scenarioJson: string, lane: number) => Simulation;

/** Events between two looks at the clock: a millisecond or two of work. */
const SLICE = 20_000;
const LOG_ALL = 2;
/** Decisions that are kept between two times they are asked for. */
const MOST_DECISIONS = 3000;
/** How far back the decisions go when they are first asked for (simulated ns). */
const RECALL_NS = 5_000_000;
/** A run of more events is not run once more for them; nor is one that takes longer (real ms). */
const RECALL_EVENTS = 4e6;
const RECALL_MS = 1000;

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

function joined(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (a.length === 0) return b;
  const both = new Uint32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

export function createServer(Simulation: SimulationClass, now: () => number = () => performance.now()) {
  let simulation: Simulation | null = null;
  /** What makes the run again: its document, and the switches flipped by hand since. */
  let origin: { readonly json: string; readonly lane: number; readonly flips: [number, string][] } | null = null;
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

  /**
   * The decisions of a while before now, though nobody was keeping them: the run is deterministic, so it
   * is run once more. Nothing when that would take long.
   */
  function recall(sim: Simulation): Uint32Array {
    const events = new FrameView(sim.frame(false)).events;
    if (!origin || sim.now() === 0 || events > RECALL_EVENTS) return new Uint32Array();
    const deadline = now() + RECALL_MS;
    const past = new Simulation(origin.json, origin.lane);
    let found: Uint32Array = new Uint32Array();
    try {
      const stops: [number, string | null][] = [
        ...origin.flips,
        [Math.max(0, sim.now() - RECALL_NS), null],
        [sim.now(), null],
      ];
      for (const [ns, flip] of stops.sort(([a], [b]) => a - b)) {
        while (!past.done() && past.now() < ns) {
          past.advance(ns, SLICE);
          found = appended(found, past.take_decisions(), MOST_DECISIONS);
          if (now() >= deadline) return new Uint32Array();
        }
        if (flip !== null) past.flip(flip);
        else past.keep_decisions(true);
      }
      return found;
    } finally {
      past.free();
    }
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
        gather(sim);
        if (now() >= deadline) return joined(before, sim.take_log());
      }
      if (sim.done() || stride === untilNs) break;
      before = sim.take_log();
      sim.set_log(level, 0);
    }
    return joined(before, sim.take_log());
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
        origin = { json, lane: request.lane, flips: [] };
        keeping = false;
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
        sim.step();
        return frame(id, sim, false, request.withSeries);
      }
      case 'flip': {
        const sim = running();
        sim.set_log(LOG_ALL, 0);
        const features = JSON.stringify(request.features);
        sim.flip(features);
        origin?.flips.push([sim.now(), features]);
        return frame(id, sim, false, false);
      }
      case 'inspect': {
        const sim = running();
        const inspection = JSON.parse(sim.inspect_cpu(request.cpu)) as CpuInspection | null;
        return { type: 'inspection', id, inspection, ns: sim.now() };
      }
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
      return [reply.words.buffer as ArrayBuffer];
    case 'refused':
    case 'report':
    case 'inspection':
    case 'checked':
    case 'fault':
      return [];
  }
}
