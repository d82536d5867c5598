/** Whole runs while the page waits for them: one batch at a time, and the lanes on the page stand still meanwhile. */
import { type Outcome, poolSize, runBatch } from '../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../engine/batch/questions';
import { rest } from './run';

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

/** Whose runs they are: who goes away ends its own, and nobody else's. */
export type Owner = 'seeds' | 'replication' | 'act';

interface Going {
  readonly owner: Owner;
  /** Ends it at once, and tells so. */
  readonly stop: () => void;
}

let going: Going | null = null;
/** Lets the lanes on the page go on. */
let goOn: (() => void) | null = null;

/** Runs all jobs in the place of those that were running; tells how far they are, now and then, and how they ended. */
export async function runAll(
  owner: Owner,
  jobs: readonly BatchJob[],
  tell: (state: BatchState) => void,
  startWorker?: () => Promise<BatchEngine>,
): Promise<void> {
  going?.stop();
  const before = goOn;
  goOn = rest();
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
  goOn?.();
  goOn = null;
}

/** Ends the runs of `owner`, if they are going on: it is told so at once, and nothing more. */
export function cancelAll(owner: Owner): void {
  if (going?.owner !== owner) return;
  going.stop();
  playAgain();
}

/** Whether runs are going on that the page waits for. */
export const isRunning = (): boolean => going !== null;
