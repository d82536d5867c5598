/**
 * Custom machines, and the tool output that describes machines: `sim-wasm/readers` reads it, in the tools module, which
 * is loaded when there is such a machine.
 */
import { commands, with_rows } from '../../sim-wasm/pkg/tools/sched_tools.js';
import { MOST_BYTES } from '../scenario/generated/topology';
import type { Family, KernelId, OwnMachine } from '../scenario/generated/types';
import type { WorkloadOf } from '../scenario/generated/workloads';
import { loadPacking, spellWith } from '../scenario/link';
import { spellingWith } from '../scenario/link/spelling';
import { startTools } from './tools';

const module = await startTools();
await loadPacking();

/** A machine with the rows that the page reads. Throws a `FieldError` as JSON. */
export const withRows = (machine: object): OwnMachine => JSON.parse(with_rows(JSON.stringify(machine))) as OwnMachine;

spellWith(spellingWith(withRows));

/** Shell commands that print such a text. */
export const COMMANDS = JSON.parse(commands()) as Readonly<Record<'lscpu' | 'sysfs' | 'domains' | 'pipe', string>>;

/** A finding about a text: its kind, its numbers and names, and the sentence in English. */
export interface Said extends Readonly<Record<string, unknown>> {
  readonly is: string;
  readonly sentence: string;
}

/** Why a text cannot be read, and where. */
export interface ReadingFault {
  readonly line: number | null;
  readonly element: string | null;
  readonly what: Readonly<Record<string, unknown>> & { readonly is: string };
  readonly sentence: string;
}

/** A level of domains, ours beside those of a kernel; CPUs are lists. */
export interface CheckedLevel {
  readonly name: string;
  readonly same: string;
  readonly differs: readonly (Said & { readonly cpus: string })[];
  readonly seen: readonly string[];
  readonly built: readonly string[];
}

/** The results by kind of text; null: the text needs a machine, and none was given. */
interface Reads {
  readonly machine: { readonly machine: OwnMachine; readonly not_said: readonly Said[] };
  readonly domains: { readonly kernel: KernelId; readonly rows: readonly CheckedLevel[] } | null;
  readonly costs: { readonly costs: Readonly<Record<string, number>>; readonly not_taken: readonly Said[] } | null;
  readonly workload: {
    readonly workload: WorkloadOf<'rtapp'>;
    readonly limit_ms: number | null;
    readonly not_taken: readonly Said[];
  };
}
export type Kind = keyof Reads;

/** The kind of result; without `as`, the kind is that of the text. */
export interface Wanted {
  readonly as?: Kind;
  /** The family whose costs the machine gets. */
  readonly like?: Family;
  /** The machine to which domains and costs belong. */
  readonly machine?: OwnMachine;
  /** The kernel whose rules build the domains; by default one of the text's version. */
  readonly kernel?: KernelId | '';
}

export type Answer = {
  readonly [K in Kind]: { readonly kind: K } & ({ readonly read: Reads[K] } | { readonly fault: ReadingFault });
}[Kind];

/** Timeout (ms), longer than reading the longest text takes. */
const PATIENCE_MS = 20_000;

/** Reads a text in a new worker. Throws if it is aborted, fails, or times out. */
export async function readText(text: Blob, wanted: Wanted, signal: AbortSignal): Promise<Answer> {
  const [{ default: Reader }, buffer] = await Promise.all([
    import('./reading.worker?worker&inline'),
    // Reads only enough of a file to know that it is too long.
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
      worker.postMessage({ module, bytes: new Uint8Array(buffer), wanted }, [buffer]);
    });
  } finally {
    worker.terminate();
  }
}
