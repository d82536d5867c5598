/** The worker of a lane that shows a recording. */
import init, { TapeReader } from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { serve } from '../port/serve';
import type { RecordedQuestions } from './questions';
import { createRecordedServer } from './server';

/** Bytes that are read at once. */
const PIECE = 4 << 20;

declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

function* piecesOf(file: Blob): Iterable<Uint8Array> {
  const files = new FileReaderSync();
  for (let at = 0; at < file.size; at += PIECE)
    yield new Uint8Array(files.readAsArrayBuffer(file.slice(at, at + PIECE)));
}

serve<RecordedQuestions>(init, (surroundings) => createRecordedServer(TapeReader, piecesOf, surroundings));
