/** The WebAssembly for unit tests, read from the disk. Where it is not built, tests that call it are skipped. */
import { existsSync, readFileSync } from 'node:fs';
import * as fast from '../sim-wasm/pkg/fast/sched_wasm.js';
import { skipUnbuilt } from './unbuilt';

export { Simulation } from '../sim-wasm/pkg/fast/sched_wasm.js';

const at = (name: string) => new URL(`../sim-wasm/pkg/${name}`, import.meta.url);

/** The bytes of a module in sim-wasm/pkg. */
export const moduleBytes = (name: string): Buffer<ArrayBuffer> =>
  existsSync(at(name)) ? readFileSync(at(name)) : skipUnbuilt();

/** Starts a binding with its module, if that is built. */
export function startModule({ initSync }: { initSync(module: { module: BufferSource }): unknown }, name: string): void {
  if (existsSync(at(name))) initSync({ module: moduleBytes(name) });
}

startModule(fast, 'fast/sched_wasm_bg.wasm');
