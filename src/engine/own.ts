/**
 * Custom machines, and the tool output that describes machines: `sim-wasm/readers` reads it, in the tools module, which
 * is loaded when there is such a machine.
 */
import { commands, with_rows } from '../../sim-wasm/pkg/tools/sched_tools.js';
import { MOST_BYTES } from '../scenario/generated/topology';
import type { ControlGroup, Family, KernelId, OwnMachine } from '../scenario/generated/types';
import type { WorkloadOf } from '../scenario/generated/workloads';
import { loadPacking, spellWith } from '../scenario/link';
import { spellingWith } from '../scenario/link/spelling';
import type { Remark } from './remark';
import { startTools } from './tools';

const module = await startTools();
await loadPacking();

/** A machine with the rows that the page reads. Throws a `FieldError` as JSON. */
export const withRows = (machine: object): OwnMachine => JSON.parse(with_rows(JSON.stringify(machine))) as OwnMachine;

spellWith(spellingWith(withRows));

/** Shell commands that print such a text. */
export const shellCommands = () =>
  JSON.parse(commands()) as Readonly<Record<'lscpu' | 'sysfs' | 'domains' | 'pipe', string>>;

/** A note on a machine: something was assumed, statements contradict each other, or something was left out. */
export interface Note extends Remark {
  readonly sort: 'guess' | 'contradiction' | 'note';
}

/** A text of a paste; `text` is null if it is about a machine. */
export interface Found {
  readonly file: number;
  readonly name: string;
  readonly kind: Kind;
  readonly text: string | null;
}

/** Waits (ns) that were measured, as far as the table has them. */
export interface Wait {
  readonly name: string;
  readonly count: number | null;
  readonly mean_ns: number | null;
  readonly p50_ns: number | null;
  readonly p90_ns: number | null;
  readonly p99_ns: number | null;
  readonly p999_ns: number | null;
  readonly max_ns: number | null;
}
export interface Waits {
  readonly tool: string;
  readonly all: Wait;
  readonly rows: readonly Wait[];
  readonly other_lines: number;
  readonly bounds: boolean;
}

/** Limits of containers, as control groups of a scenario. */
export interface Limits {
  readonly groups: readonly ControlGroup[];
  readonly not_taken: readonly Remark[];
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
  readonly differs: readonly (Remark & { readonly cpus: string })[];
  readonly seen: readonly string[];
  readonly built: readonly string[];
}

/** What was recognised in all texts of the pastes. */
export interface PileRead {
  readonly parts: readonly Found[];
  readonly machine: { readonly machine: OwnMachine; readonly not_said: readonly Note[] } | null;
  readonly waits: readonly Waits[];
  /** Limits of containers; null: there are none. */
  readonly containers: Limits | null;
  /** Why one of the texts, by its index, cannot be read, while the others are; null: of the joined machine. */
  readonly fault: (ReadingFault & { readonly file: number | null }) | null;
}

/** The results by kind of text; null: the text needs a machine, and none was given. */
interface Reads {
  readonly pile: PileRead;
  readonly domains: {
    readonly kernel: KernelId;
    readonly notes: readonly Remark[];
    readonly rows: readonly CheckedLevel[];
  } | null;
  readonly costs: { readonly costs: Readonly<Record<string, number>>; readonly not_taken: readonly Remark[] } | null;
  readonly workload: {
    readonly workload: WorkloadOf<'rtapp'>;
    /** The control groups of its tasks; empty: the text has none. */
    readonly groups: readonly ControlGroup[];
    readonly limit_ms: number | null;
    readonly not_taken: readonly Remark[];
  };
}
/** What a text is about. */
export type Kind = 'machine' | 'domains' | 'costs' | 'workload' | 'waits' | 'containers';

/** The kind of result; `pile` by default. */
export interface Wanted {
  readonly as?: keyof Reads;
  /** The family whose costs the machine gets. */
  readonly like?: Family;
  /** The machine to which domains and costs belong. */
  readonly machine?: OwnMachine;
  /** The kernel whose rules build the domains; by default one of the text's version. */
  readonly kernel?: KernelId | '';
}

export type Answer = {
  readonly [K in keyof Reads]: { readonly kind: K } & ({ readonly read: Reads[K] } | { readonly fault: ReadingFault });
}[keyof Reads];

/** Timeout (ms), longer than reading the longest text takes. */
const PATIENCE_MS = 20_000;

/** Reads texts in a new worker. Throws if it is aborted, fails, or times out. */
export async function readText(texts: readonly Blob[], wanted: Wanted, signal: AbortSignal): Promise<Answer> {
  // Reads only enough of a file to know that it is too long.
  const known = texts.map((text) => text.slice(0, MOST_BYTES + 1));
  let end = 0;
  const ends = known.map(({ size }) => (end += size));
  const [{ default: Reader }, buffer] = await Promise.all([
    import('./reading.worker?worker&inline'),
    new Blob([...known]).arrayBuffer(),
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
      worker.postMessage({ module, bytes: new Uint8Array(buffer), ends, wanted }, [buffer]);
    });
  } finally {
    worker.terminate();
  }
}
