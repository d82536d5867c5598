/**
 * The page's side of every worker: requests by name, each a promise of its answer. The requests are a type, an
 * interface of functions; the worker's side (`serve.ts`) is an object of that type.
 */
import type { FieldError } from '../../scenario/generated/types';
import { Watchdog } from './watchdog';

/** The requests of a worker: each name with its arguments and its answer. */
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
  /** Sent before an answer; without a note it is a sign of life. */
  | { readonly note?: unknown };

/** The simulator refused a scenario. */
export class Refusal extends Error {
  constructor(readonly errors: readonly FieldError[]) {
    super(errors.map((error) => error.message).join(' '));
  }
}

/** The engine broke: it must be replaced. */
export class EngineFault extends Error {}

/** The page itself ended the engine: no fault to report. */
export class Dismissed extends EngineFault {
  constructor() {
    super('dismissed');
  }
}

/** Answers requests in their order. `Note`: a message that it may send before an answer. */
export interface Engine<Q extends Questions<Q>, Note = never> {
  /** Sends a request. Rejects with `Refusal` or `EngineFault`. */
  ask<N extends keyof Q & string>(name: N, ...args: Parameters<Q[N]>): Promise<ReturnType<Q[N]>>;
  onNote: ((note: Note) => void) | null;
  /** Whether it has faulted and answers no more requests. */
  readonly isBroken: boolean;
  /** It runs the small build, which has no virtual machine for policies. */
  readonly isSmall?: boolean;
  /** Ends it; pending requests are rejected. */
  dispose(): void;
}

/** The part of `Worker` that a port needs. */
export type Wire = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>;

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Error) => void;
}

export class Port<Q extends Questions<Q>, Note = never> implements Engine<Q, Note> {
  onNote: ((note: Note) => void) | null = null;
  readonly #wire: Wire;
  readonly #waiting = new Map<number, Waiting>();
  readonly #watchdog = new Watchdog(() => this.#break(new EngineFault('the worker does not answer')));
  #nextId = 1;
  #broken: EngineFault | null = null;

  constructor(
    wire: Wire,
    readonly isSmall = false,
  ) {
    this.#wire = wire;
    wire.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data);
    wire.onerror = (event) => this.#break(new EngineFault(event.message || 'the worker stopped'));
    wire.onmessageerror = () => this.#break(new EngineFault('the worker sent an unreadable answer'));
  }

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  ask<N extends keyof Q & string>(name: N, ...args: Parameters<Q[N]>): Promise<ReturnType<Q[N]>> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const request: Request = { id: this.#nextId++, name, args };
      try {
        this.#wire.postMessage(request);
      } catch (thrown) {
        // The request was not sent: no answer will come.
        reject(new EngineFault(String(thrown)));
        return;
      }
      this.#waiting.set(request.id, { resolve, reject });
      this.#watchdog.start();
    });
  }

  dispose(): void {
    this.#break(new Dismissed());
  }

  #receive(reply: Reply): void {
    this.#watchdog.reset();
    if (!('id' in reply)) {
      if (reply.note !== undefined) this.onNote?.(reply.note as Note);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#watchdog.stop();
    if ('answer' in reply) waiting?.resolve(reply.answer as never);
    else waiting?.reject('refused' in reply ? new Refusal(reply.refused) : new EngineFault(reply.fault));
  }

  #break(fault: EngineFault): void {
    this.#broken ??= fault;
    this.#watchdog.stop();
    this.#wire.onmessage = null;
    this.#wire.terminate();
    for (const { reject } of this.#waiting.values()) reject(this.#broken);
    this.#waiting.clear();
  }
}
