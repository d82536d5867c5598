/** A run as a file for trace viewers: written by a worker, piece by piece. */
import type { Engine } from '../port/port';
import { startPort } from '../port/start';
import { loadTools } from '../tools';
import type { TraceQuestions, WantedTrace } from './questions';

/** Size limit of a trace (bytes): larger ones are slow in every tool. */
export const MOST_BYTES = 256 * 2 ** 20;

/** The trace would be longer than `MOST_BYTES`; the limit was reached at `nowNs`. */
export class TooLong extends Error {
  constructor(readonly nowNs: number) {
    super(`more than ${MOST_BYTES} bytes at ${nowNs} ns`);
  }
}

export interface Tracing {
  /** Null when it was cancelled; rejects with `TooLong`, `Refusal` or `EngineFault`. */
  readonly finished: Promise<Blob | null>;
  cancel(): void;
}

const loadWorker = () => import('./trace.worker?worker&inline');

/** Preloads the worker and its module. */
export const loadTracer = () => Promise.all([loadWorker(), loadTools()]);

const startTracer = () => startPort<TraceQuestions>(loadWorker, 'trace', loadTools);

/** `onProgress`: the moment that the run has reached (ns), and the number of bytes so far. */
export function writeTrace(
  wanted: WantedTrace,
  onProgress: (nowNs: number, bytes: number) => void,
  start: () => Promise<Engine<TraceQuestions>> = startTracer,
): Tracing {
  let engine: Engine<TraceQuestions> | null = null;
  let cancelled = false;
  const write = async (): Promise<Blob | null> => {
    engine = await start();
    try {
      await engine.ask('begin', wanted);
      const parts: BlobPart[] = [];
      let size = 0;
      while (!cancelled) {
        const piece = await engine.ask('more');
        if (!piece) return new Blob(parts, { type: 'application/octet-stream' });
        parts.push(piece.bytes as Uint8Array<ArrayBuffer>);
        size += piece.bytes.length;
        if (size > MOST_BYTES) throw new TooLong(piece.nowNs);
        onProgress(piece.nowNs, size);
      }
      return null;
    } catch (thrown) {
      if (cancelled) return null;
      throw thrown;
    } finally {
      engine.dispose();
    }
  };
  return {
    finished: write(),
    cancel: () => {
      cancelled = true;
      engine?.dispose();
    },
  };
}
