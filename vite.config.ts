import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { checkBrowser, TARGET } from './scripts/lib/check-browser.mjs';
import { layersFirst } from './scripts/lib/layers.mjs';
import { policy } from './scripts/lib/policy.mjs';
import { prerender } from './scripts/lib/prerender.mjs';
import { unbuilt } from './scripts/lib/unbuilt.mjs';

/** Writes the list of the build's files into the service worker, and a version that changes with any of them. */
function precache(): Plugin {
  return {
    name: 'precache',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const worker = join(dir, 'sw.js');
      const files = readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => file !== worker)
        .sort();
      const urls = files.map((file) => file.slice(dir.length + 1).replaceAll('\\', '/'));
      const hash = createHash('sha256');
      for (const [i, file] of files.entries()) hash.update(`${urls[i]}\0`).update(readFileSync(file));
      const build = { version: hash.digest('hex').slice(0, 16), files: urls };
      const code = readFileSync(worker, 'utf8');
      const filled = code.replace('self.__BUILD', () => `(${JSON.stringify(build)})`);
      if (filled === code) throw new Error('the service worker has no place for its files');
      writeFileSync(worker, filled);
    },
  };
}

/** A slow machine is no fault of the build, and `npm start` shows what the build prints. */
const checks = { bundlerTimings: false };

/** Short: hashes do not compress, and every importing file contains the name. */
const HASH = '[hash:7]';
const ASSETS = `assets/[name]-${HASH}[extname]`;

export default defineConfig({
  // Relative addresses, so that one build works from any sub-path and inside an iframe.
  base: './',
  plugins: [react(), policy(), checkBrowser(), prerender(), layersFirst(), precache(), unbuilt()],
  // Rust's build outputs are more files than a system may watch.
  server: { watch: { ignored: ['**/sim-wasm/**/target/**', '**/.cache/**', '**/dist/**', '**/test-results/**'] } },
  // The workers' WebAssembly modules have the same names as the page's.
  worker: { format: 'es', rolldownOptions: { checks, output: { assetFileNames: ASSETS } } },
  build: {
    target: TARGET,
    // The record of the published rows, 75 kB gzipped, is loaded when its page is opened.
    chunkSizeWarningLimit: 800,
    // All of them support `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks,
      input: {
        index: 'index.html',
        deck: 'examples/deck/index.html',
        sw: 'src/offline/service.ts',
        boot: 'src/shell/boot.ts',
      },
      output: {
        // A service worker controls the folder of its script and those below.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : `assets/[name]-${HASH}.js`),
        assetFileNames: ASSETS,
        // The texts of a folder are named after it.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, room, file] = /rooms[\\/]([\w-]+)[\\/](words\.\w+)\.ts$/.exec(facadeModuleId ?? '') ?? [];
          return `assets/${room ? `${room}.${file}` : '[name]'}-${HASH}.js`;
        },
        codeSplitting: {
          // Modules that are loaded together form one file, which compresses better than forty small ones.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // The part that the first screen needs is separate from the rest.
            {
              name: 'page',
              test: /src[\\/](shell[\\/](Root|Dialogs|KeptSign)\.tsx|page[\\/](actions|address|progress)\.ts|rooms[\\/]embed[\\/]mailbox\.ts|engine[\\/](lanes[\\/]conductor|wire[\\/](decisions|log|records))\.ts|(rooms[\\/]machine[\\/]seen|signs[\\/](moves|palette|shapes)|ui[\\/](fitting|geometry|neighbour|pictures))\.ts|words[\\/](machines|phrases|compare|format)\.ts)$/,
              priority: 2,
            },
            {
              name: 'playground',
              test: /src[\\/](shell[\\/]App\.tsx|scenario[\\/]rules\.ts)$/,
              priority: 1,
            },
            // The record and its scenarios are loaded at different times.
            { name: 'replicated', test: /rooms[\\/]replication[\\/]generated[\\/]replication\.json$/ },
            { name: 'replicated-scenarios', test: /rooms[\\/]replication[\\/]generated[\\/]scenarios\.json$/ },
            // An act finds a decision before its lens is loaded.
            { name: 'sought', test: /src[\\/]state[\\/]decision\.ts$/, priority: 1 },
            // Steps of acts that have a figure need no machine.
            { name: 'machine', test: /rooms[\\/]machine[\\/]MachineView\.tsx$/, priority: 2 },
            { name: 'decision', test: /rooms[\\/]decision[\\/](Panel|Layer)\.tsx$/ },
            {
              name: 'acts',
              test: /src[\\/](shell[\\/]ActPanel\.tsx|rooms[\\/]acts[\\/](go|Acts|lights|types)\.tsx?)$/,
            },
          ],
        },
      },
    },
  },
  test: {
    include: ['{src,tests}/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    // Component tests request the DOM with `// @vitest-environment happy-dom`.
    environment: 'node',
    restoreMocks: true,
    // By default one core would be unused.
    maxWorkers: '100%',
    pool: 'threads',
    // No test measures time; a busy machine may be slow.
    testTimeout: 60_000,
  },
});
