/** Starts workers that have the simulator. */
import ownUrl from '../../../sim-wasm/pkg/own/sched_wasm_bg.wasm?url';
import namedUrl from '../../../sim-wasm/pkg/sched_wasm_bg.wasm?url';
import { EngineFault, Port, type Questions } from './port';

let compiled: Promise<WebAssembly.Module> | null = null;
/** The larger simulator, which also reads machines of one's own. */
let readsOwn = false;

/**
 * Takes the simulator that reads machines of one's own from now on. Whether the other one is there already: workers keep
 * theirs, so that the page has to begin again.
 */
export function readOwnMachines(): boolean {
  if (readsOwn) return false;
  readsOwn = true;
  return compiled !== null;
}

async function compile(): Promise<WebAssembly.Module> {
  const url = readsOwn ? ownUrl : namedUrl;
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
