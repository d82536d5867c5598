/** Replays of recordings: they are made outside the page's thread, and kept by the hash of their file. */
import type { MachineChoice, RecordingRef, Scenario } from '../../scenario/generated/types';
import type { Remark } from '../remark';
import { loadTools } from '../tools';
import { keepFile, keptSaid } from './files';
import type { Answer, Asked } from './replay.worker';

/** `sim-wasm/judge/src/fidelity.rs`. */
export type Near = 'holds' | 'roughly' | 'does_not';

export interface FidelityRow {
  readonly key: string;
  readonly unit: 'ns' | '%' | '';
  readonly recorded: number;
  /** One for each seed. */
  readonly replayed: readonly number[];
  /** Absent: the recorded figure is 0, or the figure is a difference. */
  readonly ratio?: number;
  readonly near: Near;
}

/** How a replay under the recorded kernel compares with its recording. */
export interface Fidelity {
  readonly kernel: string;
  readonly seeds: number;
  readonly rows: readonly FidelityRow[];
  readonly near: Near;
  readonly nothing_follows: boolean;
}

/** What is known of a replay: `sim-wasm/tools-wasm/src/replay.rs`. */
export interface Replayed {
  readonly scenario: Scenario;
  readonly hash: string;
  readonly notes: readonly Remark[];
  readonly fidelity: Fidelity;
}

export interface WantedReplay {
  readonly file: Blob;
  readonly recording: RecordingRef;
  readonly machine: MachineChoice;
  readonly open?: boolean;
}

/** Seeds that the replay is compared with. */
const SEEDS = 3;

/** Makes a replay and keeps its file. Rejects with a sentence, or if it is aborted. */
export async function makeReplay(wanted: WantedReplay, signal: AbortSignal): Promise<Replayed> {
  const { file: recording, recording: of, machine, open = false } = wanted;
  const [{ default: Maker }, module] = await Promise.all([import('./replay.worker?worker&inline'), loadTools()]);
  signal.throwIfAborted();
  const worker = new Maker({ name: 'replay' });
  try {
    const { file, said } = await new Promise<Extract<Answer, { said: string }>>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }: MessageEvent<Answer>) =>
        'refused' in data ? reject(new Error(data.refused)) : resolve(data);
      const options = JSON.stringify({ name: of.name, from: of.from_ns, to: of.until_ns, open, seeds: SEEDS });
      worker.postMessage({ module, recording, options, machine: JSON.stringify(machine) } satisfies Asked);
    });
    const made: Replayed = JSON.parse(said);
    await keepFile(made.hash, new Blob([file]), said);
    return made;
  } finally {
    worker.terminate();
  }
}

/** What is known of the replay with a hash; null: it was not made in this browser. */
export async function keptReplay(hash: string): Promise<Replayed | null> {
  const said = await keptSaid(hash);
  return said === null ? null : JSON.parse(said);
}

const MAGIC = '\x93SCHED replay\n';

/** Whether a file is one of a replay. */
export async function isReplay(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
  return String.fromCharCode(...start) === MAGIC;
}

/** The hash by which documents name a replay file: FNV-1a of 64 bits. */
export function hashOf(bytes: Uint8Array): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    // The factor is 2^40 + 0x1b3.
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product % 2 ** 32;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}
