/** Starts workers that have the simulator. */

import groupedUrl from '../../../sim-wasm/pkg/grouped/sched_wasm_columns.wasm?url';
import url from '../../../sim-wasm/pkg/sched_wasm_columns.wasm?url';
import wholeUrl from '../../../sim-wasm/pkg/whole/sched_wasm_bg.wasm?url';
import { savesData } from '../saving';
import { together } from './columns';
import { EngineFault, Port, type Questions } from './port';

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new EngineFault(`${response.status} ${url}`);
  // Compiled while it comes, where the server calls the file what it is.
  const isStreamed = response.headers.get('content-type') === 'application/wasm';
  const module = isStreamed
    ? await WebAssembly.compileStreaming(response)
    : await WebAssembly.compile(await response.arrayBuffer());
  // The small modules come sorted, each as all that there is of another one.
  const [sorted] = WebAssembly.Module.customSections(module, 'columns');
  return sorted ? WebAssembly.compile(together(new Uint8Array(sorted))) : module;
}

/** A module of WebAssembly, compiled once for the page; asked for again after a failure. */
function compiledOnce(url: string) {
  let compiled: Promise<WebAssembly.Module> | null = null;
  let isThere = false;
  return {
    isThere: () => isThere,
    load: async (): Promise<WebAssembly.Module> => {
      compiled ??= compile(url);
      try {
        const module = await compiled;
        isThere = true;
        return module;
      } catch (thrown) {
        compiled = null;
        throw thrown instanceof EngineFault ? thrown : new EngineFault(String(thrown));
      }
    },
  };
}

/** The whole module: built fast, with all there is and what writes traces. Loaded when the page is idle, or when it is wanted. */
const whole = compiledOnce(wholeUrl);
export const loadWhole = whole.load;
/** There are three modules (docs/architecture.md); the page in one file has the whole one alone. */
export const isSplit = url !== wholeUrl;
/** The grouped module: all that a run may ask for, built as small as can be. */
const grouped = isSplit ? compiledOnce(groupedUrl) : whole;
/** Where the page has asked for the grouped module already (`shell/boot.ts`), it begins with that; else with the usual one. */
const isGrouped = globalThis.document?.querySelector<HTMLLinkElement>('link[as="fetch"]')?.href === groupedUrl;
const first = isSplit && !isGrouped ? compiledOnce(url) : grouped;
/** What a worker starts with. */
const atHand = () => (whole.isThere() ? whole : first).load();
/** What takes over where that is without what a scenario asks for. */
const withAll = () => (whole.isThere() ? whole : grouped).load();

/** A worker's script as a module of the page, so that one that was loaded ahead starts without a network. */
export type Script = () => Promise<{ readonly default: new (options: WorkerOptions) => Worker }>;

async function startWorker(load: Script, name: string, module: () => Promise<WebAssembly.Module>): Promise<Worker> {
  const [compiled, { default: OwnWorker }] = await Promise.all([module(), load()]);
  const worker = new OwnWorker({ name });
  worker.postMessage(compiled);
  return worker;
}

/**
 * Starts a worker; its first message is the compiled simulator. One with all that a run may ask for takes over where it has to, and one
 * with the whole simulator says what is wrong with what is refused.
 */
export async function startPort<Q extends Questions<Q>, Note = never>(
  load: Script,
  name: string,
): Promise<Port<Q, Note>> {
  return new Port(
    await startWorker(load, name, atHand),
    () => startWorker(load, name, withAll),
    () => startWorker(load, name, loadWhole),
  );
}

/** The same for work that is long: with the whole simulator, where it can be had and nobody saves data. */
export async function startFast<Q extends Questions<Q>, Note = never>(
  load: Script,
  name: string,
): Promise<Port<Q, Note>> {
  if (!savesData()) await loadWhole().catch(() => {});
  return startPort(load, name);
}

/** The same, with the whole simulator from the beginning. */
export async function startWhole<Q extends Questions<Q>>(load: Script, name: string): Promise<Port<Q>> {
  return new Port(await startWorker(load, name, loadWhole));
}
