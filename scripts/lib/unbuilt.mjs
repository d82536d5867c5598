// Unit tests in a clone without the WebAssembly: tests that call it are skipped, all others run.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PREFIX = '\0unbuilt:';

/** Replaces missing modules of sim-wasm/pkg by stubs with the names declared in sim-wasm/types. */
export function unbuilt() {
  return {
    name: 'unbuilt',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!process.env.VITEST || !importer || !source.includes('/sim-wasm/pkg/')) return null;
      const file = join(dirname(importer), source.replace(/\?.*/, ''));
      return existsSync(file) ? null : PREFIX + file.replace('/sim-wasm/pkg/', '/sim-wasm/types/');
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null;
      // The URL of a module.
      if (id.endsWith('.wasm')) return `export default ${JSON.stringify(id.slice(PREFIX.length))}`;
      const types = readFileSync(id.slice(PREFIX.length).replace(/\.js$/, '.d.ts'), 'utf8');
      const names = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
      const stubs = names
        .filter((name) => name !== 'initSync')
        .map((name) => `export function ${name}() { skipUnbuilt(); }`);
      return [
        "import { skipUnbuilt } from '/tests/unbuilt.ts';",
        'export const initSync = () => {};',
        'export default async () => {};',
        ...stubs,
      ].join('\n');
    },
  };
}
