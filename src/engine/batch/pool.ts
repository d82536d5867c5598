/**
 * Whole runs on a pool of workers: each job is one lane of one scenario, run to its end. What comes
 * out is in the order of the jobs, whichever worker finished first.
 */
import type { FieldError, RunReport, Scenario } from '../../scenario/generated/types';
import { compiledModule } from '../lanes/client';

/** One lane of a scenario, from time 0 to its end. */
export interface BatchJob {
  readonly scenario: Scenario;
  readonly lane: number;
}

export type BatchReply =
  /** How far the run has come, of its time limit. */
  | { readonly type: 'share'; readonly share: number }
  | { readonly type: 'report'; readonly report: RunReport }
  | { readonly type: 'refused'; readonly errors: readonly FieldError[] }
  | { readonly type: 'fault'; readonly message: string };

/** What came of a job: null while it has not ended. */
export type Outcome = Extract<BatchReply, { type: 'report' | 'refused' | 'fault' }>;

/** What the pool needs of a `Worker`. */
export type PoolWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>;

export interface Progress {
  /** Of all the work, 0 to 1. */
  readonly share: number;
  /** By job, null where it has not ended. */
  readonly outcomes: readonly (Outcome | null)[];
}

export interface Batch {
  /** The outcome of every job, in their order; null when it was cancelled first. */
  readonly finished: Promise<readonly Outcome[] | null>;
  /** Ends every worker at once. */
  cancel(): void;
}

/** A worker that has said nothing about its run for this long is taken for dead (ms). */
const SILENCE_MS = 10_000;

/** More workers than this make a laptop hot, not faster. */
const MOST_WORKERS = 4;

export const poolSize = (jobs: number, cores: number = navigator.hardwareConcurrency): number =>
  Math.max(1, Math.min(cores || 1, MOST_WORKERS, jobs));

/** The worker's script comes as a module of the page, so that one that was loaded ahead starts without a network. */
export const loadPoolWorker = () => import('./batch.worker?worker&inline');

/** Starts a worker that has the compiled simulator. */
export async function startPoolWorker(): Promise<PoolWorker> {
  const [module, { default: BatchWorker }] = await Promise.all([compiledModule(), loadPoolWorker()]);
  const worker = new BatchWorker({ name: 'batch' });
  worker.postMessage(module);
  return worker;
}

/**
 * Runs all jobs. A worker that faults costs its own job only: another takes its place and the rest
 * goes on.
 */
export function runBatch(
  jobs: readonly BatchJob[],
  onProgress: (progress: Progress) => void,
  start: () => Promise<PoolWorker> = startPoolWorker,
  workers: number = poolSize(jobs.length),
): Batch {
  const outcomes: (Outcome | null)[] = jobs.map(() => null);
  const shares = jobs.map(() => 0);
  /** Ends the run a worker is at, by worker. */
  const running = new Map<PoolWorker, (outcome: Outcome) => void>();
  let next = 0;
  let cancelled = false;

  const tell = () =>
    onProgress({ share: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, jobs.length), outcomes });

  const runOn = (worker: PoolWorker, i: number): Promise<Outcome> =>
    new Promise((resolve) => {
      let heard = performance.now();
      let looked = heard;
      const watch = setInterval(() => {
        const now = performance.now();
        // A look that itself came late means the computer slept: the worker gets another chance.
        if (now - looked > SILENCE_MS) heard = now;
        looked = now;
        if (now - heard > SILENCE_MS) end({ type: 'fault', message: 'the worker does not answer' });
      }, SILENCE_MS / 2);
      const end = (outcome: Outcome) => {
        clearInterval(watch);
        running.delete(worker);
        resolve(outcome);
      };
      running.set(worker, end);
      worker.onmessage = ({ data }: MessageEvent<BatchReply>) => {
        heard = performance.now();
        if (data.type !== 'share') return end(data);
        shares[i] = data.share;
        tell();
      };
      worker.onerror = (event) => end({ type: 'fault', message: event.message || 'the worker stopped' });
      worker.onmessageerror = () => end({ type: 'fault', message: 'the worker sent an unreadable answer' });
      worker.postMessage(jobs[i]);
    });

  const work = async (): Promise<void> => {
    let worker: PoolWorker | null = null;
    for (let i = next++; i < jobs.length && !cancelled; i = next++) {
      let outcome: Outcome;
      try {
        worker ??= await start();
        outcome = cancelled ? { type: 'fault', message: 'cancelled' } : await runOn(worker, i);
      } catch (thrown) {
        outcome = { type: 'fault', message: thrown instanceof Error ? thrown.message : String(thrown) };
      }
      if (outcome.type === 'fault') {
        worker?.terminate();
        worker = null;
      }
      if (cancelled) break;
      outcomes[i] = outcome;
      shares[i] = 1;
      tell();
    }
    worker?.terminate();
  };

  const finished = Promise.all(Array.from({ length: workers }, work)).then(() =>
    cancelled ? null : outcomes.filter((outcome) => outcome !== null),
  );
  return {
    finished,
    cancel() {
      cancelled = true;
      for (const [worker, end] of running) {
        worker.terminate();
        end({ type: 'fault', message: 'cancelled' });
      }
    },
  };
}
