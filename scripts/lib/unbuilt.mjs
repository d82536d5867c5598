// Unit tests in a clone without the WebAssembly: what calls it is skipped, all other tests run.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PREFIX = '\0unbuilt:';

/** Stands in for modules of sim-wasm/pkg that are not there, with the names that sim-wasm/types has of them. */
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
      // The address of a module.
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
