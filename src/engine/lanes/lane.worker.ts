/** One lane's worker: the first message is the compiled module, every other one a `Request`. */
import init, { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import type { Request } from './protocol';
import { buffersOf, createServer } from './server';

let memory: WebAssembly.Memory | null = null;
const serve = createServer(Simulation, { heap: () => memory?.buffer.byteLength ?? 0 });
let ready: Promise<unknown> | null = null;

self.onmessage = async (message: MessageEvent<WebAssembly.Module | Request>) => {
  const { data } = message;
  if (data instanceof WebAssembly.Module) {
    ready = init({ module_or_path: data }).then((instance) => {
      memory = instance.memory;
    });
    return;
  }
  try {
    await ready;
  } catch (thrown) {
    self.postMessage({ type: 'fault', id: data.id, message: String(thrown) });
    return;
  }
  const reply = serve(data);
  self.postMessage(reply, { transfer: buffersOf(reply) });
};
