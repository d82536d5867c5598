/** The worker of a lane that shows a recording: the server of a simulated lane, over another machine. */
import init, { TapeReader } from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { createServer } from '../lanes/server';
import type { SimulationClass } from '../port/binding';
import { serve } from '../port/serve';
import type { RecordedQuestions } from './questions';

/** Bytes that are read at once. */
const PIECE = 4 << 20;

declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

serve<RecordedQuestions>(init, (surroundings) => {
  let next: unknown = null;
  // `new` of a function that returns an object gives that object.
  const held = function held() {
    return next;
  } as unknown as SimulationClass;
  const server = createServer(held, surroundings);
  return {
    ...server,
    load(scenario, lane, file) {
      const reader = new TapeReader(JSON.stringify(scenario));
      try {
        const files = new FileReaderSync();
        for (let at = 0; file && at < file.size; at += PIECE) {
          const piece = files.readAsArrayBuffer(file.slice(at, at + PIECE));
          if (!reader.push(new Uint8Array(piece))) break;
          surroundings.alive();
        }
        next = file ? reader.finish() : reader.blank();
      } finally {
        reader.free();
      }
      return server.load(scenario, lane);
    },
  };
});
