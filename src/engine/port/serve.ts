/** The worker's side: answers requests with an object that has a function for each. */
import { fieldErrors } from './binding';
import type { Questions, Reply, Request } from './port';

/** During work, a worker sends a sign of life after this much real time without a message (ms). */
const SIGN_MS = 250;

/** The environment of the object that answers. */
export interface Surroundings {
  /** Real time (ms). */
  readonly now: () => number;
  /** The size of the simulator's memory (bytes). */
  readonly heap: () => number;
  /** Called between two slices of work: sends a sign of life if the last message is too old. */
  readonly alive: () => void;
}

/** The part of a worker's global scope that `serve` needs. */
export interface Scope {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, options: StructuredSerializeOptions): void;
  readonly performance: Pick<Performance, 'now'>;
}

/**
 * The buffers of an answer, which are transferred instead of copied: of typed arrays that are the answer, its fields,
 * or items of a list.
 */
export function buffersOf(answer: unknown): ArrayBuffer[] {
  const within = (value: unknown): ArrayBuffer[] => {
    if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
    return Array.isArray(value) ? value.flatMap(within) : [];
  };
  const named = typeof answer === 'object' && answer !== null && !ArrayBuffer.isView(answer);
  return [...new Set(within(named ? Object.values(answer) : answer))];
}

/** Starts a compiled WebAssembly module, as its binding does. */
export type Init = (compiled: { module_or_path: WebAssembly.Module }) => Promise<{ memory: WebAssembly.Memory }>;

/**
 * Answers the requests of the page, in their order. The first message is the compiled module that `init` starts; then
 * the worker sends its first sign of life. `say` sends the page a note before the answer.
 */
export function serve<Q extends Questions<Q>, Note = never>(
  init: Init,
  create: (surroundings: Surroundings, say: (note: Note) => void) => Q,
  scope: Scope = self,
): void {
  const now = () => scope.performance.now();
  let memory: WebAssembly.Memory | null = null;
  let ready: Promise<unknown> | null = null;
  let sentMs = now();
  const post = (reply: Reply, transfer: Transferable[] = []) => {
    sentMs = now();
    scope.postMessage(reply, { transfer });
  };
  const answers = create(
    {
      now,
      heap: () => memory?.buffer.byteLength ?? 0,
      alive: () => now() - sentMs > SIGN_MS && post({}),
    },
    (note) => post({ note }),
  );

  scope.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | Request>) => {
    if (data instanceof WebAssembly.Module) {
      ready = init({ module_or_path: data }).then((instance) => {
        memory = instance.memory;
        post({});
      });
      return;
    }
    const { id, name, args } = data;
    try {
      await ready;
      const answer = answers[name as keyof Q](...(args as never[]));
      post({ id, answer }, buffersOf(answer));
    } catch (thrown) {
      const refused = fieldErrors(thrown);
      if (refused) post({ id, refused });
      else post({ id, fault: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  };
}
