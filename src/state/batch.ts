/** Complete runs in the foreground: one batch at a time. The lanes on the page pause meanwhile. */
import { type Batch, type Outcome, poolSize, runBatch } from '../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../engine/batch/questions';
import { rest } from './run';

/** The progress of the runs. */
export interface BatchState {
  /** One per job; null: it has not ended. */
  readonly outcomes: readonly (Outcome | null)[];
  /** The completed fraction of all work, 0 to 1. */
  readonly share: number;
  readonly state: 'running' | 'done' | 'cancelled';
  readonly workers: number;
  /** Real time so far (ms). */
  readonly tookMs: number;
}

/** Real time between two reports of progress (ms). */
const DRAW_MS = 100;

/** The component that started the runs. Only it can end them. */
export type Owner = 'seeds' | 'replication' | 'act' | 'challenge';

interface RunningBatch {
  readonly owner: Owner;
  /** Ends it at once, and reports that. */
  readonly stop: () => void;
}

let current: RunningBatch | null = null;
/** Ends the pause of the lanes. */
let resumeLanes: (() => void) | null = null;

/** Ends a running batch, and pauses the lanes. */
function takeOver(): void {
  current?.stop();
  const before = resumeLanes;
  resumeLanes = rest();
  before?.();
}

/** Runs all jobs; a running batch ends first. Reports the progress at intervals, then the outcome. */
export async function runAll(
  owner: Owner,
  jobs: readonly BatchJob[],
  tell: (state: BatchState) => void,
  startWorker?: () => Promise<BatchEngine>,
): Promise<void> {
  takeOver();
  const began = performance.now();
  const workers = poolSize(jobs.length);
  let last: BatchState = { outcomes: jobs.map(() => null), share: 0, state: 'running', workers, tookMs: 0 };
  const put = (change: Partial<BatchState>) => {
    last = { ...last, ...change, tookMs: performance.now() - began };
    tell(last);
  };
  put({});
  let drawn = 0;
  const batch = runBatch(
    jobs,
    ({ share, outcomes }) => {
      if (current !== started || performance.now() - drawn < DRAW_MS) return;
      drawn = performance.now();
      put({ share, outcomes: [...outcomes] });
    },
    startWorker,
    workers,
  );
  const started: RunningBatch = {
    owner,
    stop: () => {
      current = null;
      batch.cancel();
      put({ state: 'cancelled' });
    },
  };
  current = started;
  const finished = await batch.finished;
  if (current !== started || !finished) return;
  current = null;
  put({ outcomes: finished, share: 1, state: 'done' });
  playAgain();
}

/**
 * Runs one batch after another; a running batch ends first. `next` gives the jobs of each, from the outcomes of the one
 * before; none: it is over. Reports only how it ends.
 */
export async function runInTurns(
  owner: Owner,
  next: (outcomes: readonly Outcome[] | null) => readonly BatchJob[],
  tell: (end: 'done' | 'cancelled') => void,
  startWorker?: () => Promise<BatchEngine>,
): Promise<void> {
  takeOver();
  let batch: Batch | null = null;
  const started: RunningBatch = {
    owner,
    stop: () => {
      current = null;
      batch?.cancel();
      tell('cancelled');
    },
  };
  current = started;
  try {
    for (let jobs = next(null); jobs.length > 0; ) {
      batch = runBatch(jobs, () => {}, startWorker);
      const outcomes = await batch.finished;
      if (current !== started || !outcomes) return;
      jobs = next(outcomes);
    }
  } catch (thrown) {
    cancelAll(owner);
    throw thrown;
  }
  current = null;
  tell('done');
  playAgain();
}

function playAgain(): void {
  resumeLanes?.();
  resumeLanes = null;
}

/** Ends the runs of `owner`, which receives that at once, and nothing more. */
export function cancelAll(owner: Owner): void {
  if (current?.owner !== owner) return;
  current.stop();
  playAgain();
}

/** Whether a foreground batch is running. */
export const isRunning = (): boolean => current !== null;
