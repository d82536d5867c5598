/**
 * The page's side of every worker: questions by name, each a promise of its answer. What may be asked is a type, an
 * interface of functions; the worker's side (`serve.ts`) is an object of that type.
 */
import type { FieldError } from '../../scenario/generated/types';
import { Silence } from './silence';

/** What can be asked: each name with what is given and what is answered. */
export type Questions<Q> = { readonly [N in keyof Q]: (...args: never[]) => unknown };

export interface Request {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refused: readonly FieldError[] }
  | { readonly id: number; readonly fault: string }
  /** Said while a question is being answered; without a note it is a sign of life. */
  | { readonly note?: unknown };

/** The simulator refused a scenario. */
export class Refusal extends Error {
  constructor(readonly errors: readonly FieldError[]) {
    super(errors.map((error) => error.message).join(' '));
  }
}

/** The engine broke: it must be replaced. */
export class EngineFault extends Error {}

/** It was ended by whoever had started it: nobody has to be told. */
export class Dismissed extends EngineFault {
  constructor() {
    super('dismissed');
  }
}

/** Somebody who answers questions, in their order. `Note`: what is said before an answer. */
export interface Engine<Q extends Questions<Q>, Note = never> {
  /** Rejects with `Refusal` or `EngineFault`. */
  ask<N extends keyof Q & string>(name: N, ...args: Parameters<Q[N]>): Promise<ReturnType<Q[N]>>;
  onNote: ((note: Note) => void) | null;
  /** It answers nothing any more. */
  readonly isBroken: boolean;
  /** Ends it; what was asked is rejected. */
  dispose(): void;
}

/** What a port needs of a `Worker`. */
export type Wire = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>;

interface Waiting {
  readonly request: Request;
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Error) => void;
}

export class Port<Q extends Questions<Q>, Note = never> implements Engine<Q, Note> {
  onNote: ((note: Note) => void) | null = null;
  /** Null while the worker that takes over is being started. */
  #wire: Wire | null = null;
  #withAll: (() => Promise<Wire>) | null;
  readonly #telling: (() => Promise<Wire>) | null;
  readonly #waiting = new Map<number, Waiting>();
  /** What has been refused without a reason, which another worker tells. */
  readonly #untold = new Set<Waiting>();
  readonly #tellers = new Set<Port<Q>>();
  readonly #silence = new Silence(() => this.#break(new EngineFault('the worker does not answer')));
  #nextId = 1;
  #broken: EngineFault | null = null;

  /**
   * `withAll`: starts a worker that takes over where the simulator is without what a scenario asks for; `telling`: one that is asked
   * why, where the simulator refuses and does not say it.
   */
  constructor(wire: Wire, withAll: (() => Promise<Wire>) | null = null, telling: (() => Promise<Wire>) | null = null) {
    this.#withAll = withAll;
    this.#telling = telling;
    this.#connect(wire);
  }

  #connect(wire: Wire): void {
    this.#wire = wire;
    wire.onmessage = ({ data }: MessageEvent<Reply>) => this.#hear(data);
    wire.onerror = (event) => this.#break(new EngineFault(event.message || 'the worker stopped'));
    wire.onmessageerror = () => this.#break(new EngineFault('the worker sent an unreadable answer'));
  }

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  ask<N extends keyof Q & string>(name: N, ...args: Parameters<Q[N]>): Promise<ReturnType<Q[N]>> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const request = { id: this.#nextId++, name, args };
      try {
        this.#wire?.postMessage(request);
      } catch (thrown) {
        // It was never asked: nobody will answer.
        reject(new EngineFault(String(thrown)));
        return;
      }
      this.#waiting.set(request.id, { request, resolve, reject });
      if (this.#wire) this.#silence.listen();
    });
  }

  dispose(): void {
    this.#break(new Dismissed());
  }

  #hear(reply: Reply): void {
    this.#silence.heard();
    if (!('id' in reply)) {
      if (reply.note !== undefined) this.onNote?.(reply.note as Note);
      return;
    }
    if (this.#withAll && 'refused' in reply && reply.refused.some(({ fault }) => fault.kind === 'not_built')) {
      void this.#takeOver(this.#withAll);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#silence.stop();
    const isUntold = 'refused' in reply && reply.refused.some(({ fault }) => fault.kind === 'other');
    if (waiting && this.#telling && isUntold) void this.#haveTold(waiting, new Refusal(reply.refused), this.#telling);
    else if ('answer' in reply) waiting?.resolve(reply.answer as never);
    else waiting?.reject('refused' in reply ? new Refusal(reply.refused) : new EngineFault(reply.fault));
  }

  /** Another worker is asked the same, for what is wrong; this one goes on with its own run. Where there is none it is only refused. */
  async #haveTold(waiting: Waiting, refusal: Refusal, start: () => Promise<Wire>): Promise<void> {
    const { request, resolve, reject } = waiting;
    this.#untold.add(waiting);
    let accepted: { readonly answer: unknown } | null = null;
    let reason: Error = refusal;
    try {
      const teller = new Port<Q>(await start());
      this.#tellers.add(teller);
      if (this.#broken) teller.dispose();
      try {
        accepted = { answer: await teller.ask(request.name as keyof Q & string, ...(request.args as never)) };
      } finally {
        teller.dispose();
        this.#tellers.delete(teller);
      }
    } catch (thrown) {
      if (thrown instanceof Refusal) reason = thrown;
    }
    this.#untold.delete(waiting);
    if (this.#broken) return;
    // A text that was only looked at is answered with nothing. A run has to be in the worker that goes on.
    if (!accepted) reject(reason);
    else if (accepted.answer === undefined) resolve(undefined as never);
    else {
      this.#waiting.set(request.id, waiting);
      void this.#takeOver(start);
    }
  }

  /** All that waits is asked again, of a worker whose simulator has all that a run may ask for. */
  async #takeOver(start: () => Promise<Wire>): Promise<void> {
    this.#withAll = null;
    this.#silence.restart();
    this.#drop();
    try {
      const wire = await start();
      this.#connect(wire);
      if (this.#broken) this.#drop();
      for (const { request } of this.#waiting.values()) wire.postMessage(request);
      if (this.#waiting.size > 0) this.#silence.listen();
    } catch (thrown) {
      this.#break(thrown instanceof EngineFault ? thrown : new EngineFault(String(thrown)));
    }
  }

  #drop(): void {
    if (this.#wire) this.#wire.onmessage = null;
    this.#wire?.terminate();
    this.#wire = null;
  }

  #break(fault: EngineFault): void {
    this.#broken ??= fault;
    this.#silence.stop();
    this.#drop();
    for (const { reject } of [...this.#waiting.values(), ...this.#untold]) reject(this.#broken);
    this.#waiting.clear();
    for (const teller of this.#tellers) teller.dispose();
  }
}
