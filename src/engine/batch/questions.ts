/** The requests of the page to a worker of the pool. A request is a row here and a function in `runner.ts`. */
import type { RunReport, Scenario } from '../../scenario/generated/types';
import type { Attachments } from '../attachments';
import type { Engine } from '../port/port';

/** One lane of a scenario, from time 0 to its end. */
export interface BatchJob {
  readonly scenario: Scenario;
  readonly lane: number;
}

export interface BatchQuestions {
  run(job: BatchJob, attachments?: Attachments): RunReport;
  /** Begins a job that is run in slices; it replaces the previous one. */
  begin(job: BatchJob, attachments?: Attachments): void;
  /** Runs the next slice, for about this real time (ms); null: the run has not ended. */
  runSlice(ms: number): RunReport | null;
}

/** A progress message: the fraction of the time limit that the run has reached. */
export type Share = number;

export type BatchEngine = Engine<BatchQuestions, Share>;
