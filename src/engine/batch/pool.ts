/**
 * Whole runs on a pool of workers. Each job is one lane of one scenario, simulated to its end. The outcomes are in the
 * order of the jobs.
 */
import type { FieldError, RunReport } from '../../scenario/generated/types';
import { type Attachments, attachmentsOf, fits, startFor } from '../attachments';
import { Refusal } from '../port/port';
import { startFast } from '../port/start';
import type { BatchEngine, BatchJob, BatchQuestions, Share } from './questions';

/** The result of a job. `R`: the part of its report that is kept. */
export type Outcome<R = RunReport> =
  | { readonly type: 'report'; readonly report: R }
  | { readonly type: 'refused'; readonly errors: readonly FieldError[] }
  | { readonly type: 'fault'; readonly message: string };

export interface Progress {
  /** The completed fraction of all work, 0 to 1. */
  readonly share: number;
  /** By job; null: it has not ended. */
  readonly outcomes: readonly (Outcome | null)[];
}

export interface Batch {
  /** The outcomes in the order of the jobs; null if the batch was cancelled. */
  readonly finished: Promise<readonly Outcome[] | null>;
  /** Ends every worker at once. */
  cancel(): void;
}

/** More workers make a laptop hot, not faster. */
const MOST_WORKERS = 4;

export const poolSize = (jobs: number, cores: number = navigator.hardwareConcurrency): number =>
  Math.max(1, Math.min(cores || 1, MOST_WORKERS, jobs));

export const loadPoolWorker = () => import('./batch.worker?worker&inline');

export const startPoolWorker = (): Promise<BatchEngine> => startFast<BatchQuestions, Share>(loadPoolWorker, 'batch');

/** Runs all jobs. If a worker faults, only its job is lost: another worker replaces it. */
export function runBatch(
  jobs: readonly BatchJob[],
  onProgress: (progress: Progress) => void,
  start: () => Promise<BatchEngine> = startPoolWorker,
  workers: number = poolSize(jobs.length),
): Batch {
  const outcomes: (Outcome | null)[] = jobs.map(() => null);
  const shares = jobs.map(() => 0);
  const engines = new Set<BatchEngine>();
  let next = 0;
  let cancelled = false;

  const tell = () =>
    onProgress({ share: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, jobs.length), outcomes });

  const begin = async (attachments: Attachments): Promise<BatchEngine> => {
    const engine = await startFor(start, attachments);
    engines.add(engine);
    return engine;
  };
  const end = (engine: BatchEngine | null): void => {
    if (!engine) return;
    engines.delete(engine);
    engine.dispose();
  };

  const runOn = async (engine: BatchEngine, job: BatchJob, attachments: Attachments, i: number): Promise<Outcome> => {
    engine.onNote = (share) => {
      shares[i] = share;
      tell();
    };
    return { type: 'report', report: await engine.ask('run', job, attachments) };
  };

  const work = async (): Promise<void> => {
    let engine: BatchEngine | null = null;
    for (let i = next++; !cancelled; i = next++) {
      const job = jobs[i];
      if (!job) break;
      let outcome: Outcome;
      try {
        const attachments = await attachmentsOf(job.scenario, job.lane);
        if (engine && !fits(engine, attachments)) {
          end(engine);
          engine = null;
        }
        engine ??= await begin(attachments);
        if (cancelled) break;
        outcome = await runOn(engine, job, attachments, i);
      } catch (thrown) {
        outcome = outcomeOf(thrown);
      }
      if (cancelled) break;
      if (outcome.type === 'fault') {
        end(engine);
        engine = null;
      }
      outcomes[i] = outcome;
      shares[i] = 1;
      tell();
    }
    end(engine);
  };

  const finished = Promise.all(Array.from({ length: workers }, work)).then(() =>
    cancelled ? null : outcomes.filter((outcome) => outcome !== null),
  );
  return {
    finished,
    cancel() {
      cancelled = true;
      for (const engine of engines) engine.dispose();
    },
  };
}

/** The outcome of a job that threw. */
export function outcomeOf(thrown: unknown): Outcome {
  if (thrown instanceof Refusal) return { type: 'refused', errors: thrown.errors };
  return { type: 'fault', message: thrown instanceof Error ? thrown.message : String(thrown) };
}
