import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CHECK, TARGET } from './scripts/lib/check-browser.mjs';
import { layersFirst } from './scripts/lib/layers.mjs';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of the single file: only its inlined scripts and styles, and blob and data addresses. */
const policy = (script: string, style: string) =>
  [
    "default-src 'none'",
    `script-src ${sha256(script)} ${sha256(CHECK)} 'wasm-unsafe-eval'`,
    `style-src ${sha256(style)}`,
    'worker-src blob:',
    'connect-src data:',
    'img-src blob: data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Inlines the script and the styles into the page, which is the only file that is written. */
function oneFile(name: string): Plugin {
  return {
    name: 'one-file',
    // After Vite has processed the script.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const page = files.find(({ fileName }) => fileName === 'index.html');
        const scripts = files.filter((file) => file.type === 'chunk');
        const styles = files.filter(({ fileName }) => fileName.endsWith('.css'));
        const [script] = scripts;
        const [style] = styles;
        if (page?.type !== 'asset' || !script || style?.type !== 'asset' || files.length !== 3)
          throw new Error(`one page, one script and one sheet were expected: ${Object.keys(bundle).join(', ')}`);
        // Escapes strings that would end the element; with the backslash they have the same value.
        const code = script.code.replaceAll(/<\/(?=script)|<(?=!--)/gi, (found) => (found === '<' ? '\\x3C' : '<\\/'));
        const css = String(style.source).trim();
        const icon = readFileSync('public/favicon.svg').toString('base64');
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(code, css)}" />`;
        page.source = String(page.source)
          .replace(/<script type="module"[^>]*><\/script>/, () => `<script type="module">${code}</script>`)
          .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${css}</style>`)
          // Only an installed page needs them.
          .replaceAll(/\s*<link rel="(?:manifest|apple-touch-icon)"[^>]*>/g, '')
          .replace('./favicon.svg', () => `data:image/svg+xml;base64,${icon}`)
          .replace('<head>', () => `<head>\n    ${meta}\n    <script>${CHECK}</script>`);
        page.fileName = name;
        for (const { fileName } of [script, style]) delete bundle[fileName];
      },
    },
  };
}

/** The page compiles each module and sends it to its workers, so their code need not contain another copy. */
function withoutModule(): Plugin {
  return {
    name: 'without-module',
    transform(code, id) {
      return /\/sched_(wasm|tools)\.js$/.test(id)
        ? code.replace(/new URL\([^)]*import\.meta\.url\)/, 'undefined')
        : null;
    },
  };
}

/**
 * `dist/playground.html`: the page in one file, which opens without a server (`file://`). It is written beside the
 * build.
 */
export default defineConfig({
  base: './',
  mode: 'one-file',
  publicDir: false,
  plugins: [react(), layersFirst(), withoutModule(), oneFile('playground.html')],
  // Nothing is loaded later, so the fast build is the only one, also for the first lanes.
  resolve: {
    alias: [{ find: /pkg\/sched_wasm_bg\.wasm/, replacement: 'pkg/fast/sched_wasm_bg.wasm' }],
  },
  // A page of an opaque origin may start a worker from its text, but not as a module.
  worker: { format: 'iife', plugins: () => [withoutModule()], rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    target: TARGET,
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: 'index.html',
      output: { codeSplitting: false },
    },
  },
});
