// Checks every dependency: the lock file has its hash, and its licence is compatible with ours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { attempt, root } from './lib/process.mjs';

/** Allowed licences of shipped code, and of tools that only build or test. */
const SHIPPED = [
  'MIT',
  'Apache-2.0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Unlicense',
  'Unicode-3.0',
  'OFL-1.1',
];
const TOOLS = [...SHIPPED, 'MPL-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0'];

const faults = [];

/** `licence`: an SPDX expression; crates from before 2020 have a slash for OR. */
function judge(name, licence, allowed) {
  const expression = licence?.replaceAll('/', ' OR ');
  try {
    if (expression && satisfies(expression, allowed)) return;
  } catch {}
  faults.push(`${name}: its licence is ${licence ?? 'missing'}; allowed are ${allowed.join(', ')}.`);
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
for (const [path, { version, integrity, license, dev, optional, devOptional }] of Object.entries(packages)) {
  if (path === '') continue;
  const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`;
  if (!integrity?.startsWith('sha512-')) faults.push(`${name}: package-lock.json has no SHA-512 of it.`);
  judge(name, license, dev || optional || devOptional ? TOOLS : SHIPPED);
}

const crates = readFileSync(join(root, 'sim-wasm/Cargo.lock'), 'utf8').split('[[package]]').slice(1);
for (const text of crates) {
  const field = (key) => new RegExp(`^${key} = "(.+)"$`, 'm').exec(text)?.[1];
  if (field('source') && !field('checksum')) faults.push(`${field('name')}: Cargo.lock has no checksum of it.`);
}

const { code, output } = await attempt('cargo', ['metadata', '--locked', '--format-version', '1'], {
  cwd: join(root, 'sim-wasm'),
});
if (code !== 0) faults.push(`cargo metadata failed: ${output.trim()}`);
else {
  const { packages: known } = JSON.parse(output.slice(output.indexOf('{"packages"')));
  for (const { name, version, license, source } of known) if (source) judge(`${name} ${version}`, license, TOOLS);
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
