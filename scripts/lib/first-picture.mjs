// Measures the first picture and the first motion of the first screen on a slow network and a slow machine.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './process.mjs';

/** A phone on a fair connection. */
export const SLOW = { bitsPerSecond: 1.6e6, roundTripMs: 150, cpuTimes: 4 };

/** Limits of the first picture, and of its first motion (ms). */
export const MOST_MS = { pictureMs: 1500, motionMs: 3500 };

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves dist/ of a checkout, gzipped, as a static host does. */
export const serveGzipped = async (checkout = root) => {
  const dist = join(checkout, 'dist');
  const packed = new Map();
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(request.url.replace(/[?#].*/, ''))).replace(/\/$/, '/index.html');
    const file = join(dist, path);
    if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)];
    if (!type) {
      createReadStream(file).pipe(response);
      return;
    }
    if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file), { level: 9 }));
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(packed.get(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

/**
 * Runs in the page, before anything else: records when the machines of both lanes are painted, and when they have
 * moved.
 */
const watchPicture = () => {
  const seen = { pictureMs: null, motionMs: null };
  Object.assign(globalThis, { seen });
  let first = null;
  const look = () => {
    const painted = performance.getEntriesByName('first-contentful-paint').length > 0;
    const machines = document.querySelectorAll('[data-picture]');
    if (seen.pictureMs === null && painted && machines.length >= 2) seen.pictureMs = performance.now();
    const at = Number(document.querySelector('[data-ns]')?.getAttribute('data-ns') ?? 0);
    if (at > 0) {
      first ??= at;
      if (at > first) seen.motionMs = performance.now();
    }
    if (seen.motionMs === null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Opens the bare address in a fresh browser; resolves to both times (ms since the navigation began). */
export const firstPicture = async (browser, address) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const throughput = SLOW.bitsPerSecond / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.roundTripMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpuTimes });
    await page.addInitScript(watchPicture);
    await page.goto(address);
    await page.waitForFunction(() => globalThis.seen.motionMs !== null, null, { timeout: 60_000 });
    return await page.evaluate(() => globalThis.seen);
  } finally {
    await context.close();
  }
};
