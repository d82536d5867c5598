/** Stands in for `src/engine/tools.ts`: a browser fetches the module of tools, tests read it from the disk. */
import * as tools from '../sim-wasm/pkg/tools/sched_tools.js';
import { moduleBytes, startModule } from './simulator';

/** For a worker. */
export const loadTools = async () => new WebAssembly.Module(moduleBytes('tools/sched_tools_bg.wasm'));

/** For this thread. */
export const startTools = async () => startModule(tools, 'tools/sched_tools_bg.wasm');

await startTools();
