/**
 * Starts workers. The simulator is built twice from the same source: small, for the first load, without the virtual
 * machine for policies, and fast. A worker keeps the build that it was started with. If a module fails to load, the promise rejects with an `EngineFault`.
 */
import fastUrl from '../../../sim-wasm/pkg/fast/sched_wasm_bg.wasm?url';
import smallUrl from '../../../sim-wasm/pkg/sched_wasm_bg.wasm?url';
import { savesData } from '../saving';
import { compiled } from './compiled';
import { Port, type Questions } from './port';

const fast = compiled(fastUrl);
/** The page in one file has the fast build only. */
const small = smallUrl === fastUrl ? fast : compiled(smallUrl);

/** Loads the fast build: workers that start later get it. */
export const loadFast = fast.load;
const smallModules = new WeakSet<WebAssembly.Module>();
async function loadSimulator(): Promise<WebAssembly.Module> {
  if (fast.isReady || small === fast) return fast.load();
  const module = await small.load();
  smallModules.add(module);
  return module;
}

/** A worker's script as a module of the page: once it is loaded, a worker starts without a network. */
export type Script = () => Promise<{ readonly default: new (options: WorkerOptions) => Worker }>;

/** Starts a worker; the first message to it is its compiled module: the simulator, or the one that `loadModule` loads. */
export async function startPort<Q extends Questions<Q>, Note = never>(
  loadScript: Script,
  name: string,
  loadModule: () => Promise<WebAssembly.Module> = loadSimulator,
): Promise<Port<Q, Note>> {
  const [module, { default: Script }] = await Promise.all([loadModule(), loadScript()]);
  const worker = new Script({ name });
  worker.postMessage(module);
  return new Port(worker, smallModules.has(module));
}

/** The same for long work: waits for the fast build, unless it fails to load or the visitor saves data. */
export async function startFast<Q extends Questions<Q>, Note = never>(
  loadScript: Script,
  name: string,
): Promise<Port<Q, Note>> {
  if (!savesData()) await loadFast().catch(() => {});
  return startPort(loadScript, name);
}
