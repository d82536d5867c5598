/** Starts workers that have the simulator. */
import url from '../../../sim-wasm/pkg/sched_wasm_bg.wasm?url';
import { EngineFault, Port, type Questions } from './port';

let compiled: Promise<WebAssembly.Module> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new EngineFault(`${response.status} ${url}`);
  // Compiled while it comes, where the server calls the file what it is.
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The simulator, compiled once for the page; asked for again after a failure. */
export async function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  try {
    return await compiled;
  } catch (thrown) {
    compiled = null;
    throw thrown instanceof EngineFault ? thrown : new EngineFault(String(thrown));
  }
}

/** A worker's script as a module of the page, so that one that was loaded ahead starts without a network. */
export type Script = () => Promise<{ readonly default: new (options: WorkerOptions) => Worker }>;

/** Starts a worker; its first message is the compiled simulator. */
export async function startPort<Q extends Questions<Q>, Note = never>(
  load: Script,
  name: string,
): Promise<Port<Q, Note>> {
  const [module, { default: OwnWorker }] = await Promise.all([compiledModule(), load()]);
  const worker = new OwnWorker({ name });
  worker.postMessage(module);
  return new Port(worker);
}
