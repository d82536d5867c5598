/**
 * The WebAssembly module with code that is needed later than the simulator: judge, readers and traces
 * (`sim-wasm/tools-wasm`).
 */
import init from '../../sim-wasm/pkg/tools/sched_tools.js';
import url from '../../sim-wasm/pkg/tools/sched_tools_bg.wasm?url';
import { compiled } from './port/compiled';

const tools = compiled(url);

/** Compiles the module for a worker. */
export const loadTools = tools.load;

/** Starts the module in the page itself. Returns the compiled module. */
export async function startTools(): Promise<WebAssembly.Module> {
  const module = await loadTools();
  await init({ module_or_path: module });
  return module;
}
