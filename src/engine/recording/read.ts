/** Reads a recording outside the page's thread, with progress. */
import type { OwnMachine } from '../../scenario/generated/types';
import type { Remark } from '../remark';
import { loadTools } from '../tools';
import type { Asked } from './reading.worker';
import { isReplay } from './replay';

/** What a file says: `sim-wasm/tools-wasm/src/recorded.rs`. */
export interface FoundRecording {
  readonly hash: string;
  readonly bytes: number;
  readonly counters: {
    readonly form: 'text' | 'perfetto';
    readonly events: number;
    readonly kinds: Readonly<Record<string, number>>;
    readonly cpus: readonly number[];
    readonly switches: Readonly<Record<string, number>>;
    readonly tasks: number;
    readonly first: number | null;
    readonly last: number | null;
    readonly lost_events?: number;
  };
  readonly known: { readonly wakers_unknown: number };
  readonly notes: readonly Remark[];
  readonly fault: Remark | null;
  readonly release: string | null;
  /** CPUs have distances. */
  readonly placed: boolean;
  readonly machine: OwnMachine;
  readonly processes: readonly (readonly [name: string, tasks: number])[];
  readonly wakeups: number;
}

export interface ReadingProgress {
  readonly bytes: number;
  readonly events: number;
}

type Message =
  | ReadingProgress
  | { readonly first: FoundRecording }
  | { readonly found: FoundRecording }
  | { readonly failed: string };

/** What is told of a file before all of it is read. */
export interface ReadingListener {
  onProgress(progress: ReadingProgress): void;
  /** What the beginning of a long file says. */
  onFirst(found: FoundRecording): void;
}

/** Rejects if it is aborted or fails. */
export async function readRecording(
  file: Blob,
  name: string,
  { onProgress, onFirst }: ReadingListener,
  signal: AbortSignal,
): Promise<FoundRecording> {
  const [{ default: Reader }, module] = await Promise.all([import('./reading.worker?worker&inline'), loadTools()]);
  signal.throwIfAborted();
  const worker = new Reader({ name: 'recording' });
  try {
    return await new Promise<FoundRecording>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }: MessageEvent<Message>) => {
        if ('found' in data) resolve(data.found);
        else if ('first' in data) onFirst(data.first);
        else if ('failed' in data) reject(new Error(data.failed));
        else onProgress(data);
      };
      worker.postMessage({ module, file, name } satisfies Asked);
    });
  } finally {
    worker.terminate();
  }
}

/** Bytes by which a file is known: the reader itself decides; this only tells a recording from other texts. */
const START = 8192;
const SIGNS =
  /sched_switch|sched:sched_|# tracer:|^trace-cmd|cpus=\d+\n|Android System Trace|trace-data|trace-?viewer|linux_perf|linuxPerf|^# ={4,}\n# captured on/m;

/** Whether a file looks like a recording: gzip, Perfetto, or a text with events of the scheduler. */
export async function looksRecorded(file: Blob, name: string): Promise<boolean> {
  if (/\.(pftrace|perfetto-trace|perfetto|systrace|ftrace|dat|data|gz)$/i.test(name)) return true;
  const start = new Uint8Array(await file.slice(0, START).arrayBuffer());
  if (await isReplay(file)) return true;
  // gzip, and the first field of Perfetto's packets.
  if ((start[0] === 0x1f && start[1] === 0x8b) || (start[0] === 0x0a && start[1] !== 0x0a && start.includes(0)))
    return true;
  return SIGNS.test(new TextDecoder().decode(start));
}
