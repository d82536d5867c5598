/** Reads one text apart from the page, however long it is. */
import { initSync, read_machine } from '../../sim-wasm/pkg/readers/sched_readers.js';

interface Asked {
  readonly module: WebAssembly.Module;
  readonly bytes: Uint8Array;
  readonly like: string;
}

self.onmessage = ({ data: { module, bytes, like } }: MessageEvent<Asked>) => {
  initSync({ module });
  try {
    self.postMessage({ read: JSON.parse(read_machine(bytes, like)) });
  } catch (thrown) {
    self.postMessage({ fault: JSON.parse(String(thrown)) });
  }
};
