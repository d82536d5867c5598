/** Makes the replay of a recording, and compares both. */
import { initSync, ReplayOfRecording } from '../../../sim-wasm/pkg/tools/sched_tools.js';

export interface Asked {
  readonly module: WebAssembly.Module;
  readonly recording: Blob;
  /** `{name, from, to, open, seeds}` as JSON. */
  readonly options: string;
  /** The `machine` of a document as JSON. */
  readonly machine: string;
}

export type Answer = { readonly file: Uint8Array<ArrayBuffer>; readonly said: string } | { readonly refused: string };

const answer = (said: Answer): void => self.postMessage(said);

self.onmessage = async ({ data: { module, recording, options, machine } }: MessageEvent<Asked>) => {
  try {
    initSync({ module });
    const replay = new ReplayOfRecording(new Uint8Array(await recording.arrayBuffer()), options, machine);
    answer({ file: new Uint8Array(replay.file()), said: replay.said() });
  } catch (thrown) {
    answer({ refused: String(thrown) });
  }
};
