import type { Engine } from '../port/port';
import { startPort } from '../port/start';
import { loadTools } from '../tools';
import type { RecordedQuestions } from './questions';

export { keptFile } from './files';

/** Starts the engine of a lane that shows a recording. */
export const startRecorded = (): Promise<Engine<RecordedQuestions>> =>
  startPort<RecordedQuestions>(() => import('./lane.worker?worker&inline'), 'recorded', loadTools);
