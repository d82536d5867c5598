/** Replaces `src/engine/tools.ts`: a browser fetches the tools module, tests read it from the disk. */
import * as tools from '../sim-wasm/pkg/tools/sched_tools.js';
import { isBuilt, moduleBytes, startModule } from './simulator';

/** For a worker. */
export const loadTools = async () => new WebAssembly.Module(moduleBytes('tools/sched_tools_bg.wasm'));

/** For this thread. Without a build there is no module, and the tests that call it are skipped. */
export async function startTools(): Promise<WebAssembly.Module | undefined> {
  startModule(tools, 'tools/sched_tools_bg.wasm');
  return isBuilt('tools/sched_tools_bg.wasm') ? loadTools() : undefined;
}

await startTools();
