/** What the page asks of a worker of the pool. A question is a row here and a function in `runner.ts`. */
import type { RunReport, Scenario } from '../../scenario/generated/types';
import type { Engine } from '../port/port';

/** One lane of a scenario, from time 0 to its end. */
export interface BatchJob {
  readonly scenario: Scenario;
  readonly lane: number;
}

export interface BatchQuestions {
  run(job: BatchJob): RunReport;
  /** A job that is run in slices, in the place of the one before it. */
  begin(job: BatchJob): void;
  /** The next slice of it, for about so many ms of real time; null: it has not come to its end. */
  goOn(ms: number): RunReport | null;
}

/** Said on the way: how far the run has come, of its time limit. */
export type Share = number;

export type BatchEngine = Engine<BatchQuestions, Share>;
