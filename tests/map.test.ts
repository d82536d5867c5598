/** docs/architecture.md is the map of the code: every folder is on it, and every file that it names is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const MAP = readFileSync('docs/architecture.md', 'utf8');

const foldersOf = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test.each(['src', 'src/rooms', 'src/engine', 'sim-wasm/core/src'])(
  'every folder of %s is in a row of the map',
  (path) => {
    const folders = foldersOf(path);
    expect(folders.length).toBeGreaterThan(3);
    expect(folders.filter((name) => !new RegExp(`^\\| .*\`${name}/?\``, 'm').test(MAP))).toEqual([]);
  },
);

test('every file that it names is there', () => {
  const named = [...MAP.matchAll(/`([\w/.-]+\.(?:tsx?|rs|mjs|css|json))`/g)].map(([, name = '']) => name);
  const roots = ['src', 'sim-wasm', 'scripts', 'tests'];
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((file) => `${root}/${file.replaceAll('\\', '/')}`)
      .filter((file) => !/\/(?:target|pkg|node_modules)\//.test(file)),
  );
  const isThere = (name: string) => files.some((file) => file.endsWith(`/${name}`)) || existsSync(name);
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
