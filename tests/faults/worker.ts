/** A simulated worker with the real port and the real server; the faults of a plan affect its messages. */
import { Port, type Questions, type Request, type Wire } from '../../src/engine/port/port';
import { type Scope, type Surroundings, serve } from '../../src/engine/port/serve';
import { Simulation } from '../fake-simulation';
import type { Fault, Plan } from './plan';
import type { World } from './world';

const MODULE = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
/** The delay of a message, and the longest delay of a late one (ms). */
const WAY_MS = 0.2;
const HELD_MS = 1000;
/** The longest silence of a live worker: less than the timeout of the watchdog. */
const QUIET_MS = 3000;
/** The time to start. */
const START_MS = 12_000;
/** The time of an event in a slow answer (ms). */
const SLOW_MS = 5;

/** The simulator of a worker: events take time of its clock, and its memory may be exhausted. */
export type Own = typeof Simulation;

export type Create<Q, Note> = (own: Own, surroundings: Surroundings, say: (note: Note) => void) => Q;

/** All workers of a schedule. */
export class Workers {
  readonly #world: World;
  readonly #plan: Plan;
  readonly #all: FaultyWorker[] = [];

  constructor(world: World, plan: Plan) {
    this.#world = world;
    this.#plan = plan;
  }

  /** Workers that have not been terminated. */
  alive(): number {
    return this.#all.filter(({ ended }) => !ended).length;
  }

  async start<Q extends Questions<Q>, Note = never>(create: Create<Q, Note>): Promise<Port<Q, Note>> {
    const fault = this.#plan.strike('start');
    const { below } = this.#plan.random;
    // The delay of the network.
    await new Promise<void>((resolve) => void this.#world.at(this.#world.nowMs + below(40), resolve));
    if (fault === 'kill') throw new Error('cannot be started');
    const worker = new FaultyWorker(this.#world, this.#plan, create as unknown as Create<object, unknown>, fault);
    this.#all.push(worker);
    worker.postMessage(MODULE);
    return new Port<Q, Note>(worker);
  }
}

class FaultyWorker implements Wire {
  onmessage: Wire['onmessage'] = null;
  onerror: Wire['onerror'] = null;
  onmessageerror: Wire['onmessageerror'] = null;
  /** Whether the page has terminated it. */
  ended = false;
  readonly #world: World;
  readonly #plan: Plan;
  readonly #scope: Scope;
  /** The worker's clock, ahead of the page's while it works. */
  #nowMs: number;
  #eventMs: number;
  #isDead = false;
  #isFull = false;
  #hearsMs = 0;
  #toldMs = 0;
  #held: (() => void) | null = null;
  /** The fate of the answer to a request. */
  readonly #answers = new Map<number, Fault>();

  constructor(world: World, plan: Plan, create: Create<object, unknown>, fault: Fault | null) {
    this.#world = world;
    this.#plan = plan;
    this.#eventMs = plan.eventMs;
    this.#nowMs = world.nowMs;
    if (fault === 'delay') this.#nowMs += plan.random.below(START_MS);
    if (fault === 'starve') this.#nowMs = this.#starve();
    this.#isDead = fault === 'silent';
    const now = () => this.#nowMs;
    this.#scope = { onmessage: null, performance: { now }, postMessage: (data, options) => this.#say(data, options) };
    const work = () => {
      this.#nowMs += this.#eventMs;
    };
    const isFull = () => this.#isFull;
    const fits = () => {
      if (isFull()) throw new WebAssembly.RuntimeError('unreachable');
    };
    class Costly extends Simulation {
      constructor(scenario: string, lane: number) {
        fits();
        super(scenario, lane);
      }
      override step(): boolean {
        fits();
        work();
        return super.step();
      }
      override trace_queue(_cpu: number, untilNs: number, mostEvents: number): Float64Array {
        this.advance(untilNs, mostEvents);
        return new Float64Array();
      }
      override report(): string {
        fits();
        return super.report();
      }
      override inspect_cpu(cpu: number): string {
        fits();
        return super.inspect_cpu(cpu);
      }
      override inspect_task(): string {
        fits();
        return super.inspect_task();
      }
      override frame(withFlows: boolean): Uint32Array {
        fits();
        return super.frame(withFlows);
      }
    }
    const init = () => Promise.resolve({ memory: { buffer: { byteLength: 0 } } as WebAssembly.Memory });
    serve<never, unknown>(init, (surroundings, say) => create(Costly, surroundings, say) as never, this.#scope);
  }

  /** Stalls the whole machine repeatedly, so that the page runs only occasionally. Returns a function that ends it. */
  #starve(): number {
    const { below } = this.#plan.random;
    let atMs = this.#world.nowMs;
    for (let i = below(6) + 1; i > 0; i--) {
      const untilMs = atMs + 2000 + below(60_000);
      this.#world.at(atMs, () => this.#world.sleep(untilMs), false);
      atMs = untilMs + 1;
    }
    return atMs;
  }

  postMessage(data: unknown): void {
    const request = data instanceof WebAssembly.Module ? null : (data as Request);
    const fault = request && this.#plan.strike(request.name);
    if (fault === 'clone') throw new DOMException('out of memory', 'DataCloneError');
    if (this.ended || this.#isDead || fault === 'drop') return;
    const { below } = this.#plan.random;
    const copy = request ? structuredClone(data) : data;
    let comesMs = Math.max(this.#hearsMs, this.#world.nowMs + WAY_MS);
    if (fault === 'delay') comesMs += below(QUIET_MS);
    if (fault === 'starve') comesMs = this.#starve();
    this.#hearsMs = comesMs;
    if (fault === 'kill' || fault === 'silent') {
      const dies = () => {
        this.#isDead = true;
        if (fault === 'kill' && !this.ended)
          this.onerror?.call(this as never, { message: 'the worker died' } as ErrorEvent);
      };
      this.#world.at(comesMs + below(20), dies);
    }
    this.#world.at(comesMs, () => this.#hear(copy, request, fault), false);
  }

  #hear(data: unknown, request: Request | null, fault: Fault | null): void {
    if (this.ended || this.#isDead) return;
    this.#nowMs = Math.max(this.#nowMs, this.#world.nowMs);
    this.#eventMs = fault === 'slow' ? SLOW_MS : this.#plan.eventMs;
    if (fault === 'memory') this.#isFull = true;
    if (request && (fault === 'mute' || fault === 'unreadable' || fault === 'disorder'))
      this.#answers.set(request.id, fault);
    this.#scope.onmessage?.({ data } as MessageEvent);
  }

  /** A message of the worker, on its way to the page since it was sent. */
  #say(data: unknown, options: StructuredSerializeOptions): void {
    if (this.ended || this.#isDead) return;
    const copy: unknown = structuredClone(data, options);
    const id = (copy as { readonly id?: number }).id ?? -1;
    const fault = this.#answers.get(id);
    this.#answers.delete(id);
    if (fault === 'mute') return;
    const tell = () => {
      if (this.ended || this.#isDead) return;
      if (fault === 'unreadable') this.onmessageerror?.call(this as never, {} as MessageEvent);
      else this.onmessage?.call(this as never, { data: copy } as MessageEvent);
    };
    if (fault === 'disorder') {
      this.#held = tell;
      this.#world.at(this.#nowMs + HELD_MS, () => this.#release());
      return;
    }
    this.#toldMs = Math.max(this.#toldMs, this.#nowMs + WAY_MS);
    this.#world.at(this.#toldMs, () => {
      tell();
      if (id >= 0) this.#release();
    });
  }

  #release(): void {
    const held = this.#held;
    this.#held = null;
    held?.();
  }

  terminate(): void {
    this.ended = true;
  }
}
