/** Modules of WebAssembly, compiled by the page and sent to its workers. */
import { EngineFault } from './port';

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new EngineFault(`${response.status} ${url}`);
  // Streaming needs the right content type; not every server sends it.
  const isStreamed = response.headers.get('content-type') === 'application/wasm';
  return isStreamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export interface Compiled {
  /** Whether it is compiled. */
  readonly isReady: boolean;
  /** Compiles it once for the page, and again after a failure. Rejects with `EngineFault`. */
  load(): Promise<WebAssembly.Module>;
}

export function compiled(url: string): Compiled {
  let module: Promise<WebAssembly.Module> | null = null;
  let isReady = false;
  return {
    get isReady() {
      return isReady;
    },
    async load() {
      module ??= compile(url);
      try {
        const loaded = await module;
        isReady = true;
        return loaded;
      } catch (thrown) {
        module = null;
        throw thrown instanceof EngineFault ? thrown : new EngineFault(String(thrown));
      }
    },
  };
}
