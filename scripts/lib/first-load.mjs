// Measures what a browser loads initially, for each entry page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './process.mjs';

/** Limit of an entry page (bytes, gzip -9). */
export const MOST_BYTES = 450_000;

/** Fragments of each kind of link, with an element of the loaded page. */
export const ENTRIES = [
  { name: 'gallery', fragment: '', shown: '.front-lanes[data-ns]' },
  { name: 'experiment', fragment: '#v3&p=cluster', shown: '.clock' },
  { name: 'experiment in Chinese', fragment: '#v3&p=cluster&lang=zh', shown: '.clock' },
  { name: 'experiment with cache lines', fragment: '#v3&p=task-group', shown: '.cache-lines' },
  { name: 'experiment with stealing', fragment: '#v3&p=steal', shown: '.clock' },
  { name: 'experiment with numa_test', fragment: '#v3&p=numa-test', shown: '.numa-lanes' },
  { name: 'experiment with control groups', fragment: '#v3&p=container&lang=zh', shown: '.clock' },
  { name: 'act', fragment: '#v3&act=2.3', shown: '.acts-step' },
  { name: 'act in Chinese', fragment: '#v3&act=2.3&lang=zh', shown: '.acts-step' },
  { name: 'act with a decision', fragment: '#v3&act=4.4', shown: '.acts-step' },
  { name: 'act with a curve to draw', fragment: '#v3&act=2.7&lang=zh', shown: '.acts-step' },
  { name: 'act with a queue', fragment: '#v3&act=6.5&lang=zh', shown: '.act-figure .nl-place' },
  { name: 'act with a published table', fragment: '#v3&act=5.3', shown: '[data-arrived=true]' },
  { name: 'embedded', fragment: '#v3&p=cluster&embed=1', shown: 'canvas' },
];

/**
 * Opens an entry page and adds up the files of `dist/` that it loads. The page is never idle here, so it prefetches
 * nothing.
 */
export const firstLoad = async (page, address, { fragment, shown }) => {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  const asked = new Set();
  page.context().on('request', (request) => {
    const url = request.url();
    if (url.startsWith(address)) asked.add(url.slice(address.length).replace(/[?#].*/, '') || 'index.html');
  });
  await page.goto(address + fragment);
  await page.locator(shown).first().waitFor({ timeout: 30_000 });
  await page.locator('canvas, .act-figure').first().waitFor();
  await page.waitForLoadState('networkidle');
  const files = Object.fromEntries(
    [...asked].map((path) => [path, gzipSync(readFileSync(join(root, 'dist', path)), { level: 9 }).length]),
  );
  const sizes = Object.entries(files);
  const total = (list) => list.reduce((sum, [, bytes]) => sum + bytes, 0);
  return { files, wasm: total(sizes.filter(([path]) => path.endsWith('.wasm'))), total: total(sizes) };
};
