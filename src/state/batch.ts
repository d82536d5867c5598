/** Complete runs in the foreground: one batch at a time. The lanes on the page pause meanwhile. */
import { type Outcome, poolSize, runBatch } from '../engine/batch/pool';
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
export type Owner = 'seeds' | 'replication' | 'act';

interface Going {
  readonly owner: Owner;
  /** Ends it at once, and reports that. */
  readonly stop: () => void;
}

let going: Going | null = null;
/** Ends the pause of the lanes. */
let resumeLanes: (() => void) | null = null;

/** Runs all jobs; a running batch ends first. Reports the progress at intervals, then the outcome. */
export async function runAll(
  owner: Owner,
  jobs: readonly BatchJob[],
  tell: (state: BatchState) => void,
  startWorker?: () => Promise<BatchEngine>,
): Promise<void> {
  going?.stop();
  const before = resumeLanes;
  resumeLanes = rest();
  before?.();
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
      if (going !== own || performance.now() - drawn < DRAW_MS) return;
      drawn = performance.now();
      put({ share, outcomes: [...outcomes] });
    },
    startWorker,
    workers,
  );
  const own: Going = {
    owner,
    stop: () => {
      going = null;
      batch.cancel();
      put({ state: 'cancelled' });
    },
  };
  going = own;
  const finished = await batch.finished;
  if (going !== own || !finished) return;
  going = null;
  put({ outcomes: finished, share: 1, state: 'done' });
  playAgain();
}

function playAgain(): void {
  resumeLanes?.();
  resumeLanes = null;
}

/** Ends the runs of `owner`, which receives that at once, and nothing more. */
export function cancelAll(owner: Owner): void {
  if (going?.owner !== owner) return;
  going.stop();
  playAgain();
}

/** Whether a foreground batch is running. */
export const isRunning = (): boolean => going !== null;
