/** The WebAssembly for unit tests, read from the disk. Without a build, tests that call it are skipped. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fast from '../sim-wasm/pkg/fast/sched_wasm.js';
import { skipUnbuilt } from './unbuilt';

export { Simulation } from '../sim-wasm/pkg/fast/sched_wasm.js';

/** A path, since tests with a DOM have another `URL`, which Node's file system does not know. */
const at = (name: string): string => join(import.meta.dirname, '../sim-wasm/pkg', name);

export const isBuilt = (name: string): boolean => existsSync(at(name));

/** The bytes of a module in sim-wasm/pkg. */
export const moduleBytes = (name: string): Buffer<ArrayBuffer> =>
  isBuilt(name) ? readFileSync(at(name)) : skipUnbuilt();

/** Starts a binding with its module, if that is built. */
export function startModule({ initSync }: { initSync(module: { module: BufferSource }): unknown }, name: string): void {
  if (isBuilt(name)) initSync({ module: moduleBytes(name) });
}

startModule(fast, 'fast/sched_wasm_bg.wasm');
