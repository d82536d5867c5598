// Prerenders the first screen, and writes into the page the files that each entry page needs early.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { insertPrerendered } from './insert-prerendered.mjs';
import { root } from './process.mjs';

const LANGUAGES = ['en', 'zh'];

/** The machine of the first screen, as the simulator describes it. */
const described = async (scenario) => {
  const pkg = join(root, 'sim-wasm/pkg');
  const { initSync, Simulation } = await import(pathToFileURL(join(pkg, 'sched_wasm.js')).href);
  initSync({ module: readFileSync(join(pkg, 'sched_wasm_bg.wasm')) });
  return JSON.parse(new Simulation(JSON.stringify(scenario), 0).machine());
};

/** The markup, by language, made with the components of the page. */
const render = async () => {
  const { build } = await import('vite');
  // Inside the repository, so that packages are found.
  const folder = mkdtempSync(join(root, 'node_modules/.prerender-'));
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      build: {
        ssr: join(root, 'src/shell/prerender.tsx'),
        outDir: folder,
        rollupOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    });
    const { prerender: markupOf, PRESETS } = await import(pathToFileURL(join(folder, 'prerender.mjs')).href);
    const machine = await described(PRESETS.classroom);
    const markup = {};
    // The page's policy allows no inline styles; elements with one show nothing yet.
    for (const lang of LANGUAGES) markup[lang] = (await markupOf(lang, machine)).replace(/ style="[^"]*"/g, '');
    return markup;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Files of the build that a module needs, including itself, without those in `without`. */
const needs = (bundle, module, without = new Set()) => {
  const found = new Set();
  const add = (file) => {
    if (!file || found.has(file) || without.has(file)) return;
    found.add(file);
    for (const other of bundle[file]?.imports ?? []) add(other);
    for (const sheet of bundle[file]?.viteMetadata?.importedCss ?? []) add(sheet);
  };
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  add(chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(module))?.fileName);
  if (found.size === 0) {
    add(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').includes(module)))?.fileName);
  }
  if (found.size === 0) throw new Error(`no file of the build holds ${module}`);
  return found;
};

/** Files that are written beside the bundle, since they contain names of its files. */
const files = new Map();

export const prerender = () => ({
  name: 'prerender',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle, path }) {
      if (!bundle || path !== '/index.html') return html;
      const main = needs(bundle, 'src/shell/main.tsx');
      const list = (...modules) => [...new Set(modules.flatMap((module) => [...needs(bundle, module, main)]))];
      // Relative to the other files of the build, wherever the page is hosted.
      const early = (files) => files.map((file) => `./${file}`);
      const words = (lang) =>
        ['rooms/front/words', 'rooms/acts/words', 'words/verdict', 'words/first'].map((file) => `${file}.${lang}.ts`);
      // The worker last: the picture does not need it, only the motion.
      const own = {
        all: early(list('src/shell/Front.tsx')),
        en: early(list(...words('en'), 'lanes/lane.worker')),
        zh: early(list(...words('zh'), 'lanes/lane.worker')),
      };
      const markup = await render();
      const source = `(${insertPrerendered})(${JSON.stringify(markup)}, ${JSON.stringify(own)});\n`;
      const name = `assets/first-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
      files.set(name, source);
      // Both builds of the simulator have this name.
      const { fileName: simulator } = Object.values(bundle).find(({ originalFileNames: [from] = [] }) =>
        from?.replaceAll('\\', '/').endsWith('pkg/sched_wasm_bg.wasm'),
      );
      const boot = Object.values(bundle).find(({ name: own, type }) => type === 'chunk' && own === 'boot');
      const playground = list('src/shell/Playground.tsx');
      const data = {
        first: `./${name}`,
        experiment: early(playground).join(' '),
        machine: early(list('src/rooms/machine/MachineView.tsx').filter((file) => !playground.includes(file))).join(
          ' ',
        ),
        simulator: `./${simulator}`,
      };
      const told = Object.entries(data).map(([key, value]) => ` data-${key}="${value}"`);
      const script = `<script src="./${boot.fileName}"${told.join('')}></script>`;
      // Without indentation it is shorter, and equivalent.
      return html
        .replace(/\n\s+/g, '\n')
        .replaceAll('&#39;', "'")
        .replace('</title>', `</title>\n    ${script}`)
        .replace('<div id="root">', '<div id="prerendered"></div>\n    <div id="root">');
    },
  },
  writeBundle({ dir = 'dist' }) {
    for (const [name, source] of files) writeFileSync(join(dir, name), source);
  },
});
