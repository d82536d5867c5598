/**
 * Background runs: one worker computes whole runs while the page animates smoothly. The page requests each slice of a
 * run, so it can stop the work, or change to another job, before every slice.
 */
import { type Attachments, attachmentsOf, fits, startFor } from '../attachments';
import { type Outcome, outcomeOf, startPoolWorker } from './pool';
import type { BatchEngine, BatchJob } from './questions';

/** Real time that a slice takes in the worker (ms). */
const SLICE_MS = 10;
/** The fraction of real time that is work; after each slice the worker rests for the remainder. */
const SHARE = 0.4;
/** How often a paused queue is checked again (ms, real time). */
const POLL_MS = 120;

/** The jobs, and whether the page has time for them; called before every slice. */
export interface Desk {
  /** The job to work on; the same object until it has ended. Null: no job is left. */
  next(): BatchJob | null;
  ended(job: BatchJob, outcome: Outcome): void;
  /** Whether work has to wait, for instance because the page is hidden. */
  isPaused(): boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Works until no job is left; then ends its worker. Resolves to false if no worker could be started. */
export async function workQuietly(desk: Desk, start: () => Promise<BatchEngine> = startPoolWorker): Promise<boolean> {
  let engine: BatchEngine | null = null;
  let begun: BatchJob | null = null;
  const slice = async (job: BatchJob, engine: BatchEngine, attachments: Attachments): Promise<Outcome | null> => {
    try {
      if (begun !== job) await engine.ask('begin', job, attachments);
      begun = job;
      const report = await engine.ask('runSlice', SLICE_MS);
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
      if (desk.isPaused()) {
        await pause(POLL_MS);
        continue;
      }
      const attachments = await attachmentsOf(job.scenario, job.lane).catch(outcomeOf);
      if ('type' in attachments) {
        desk.ended(job, attachments);
        continue;
      }
      if (engine && !fits(engine, attachments)) dismiss();
      engine ??= await startFor(start, attachments).catch(() => null);
      if (!engine) return false;
      const sinceMs = performance.now();
      const outcome = await slice(job, engine, attachments);
      if (outcome) {
        if (outcome.type === 'fault') dismiss();
        begun = null;
        desk.ended(job, outcome);
      }
      await pause((performance.now() - sinceMs) * (1 / SHARE - 1));
    }
    return true;
  } finally {
    dismiss();
  }
}
