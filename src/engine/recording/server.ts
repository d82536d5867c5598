/** The worker's side of a lane that shows a recording: the server of a simulated lane, over another machine. */
import type { TapeReader } from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { createServer } from '../lanes/server';
import type { SimulationClass } from '../port/binding';
import type { Surroundings } from '../port/serve';
import type { RecordedQuestions } from './questions';

/** `piecesOf` reads a file, piece by piece. */
export function createRecordedServer(
  Reader: typeof TapeReader,
  piecesOf: (file: Blob) => Iterable<Uint8Array>,
  surroundings: Partial<Surroundings> = {},
): RecordedQuestions {
  let next: unknown = null;
  // `new` of a function that returns an object gives that object.
  const held = function held() {
    return next;
  } as unknown as SimulationClass;
  const server = createServer(held, surroundings);
  return {
    ...server,
    load(scenario, lane, file) {
      const reader = new Reader(JSON.stringify(scenario));
      try {
        for (const piece of file ? piecesOf(file) : []) {
          if (!reader.push(piece)) break;
          surroundings.alive?.();
        }
        next = file ? reader.finish() : reader.blank();
      } finally {
        reader.free();
      }
      return server.load(scenario, lane);
    },
  };
}
