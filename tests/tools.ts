/** Stands in for `src/engine/tools.ts`: a browser fetches the module of tools, tests read it from the disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initSync } from '../sim-wasm/pkg/tools/sched_tools.js';

const module = new WebAssembly.Module(
  readFileSync(join(import.meta.dirname, '../sim-wasm/pkg/tools/sched_tools_bg.wasm')),
);
initSync({ module });

export const loadTools = async (): Promise<WebAssembly.Module> => module;
export const startTools = loadTools;
