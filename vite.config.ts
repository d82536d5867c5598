import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { layersFirst } from './scripts/lib/layers.mjs';
import { policy } from './scripts/lib/policy.mjs';
import { prerender } from './scripts/lib/prerender.mjs';
import { unbuilt } from './scripts/lib/unbuilt.mjs';

/** Writes the list of files of the build into the service worker, and a version that changes with any of them. */
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

/** Hashes do not compress, and each file that needs another has its name. */
const HASH = '[hash:7]';
const ASSETS = `assets/[name]-${HASH}[extname]`;

export default defineConfig({
  // Relative addresses: one build serves from any sub-path and from inside an iframe.
  base: './',
  plugins: [react(), policy(), prerender(), layersFirst(), precache(), unbuilt()],
  // What Rust builds is more files than a system may watch.
  server: { watch: { ignored: ['**/sim-wasm/**/target/**', '**/.cache/**', '**/dist/**', '**/test-results/**'] } },
  // Their modules of WebAssembly are the page's, by the same names.
  worker: { format: 'es', rolldownOptions: { output: { assetFileNames: ASSETS } } },
  build: {
    target: 'es2023',
    // Every browser of that year preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A slow machine is no fault of the build.
      checks: { bundlerTimings: false },
      input: {
        index: 'index.html',
        deck: 'examples/deck/index.html',
        sw: 'src/offline/service.ts',
        boot: 'src/shell/boot.ts',
      },
      output: {
        // A service worker serves what lies beside and below it.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : `assets/[name]-${HASH}.js`),
        assetFileNames: ASSETS,
        // The words of a room are called after it.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, room, file] = /rooms[\\/]([\w-]+)[\\/](words\.\w+)\.ts$/.exec(facadeModuleId ?? '') ?? [];
          return `assets/${room ? `${room}.${file}` : '[name]'}-${HASH}.js`;
        },
        codeSplitting: {
          // What is loaded together is one file: it compresses better than forty small ones.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // What the first screen needs of it comes without the rest.
            {
              name: 'page',
              test: /src[\\/](shell[\\/]Root\.tsx|page[\\/](actions|address)\.ts|rooms[\\/](embed[\\/]mailbox\.ts|machine[\\/]MachineView\.tsx)|engine[\\/]lanes[\\/]conductor\.ts|words[\\/]machines\.ts)$/,
              priority: 2,
            },
            {
              name: 'playground',
              test: /src[\\/](shell[\\/]App\.tsx|scenario[\\/]rules\.ts)$/,
              priority: 1,
            },
            // Two files, since one of both is larger than a bundler has it.
            { name: 'replicated', test: /rooms[\\/]replication[\\/]generated[\\/]replication\.json$/ },
            { name: 'replicated-scenarios', test: /rooms[\\/]replication[\\/]generated[\\/]scenarios\.json$/ },
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
    // A test of a component asks for the DOM with `// @vitest-environment happy-dom`.
    environment: 'node',
    restoreMocks: true,
    // By default one core is left to nobody.
    maxWorkers: '100%',
    pool: 'threads',
    // Nothing is timed; a busy machine may be slow.
    testTimeout: 60_000,
  },
});
