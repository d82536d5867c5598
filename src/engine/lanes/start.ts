import { startPort } from '../port/start';
import type { LaneEngine, LaneQuestions } from './questions';

export const loadLaneWorker = () => import('./lane.worker?worker&inline');

/** Starts the engine of a lane. */
export const startLane = (): Promise<LaneEngine> => startPort<LaneQuestions>(loadLaneWorker, 'lane');
