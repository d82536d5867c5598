import type { Scenario } from '../../scenario/generated/types';
import type { LaneQuestions, Loaded } from '../lanes/questions';

/** The questions of a lane; it is loaded with the file of its recording, or without one. */
export interface RecordedQuestions extends Omit<LaneQuestions, 'load'> {
  load(scenario: Scenario, lane: number, file: Blob | null): Loaded;
}
