// Checks the direction of imports between the modules of the simulator core: a module uses only modules to its right.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const order = [
  ['lib', 'sim'],
  ['workload'],
  ['balance', 'wakeup'],
  ['system'],
  ['runqueue'],
  ['scenario'],
  ['mechanisms'],
  ['memory'],
  ['machine'],
  ['observe'],
  ['engine', 'macros'],
  ['document'],
];

const core = fileURLToPath(new URL('../sim-wasm/core/src', import.meta.url));
const place = (room) => order.findIndex((rooms) => rooms.includes(room));

/** Names after `crate::`, alone or as the first segments inside braces, each with its position. */
const used = (source) => {
  const found = [];
  for (const { index, 0: match } of source.matchAll(/\bcrate::(?=\{|\w)/g)) {
    let at = index + match.length;
    if (source[at] !== '{') {
      found.push([source.slice(at).match(/^\w+/)[0], index]);
      continue;
    }
    let depth = 0;
    let fresh = false;
    for (; at < source.length; at++) {
      if (source[at] === '{') fresh = ++depth === 1;
      else if (source[at] === '}') {
        if (--depth === 0) break;
      } else if (source[at] === ',') fresh = depth === 1;
      else if (fresh && /\w/.test(source[at])) {
        found.push([source.slice(at).match(/^\w+/)[0], at]);
        fresh = false;
      }
    }
  }
  return found;
};

const withoutComments = (source) =>
  source.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));

const faults = [];
const files = existsSync(core) ? readdirSync(core, { recursive: true }).filter((file) => file.endsWith('.rs')) : [];
if (files.length === 0) faults.push(`no Rust sources in ${core}`);
for (const file of files) {
  const room = file.split(sep)[0].replace(/\.rs$/, '');
  if (place(room) === 0) continue;
  const source = withoutComments(readFileSync(join(core, file), 'utf8'));
  const fault = (at, text) => {
    const line = source.slice(0, at).split('\n').length;
    faults.push(`${relative(process.cwd(), join(core, file))}:${line}: ${text}`);
  };
  if (place(room) < 0) fault(0, `room "${room}" is not in the table of scripts/check-rust-rooms.mjs`);
  for (const [other, at] of used(source)) {
    if (other === room) continue;
    if (place(other) < 0)
      fault(at, `${room} uses crate::${other}, which is no room: import it from the room it lives in`);
    else if (place(other) <= place(room)) fault(at, `${room} uses ${other}, which is not to its right`);
  }
}

for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} imports in the wrong direction`);
process.exitCode = faults.length === 0 ? 0 : 1;
