// Packs the page as an npm package with a web component, and as a wheel for notebooks (`npm run packages`). Both contain
// the page in one file; the wheel also has the simulator's WebAssembly. Nothing is compiled for a processor.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import { root, run } from './lib/process.mjs';

const sources = join(root, 'scripts/packages');
const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const licences = ['LICENSE', 'LICENSE-MIT', 'LICENSE-APACHE'];

/** The folder of the npm package; resolves to the path of the tarball. */
const npmPackage = async (page, out) => {
  const folder = join(out, 'npm');
  mkdirSync(folder, { recursive: true });
  cpSync(join(sources, 'npm'), folder, { recursive: true });
  for (const name of licences) cpSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'playground.html'), page);
  const manifest = {
    name: 'scheduler-playground',
    version,
    description,
    license,
    type: 'module',
    main: './scheduler-playground.js',
    types: './scheduler-playground.d.ts',
    exports: {
      '.': { types: './scheduler-playground.d.ts', default: './scheduler-playground.js' },
      './playground.html': './playground.html',
    },
    sideEffects: true,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await run('npm', ['pack', '--silent', '--pack-destination', out], {
    cwd: folder,
    problem: 'The npm package could not be packed.',
  });
  return join(out, `scheduler-playground-${version}.tgz`);
};

/** The path of the wheel, which is a zip archive with a list of hashes. */
const wheel = (page, out) => {
  const name = 'scheduler_playground';
  const info = `${name}-${version}.dist-info`;
  const text = (file) => readFileSync(join(sources, 'jupyter', file), 'utf8');
  const metadata = [
    'Metadata-Version: 2.4',
    'Name: scheduler-playground',
    `Version: ${version}`,
    `Summary: ${description}`,
    'License-Expression: MIT OR Apache-2.0',
    'Requires-Python: >=3.9',
    'Requires-Dist: anywidget>=0.9',
    'Requires-Dist: wasmtime>=25',
    'Provides-Extra: pandas',
    'Requires-Dist: pandas; extra == "pandas"',
    'Description-Content-Type: text/markdown',
    '',
    text('README.md'),
  ].join('\n');
  const files = {
    [`${name}/__init__.py`]: text('__init__.py').replace('@VERSION@', version),
    [`${name}/_simulate.py`]: text('_simulate.py'),
    [`${name}/_widget.py`]: text('_widget.py'),
    [`${name}/widget.js`]: text('widget.js'),
    [`${name}/playground.html.gz`]: gzipSync(Buffer.from(page), { level: 9, mtime: 0 }),
    [`${name}/simulator.wasm`]: readFileSync(join(root, 'sim-wasm/pkg/fast/sched_wasm_bg.wasm')),
    [`${info}/METADATA`]: metadata,
    [`${info}/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: scheduler-playground\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ...Object.fromEntries(licences.map((file) => [`${info}/licenses/${file}`, readFileSync(join(root, file))])),
  };
  const bytes = Object.entries(files).map(([path, content]) => [path, Uint8Array.from(Buffer.from(content))]);
  const hash = (content) => createHash('sha256').update(content).digest('base64url');
  const record = bytes.map(([path, content]) => `${path},sha256=${hash(content)},${content.length}`);
  const list = Buffer.from(`${[...record, `${info}/RECORD,,`].join('\n')}\n`);
  const path = join(out, `${name}-${version}-py3-none-any.whl`);
  // The same input gives the same file.
  const all = Object.fromEntries([...bytes, [`${info}/RECORD`, Uint8Array.from(list)]]);
  writeFileSync(path, zipSync(all, { mtime: new Date(1980, 0, 2) }));
  return path;
};

/** Packs both into `out`. */
export const packages = async (out = join(root, 'dist/packages')) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await run(
    'node',
    [
      'node_modules/vite/bin/vite.js',
      'build',
      '--config',
      'vite.one-file.config.ts',
      '--outDir',
      out,
      '--logLevel',
      'warn',
    ],
    {
      problem: 'The page in one file could not be built.',
    },
  );
  const page = readFileSync(join(out, 'playground.html'), 'utf8');
  rmSync(join(out, 'playground.html'));
  const made = [await npmPackage(page, out), wheel(page, out)];
  rmSync(join(out, 'npm'), { recursive: true });
  return made;
};
