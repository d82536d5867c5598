/** Whole runs while the page waits for them: one batch at a time, and the lanes on the page stand still meanwhile. */
import { type Batch, type Outcome, poolSize, runBatch } from '../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../engine/batch/questions';
import { runStore, togglePlay } from './run';

/** How far the runs have come. */
export interface BatchState {
  /** By job, null where it has not ended. */
  readonly outcomes: readonly (Outcome | null)[];
  /** Of all the work, 0 to 1. */
  readonly share: number;
  readonly state: 'running' | 'done' | 'cancelled';
  readonly workers: number;
  /** Real time it has taken so far (ms). */
  readonly tookMs: number;
}

/** Wall time between two drawings of what has come in (ms). */
const DRAW_MS = 100;

let batch: Batch | null = null;
/** Counts the batches: what one says that another has taken the place of is not heard. */
let latest = 0;
/** The lanes on the page played before. */
let resume = false;

/** Runs all jobs in the place of those that were running; tells how far they are, now and then, and how they ended. */
export async function runAll(
  jobs: readonly BatchJob[],
  tell: (state: BatchState) => void,
  startWorker?: () => Promise<BatchEngine>,
): Promise<void> {
  cancelAll();
  latest += 1;
  const age = latest;
  if (runStore.getState().playing) {
    togglePlay();
    resume = true;
  }
  const began = performance.now();
  const workers = poolSize(jobs.length);
  let last: BatchState = { outcomes: jobs.map(() => null), share: 0, state: 'running', workers, tookMs: 0 };
  const put = (change: Partial<BatchState>) => {
    if (age !== latest) return;
    last = { ...last, ...change, tookMs: performance.now() - began };
    tell(last);
  };
  put({});
  let drawn = 0;
  const own = runBatch(
    jobs,
    ({ share, outcomes }) => {
      if (performance.now() - drawn < DRAW_MS) return;
      drawn = performance.now();
      put({ share, outcomes: [...outcomes] });
    },
    startWorker,
    workers,
  );
  batch = own;
  const finished = await own.finished;
  if (age !== latest) return;
  batch = null;
  if (finished) put({ outcomes: finished, share: 1, state: 'done' });
  else put({ state: 'cancelled' });
  if (resume && !runStore.getState().playing) togglePlay();
  resume = false;
}

/** Ends the runs that are going on, at once. */
export function cancelAll(): void {
  batch?.cancel();
  batch = null;
}

/** Whether runs are going on that the page waits for. */
export const isRunning = (): boolean => batch !== null;
