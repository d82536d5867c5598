/** The page's side of the protocol: one worker per lane, one promise per request. */
import type { FieldError, Flip, MachineDescription, RunReport, Scenario } from '../../scenario/generated/types';
import type { Found, LogLevel, Reply, Request, Sought } from './protocol';

export interface Loaded {
  readonly machine: MachineDescription;
  readonly tasks: Uint16Array;
}

export type FrameReply = Extract<Reply, { type: 'frame' }>;
export type InspectionReply = Extract<Reply, { type: 'inspection' }>;
export type RangeReply = Extract<Reply, { type: 'range' }>;
export type TrailReply = Extract<Reply, { type: 'trail' }>;
export type FoundAt = Extract<Reply, { type: 'found' }>['at'];
export type TaskReply = Extract<Reply, { type: 'task-inspection' }>;
export type FoundDecision = Extract<Reply, { type: 'decision' }>['found'];
export type DecisionsReply = Extract<Reply, { type: 'decisions' }>;

export interface Advance {
  readonly untilNs: number;
  readonly budgetMs: number;
  readonly level: LogLevel;
  readonly windowNs: number;
  readonly withSeries: boolean;
}

export interface Seek {
  readonly ns: number;
  /** The state after this event, which is at `ns`; null: after all events of that time. */
  readonly events: number | null;
  readonly budgetMs: number;
  readonly level: LogLevel;
  readonly windowNs: number;
}

/** The simulator refused a scenario. */
export class Refusal extends Error {
  constructor(readonly errors: readonly FieldError[]) {
    super(errors.map((error) => error.message).join(' '));
  }
}

/** The engine broke: it must be replaced. */
export class EngineFault extends Error {}

/** One lane's engine. Every call rejects with `Refusal` or `EngineFault`. */
export interface Engine {
  load(scenario: Scenario, lane: number): Promise<Loaded>;
  advance(step: Advance): Promise<FrameReply>;
  step(): Promise<FrameReply>;
  /** Gives the lane other flips; the run stays, or goes back to where they begin to differ. */
  flips(flips: readonly Flip[]): Promise<FrameReply>;
  /** Stands at another moment, or as near to it as it came in its time. */
  seek(to: Seek): Promise<FrameReply>;
  /** A moment before or after `ns` at which something happened. */
  find(what: Found, ns: number, task: number | null): Promise<FoundAt>;
  /** Who ran where in a stretch of the past. */
  range(fromNs: number, toNs: number): Promise<RangeReply>;
  /** Decisions in order: from `fromNs` on, or (null) from where the last answer ended. */
  trail(fromNs: number | null, untilNs: number): Promise<TrailReply>;
  report(): Promise<RunReport>;
  inspect(cpu: number): Promise<InspectionReply>;
  inspectTask(task: number): Promise<TaskReply>;
  /** Where a decision of the run was made. */
  decision(sought: Sought): Promise<FoundDecision>;
  /** Keeps decisions from now on, or no longer; resolves to those since the last call. */
  decisions(keep: boolean): Promise<DecisionsReply>;
  /** Rejects with `Refusal` when the text is not a scenario document. */
  check(text: string): Promise<void>;
  dispose(): void;
}

/** A worker that has not answered for this long is taken for dead. */
const SILENCE_MS = 4000;

// `Omit` over each member of a union.
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;
type Waiting = { resolve: (reply: Reply) => void; reject: (reason: Error) => void; since: number };

export class WorkerEngine implements Engine {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #broken: EngineFault | null = null;
  #watch = 0;

  constructor(worker: Worker, module: WebAssembly.Module) {
    this.#worker = worker;
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    this.#worker.onerror = (event) => this.#break(event.message || 'the worker stopped');
    this.#worker.onmessageerror = () => this.#break('the worker sent an unreadable answer');
    this.#worker.postMessage(module);
  }

  load(scenario: Scenario, lane: number): Promise<Loaded> {
    return this.#ask({ type: 'load', scenario, lane }, 'loaded');
  }
  advance(step: Advance): Promise<FrameReply> {
    return this.#ask({ type: 'advance', ...step }, 'frame');
  }
  step(): Promise<FrameReply> {
    return this.#ask({ type: 'step', withSeries: true }, 'frame');
  }
  flips(flips: readonly Flip[]): Promise<FrameReply> {
    return this.#ask({ type: 'flips', flips }, 'frame');
  }
  seek(to: Seek): Promise<FrameReply> {
    return this.#ask({ type: 'seek', ...to }, 'frame');
  }
  async find(what: Found, ns: number, task: number | null): Promise<FoundAt> {
    return (await this.#ask({ type: 'find', what, ns, task }, 'found')).at;
  }
  range(fromNs: number, toNs: number): Promise<RangeReply> {
    return this.#ask({ type: 'range', fromNs, toNs }, 'range');
  }
  trail(fromNs: number | null, untilNs: number): Promise<TrailReply> {
    return this.#ask({ type: 'trail', fromNs, untilNs }, 'trail');
  }
  async report(): Promise<RunReport> {
    return (await this.#ask({ type: 'report' }, 'report')).report;
  }
  inspect(cpu: number): Promise<InspectionReply> {
    return this.#ask({ type: 'inspect', cpu }, 'inspection');
  }
  inspectTask(task: number): Promise<TaskReply> {
    return this.#ask({ type: 'inspect-task', task }, 'task-inspection');
  }
  async decision(sought: Sought): Promise<FoundDecision> {
    return (await this.#ask({ type: 'decision', sought }, 'decision')).found;
  }
  decisions(keep: boolean): Promise<DecisionsReply> {
    return this.#ask({ type: 'decisions', keep }, 'decisions');
  }
  async check(text: string): Promise<void> {
    await this.#ask({ type: 'check', text }, 'checked');
  }
  dispose(): void {
    this.#break('replaced');
  }

  async #ask<T extends Reply['type']>(request: Unnumbered<Request>, expected: T): Promise<Extract<Reply, { type: T }>> {
    if (this.#broken) throw this.#broken;
    const id = this.#nextId++;
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, since: performance.now() });
      this.#worker.postMessage({ ...request, id });
      if (this.#watch === 0) this.#listen();
    });
    if (reply.type === 'refused') throw new Refusal(reply.errors);
    if (reply.type === 'fault') throw this.#break(reply.message);
    if (reply.type !== expected) throw this.#break(`unexpected answer: ${reply.type}`);
    return reply as Extract<Reply, { type: T }>;
  }

  #settle(reply: Reply): void {
    this.#waiting.get(reply.id)?.resolve(reply);
    this.#waiting.delete(reply.id);
  }

  /** A terminated worker sends nothing, not even an error: only its silence tells. */
  #listen(): void {
    const armed = performance.now();
    this.#watch = window.setTimeout(() => {
      this.#watch = 0;
      const oldest = Math.min(...[...this.#waiting.values()].map((waiting) => waiting.since));
      if (this.#broken || oldest === Number.POSITIVE_INFINITY) return;
      const now = performance.now();
      // A timer that itself came late means the computer slept: the worker gets another chance.
      const slept = now - armed > SILENCE_MS;
      if (now - oldest < SILENCE_MS || slept || document.hidden) this.#listen();
      else this.#break('the worker does not answer');
    }, SILENCE_MS / 2);
  }

  #break(message: string): EngineFault {
    this.#broken ??= new EngineFault(message);
    window.clearTimeout(this.#watch);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(this.#broken);
    this.#waiting.clear();
    return this.#broken;
  }
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** Compiles the simulator once for the page; every worker gets the compiled module. */
async function compile(): Promise<WebAssembly.Module> {
  const { default: url } = await import('../../../sim-wasm/pkg/sched_wasm_bg.wasm?url');
  const response = await fetch(url);
  if (!response.ok) throw new EngineFault(`${response.status} ${url}`);
  // Bytes rather than a stream: it works whatever type the server calls the file.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The compiled simulator; asked for again after a failure. */
export async function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  try {
    return await compiled;
  } catch (thrown) {
    compiled = null;
    throw thrown instanceof EngineFault ? thrown : new EngineFault(String(thrown));
  }
}

/** The worker's script comes as a module of the page, so that one that was loaded ahead starts without a network. */
export const loadEngineWorker = () => import('./lane.worker?worker&inline');

export async function startEngine(): Promise<Engine> {
  const [module, { default: EngineWorker }] = await Promise.all([compiledModule(), loadEngineWorker()]);
  return new WorkerEngine(new EngineWorker({ name: 'lane' }), module);
}
