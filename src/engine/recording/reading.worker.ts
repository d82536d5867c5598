/** Reads a file to tell what it is. */
import { initSync, RecordingReader } from '../../../sim-wasm/pkg/tools/sched_tools.js';

/** Bytes between two notes of progress. */
const PIECE = 4 << 20;
/** A file of more bytes has its first ones read by themselves, so that something is known of it soon. */
const FIRST = 2 * PIECE;

export interface Asked {
  readonly module: WebAssembly.Module;
  readonly file: Blob;
  readonly name: string;
}

self.onmessage = async ({ data: { module, file, name } }: MessageEvent<Asked>) => {
  try {
    initSync({ module });
    if (file.size > 2 * FIRST) {
      const beginning = new RecordingReader();
      beginning.push(new Uint8Array(await file.slice(0, FIRST).arrayBuffer()));
      self.postMessage({ first: JSON.parse(beginning.finish(name)) });
      beginning.free();
    }
    const reader = new RecordingReader();
    for (let at = 0; at < file.size; at += PIECE) {
      reader.push(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
      self.postMessage({ bytes: Math.min(at + PIECE, file.size), events: reader.events() });
    }
    self.postMessage({ found: JSON.parse(reader.finish(name)) });
  } catch (thrown) {
    self.postMessage({ failed: String(thrown) });
  }
};
