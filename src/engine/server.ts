/**
 * The worker's side of the protocol, free of the worker: answers requests with one `Simulation`.
 */
import type { FieldError, MachineDescription, RunReport } from '../scenario/generated/types';
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
  free(): void;
}
export type SimulationClass = new (scenarioJson: string, lane: number) => Simulation;

/** Events between two looks at the clock: a millisecond or two of work. */
const SLICE = 20_000;
const LOG_ALL = 2;

/** The simulator refuses by throwing the JSON of its field errors; anything else is a fault. */
function fieldErrors(thrown: unknown): FieldError[] | null {
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

  const running = (): Simulation => {
    if (!simulation) throw new Error('no scenario is loaded');
    return simulation;
  };

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
        const next = new Simulation(JSON.stringify(request.scenario), request.lane);
        simulation?.free();
        simulation = next;
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
        // A flip comes after all that happens at its time: so a scenario that holds it replays this run.
        sim.advance(sim.now(), Number.MAX_SAFE_INTEGER);
        sim.flip(JSON.stringify(request.features));
        return frame(id, sim, false, false);
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
    case 'refused':
    case 'report':
    case 'checked':
    case 'fault':
      return [];
  }
}
