// Checks the direction of imports in src/: a folder imports only the folders in its row, a room imports no other room,
// and there are no import cycles. Two files may import each other's types.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders that each folder of src/ may import. */
const below = {
  scenario: [],
  engine: ['scenario'],
  state: ['engine', 'scenario'],
  words: ['engine', 'scenario'],
  ui: ['words'],
  signs: ['ui', 'words', 'engine', 'scenario'],
  page: ['signs', 'ui', 'words', 'state', 'engine', 'scenario'],
  rooms: ['page', 'signs', 'ui', 'words', 'state', 'engine', 'scenario'],
  shell: ['offline', 'rooms', 'page', 'signs', 'ui', 'words', 'state', 'engine', 'scenario'],
  offline: [],
};

const src = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(src, { recursive: true }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
);
const known = new Set(files);
const folderOf = (file) => file.split(sep)[0];
const roomOf = (file) => (file.startsWith(`rooms${sep}`) ? file.split(sep)[1] : null);
/** words/ collects the texts of the rooms on the first page; no other folder does. */
const gathers = (file, other) =>
  /^words\/first\.(en|zh)\.ts$/.test(file) && /^rooms\/\w+\/words\.(en|zh)\.ts$/.test(other);

const faults = [];
/** The imports of each file: all of them, and the static ones that exist at run time. */
const all = new Map();
const values = new Map();

const IMPORT =
  /\b(import|export)\s+(type\s)?([^;'"]*?)\bfrom\s*'(\.[^']*)'|\bimport\s*'(\.[^']*)'|\bimport\(\s*'(\.[^']*)'\s*\)/g;

for (const file of files) {
  all.set(file, new Set());
  values.set(file, new Set());
  const allowed = below[folderOf(file)];
  if (!allowed) faults.push(`src/${file}: its folder is not in the table of scripts/check-imports.mjs`);
  for (const [, , type, names, from, bare, lazy] of readFileSync(join(src, file), 'utf8').matchAll(IMPORT)) {
    const path = join(dirname(file), (from ?? bare ?? lazy).replace(/\?.*/, ''));
    const other = [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((one) => known.has(one));
    if (other === undefined) {
      if (!path.startsWith('..') && !existsSync(join(src, path)))
        faults.push(`src/${file}: imports ${path}, which is not there`);
      continue;
    }
    all.get(file).add(other);
    const onlyTypes = type !== undefined || (names !== undefined && /^\{\s*(type [^,}]+,?\s*)+\}\s*$/.test(names));
    if (!onlyTypes && lazy === undefined) values.get(file).add(other);
    const foreign = folderOf(other) !== folderOf(file) && !allowed?.includes(folderOf(other));
    if (foreign && !gathers(file, other))
      faults.push(`src/${file}: imports ${other}; ${folderOf(file)} imports only ${allowed}`);
    if (roomOf(file) !== null && roomOf(other) !== null && roomOf(file) !== roomOf(other)) {
      faults.push(`src/${file}: imports ${other}; a room imports no other room, only shell puts rooms together`);
    }
  }
}

/** The cycles of a graph: its strongly connected components with more than one file (Tarjan). */
const circles = (graph) => {
  const index = new Map();
  const low = new Map();
  const open = [];
  const found = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    open.push(file);
    for (const next of graph.get(file)) {
      if (!index.has(next)) visit(next);
      if (open.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) === index.get(file)) {
      const part = open.splice(open.indexOf(file));
      if (part.length > 1) found.push(part.sort());
    }
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
};

for (const part of circles(values)) faults.push(`imported in a circle: ${part.join(', ')}`);
for (const part of circles(all)) {
  if (part.length > 2) faults.push(`${part.length} files know each other in a circle: ${part.join(', ')}`);
}
const byLetters = new Map();
for (const file of files) {
  // Without its extension, which an import leaves out.
  const letters = file.toLowerCase().replace(/\.tsx?$/, '');
  if (byLetters.has(letters)) faults.push(`${byLetters.get(letters)} and ${file} differ by case or ending only`);
  byLetters.set(letters, file);
}

for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} imports in the wrong direction`);
process.exitCode = faults.length === 0 ? 0 : 1;
