/**
 * Machines of one's own: what their texts say is read by a module of its own (`sim-wasm/readers`), which is loaded when there is
 * such a machine.
 */
import { commands, initSync, with_rows } from '../../sim-wasm/pkg/readers/sched_readers.js';
import url from '../../sim-wasm/pkg/readers/sched_readers_bg.wasm?url';
import { MOST_BYTES } from '../scenario/generated/topology';
import type { Family, OwnMachine } from '../scenario/generated/types';
import { loadPacking, spellWith } from '../scenario/link';
import { spellingWith } from '../scenario/link/spelling';

const compiled = await WebAssembly.compile(await (await fetch(url)).arrayBuffer());
initSync({ module: compiled });
await loadPacking();

/** A machine with the rows that the simulator reads. Throws a `FieldError` as JSON. */
export const withRows = (machine: object): OwnMachine => JSON.parse(with_rows(JSON.stringify(machine))) as OwnMachine;

spellWith(spellingWith(withRows));

/** What a person may run to get a text. */
export const COMMANDS = JSON.parse(commands()) as Readonly<Record<'lscpu' | 'sysfs' | 'domains', string>>;

/** What is said of a text: its kind, the numbers and names in it, and the sentence in English. */
export interface Said extends Readonly<Record<string, unknown>> {
  readonly is: string;
  readonly sentence: string;
}

/** Why a text is no machine, and where. */
export interface ReadingFault {
  readonly line: number | null;
  readonly element: string | null;
  readonly what: Readonly<Record<string, unknown>> & { readonly is: string };
  readonly sentence: string;
}

export type Answer =
  | { readonly read: { readonly machine: OwnMachine; readonly not_said: readonly Said[] } }
  | { readonly fault: ReadingFault };

/** Longer than the longest text takes (ms). */
const PATIENCE_MS = 20_000;

/** Reads a text in a worker of its own. Throws where it was given up: aborted, failed, or too long without an answer. */
export async function readMachine(text: Blob, like: Family, signal: AbortSignal): Promise<Answer> {
  const [{ default: Reader }, buffer] = await Promise.all([
    import('./reading.worker?worker&inline'),
    // No more of a file than says that it is too long.
    text.slice(0, MOST_BYTES + 1).arrayBuffer(),
  ]);
  const worker = new Reader({ name: 'reading' });
  const given = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const giveUp = () => reject(new Error('no answer'));
      given.addEventListener('abort', giveUp);
      if (given.aborted) giveUp();
      worker.onerror = giveUp;
      worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      worker.postMessage({ module: compiled, bytes: new Uint8Array(buffer), like }, [buffer]);
    });
  } finally {
    worker.terminate();
  }
}
