/**
 * Whole runs behind a picture that must not be disturbed: one worker, slice by slice, each asked for by the page. So it
 * goes on only while the page wants it to, rests as long as the page says, and takes up another job at the next slice.
 */
import { type Outcome, outcomeOf, startPoolWorker } from './pool';
import type { BatchEngine, BatchJob } from './questions';

/** Real time that a slice takes (ms). */
const SLICE_MS = 10;
/** Real time before it is asked again whether work may go on (ms). */
const LOOK_MS = 120;

/** What is to be done, and when. Asked before every slice. */
export interface Desk {
  /** The job that is wanted most; the same object until it has ended. Null: none is wanted any more. */
  next(): BatchJob | null;
  ended(job: BatchJob, outcome: Outcome): void;
  /** How long to rest before the next slice (real ms); null: not now. */
  rest(): number | null;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Does what lies on the desk until nothing does; then its worker is gone. Resolves to false where no worker could be started. */
export async function workQuietly(desk: Desk, start: () => Promise<BatchEngine> = startPoolWorker): Promise<boolean> {
  let engine: BatchEngine | null = null;
  let begun: BatchJob | null = null;
  const slice = async (job: BatchJob, engine: BatchEngine): Promise<Outcome | null> => {
    try {
      if (begun !== job) await engine.ask('begin', job);
      begun = job;
      const report = await engine.ask('goOn', SLICE_MS);
      return report && { type: 'report', report };
    } catch (thrown) {
      return outcomeOf(thrown);
    }
  };
  const dismiss = () => {
    engine?.dispose();
    engine = null;
  };
  try {
    for (let job = desk.next(); job; job = desk.next()) {
      const restMs = desk.rest();
      if (restMs !== 0) {
        await pause(restMs ?? LOOK_MS);
        continue;
      }
      engine ??= await start().catch(() => null);
      if (!engine) return false;
      const outcome = await slice(job, engine);
      if (!outcome) continue;
      if (outcome.type === 'fault') dismiss();
      begun = null;
      desk.ended(job, outcome);
    }
    return true;
  } finally {
    dismiss();
  }
}
