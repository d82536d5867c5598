/** docs/architecture.md lists every folder. Every file that it or a README names exists. */
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

test("every file that the map or a folder's README names exists", () => {
  const readmes = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /README\.md$/.test(file));
  const texts = [MAP, ...readmes.map((file) => readFileSync(`src/${file}`, 'utf8'))].join('\n');
  const named = [...texts.matchAll(/`([\w/.-]+\.(?:tsx?|rs|mjs|css|json))`/g)].map(([, name = '']) => name);
  // Build outputs change while the tests run, so they are skipped.
  const isBuilt = (name: string) => ['target', 'pkg', 'node_modules'].includes(name);
  const filesIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return path;
      return isBuilt(entry.name) ? [] : filesIn(path);
    });
  const files = ['src', 'sim-wasm', 'scripts', 'tests'].flatMap(filesIn);
  const isThere = (name: string) => files.some((file) => file.endsWith(`/${name}`)) || existsSync(name);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
