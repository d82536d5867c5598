// `npm run bench`: the speed of the simulator and of the page, as Markdown tables for docs/performance.md.
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { compareCheckouts } from './lib/against.mjs';
import { DIALOG_CPU_TIMES, dialogMs } from './lib/dialogs.mjs';
import { ENTRIES, firstLoad, MOST_BYTES } from './lib/first-load.mjs';
import { firstPicture, MOST_MS, SLOW, serveGzipped } from './lib/first-picture.mjs';
import { framesFor } from './lib/frames.mjs';
import { moments, past, SOUGHT } from './lib/past.mjs';
import { readPasted } from './lib/pasted.mjs';
import { policySpeeds } from './lib/policies.mjs';
import { root } from './lib/process.mjs';
import { median, quantile, ROUNDS } from './lib/quantile.mjs';
import { readOnPage, readRecordings } from './lib/recordings.mjs';
import { speedsOf } from './lib/speed.mjs';

/** Ten minutes of playback at the default speed. */
const scrubLink = '#v3&p=big&w=hackbench,g=10,l=1000000,p,T&limit=600000&t=6ms';

/** 128 CPUs, 1,000 tasks, two lanes, playing. */
const frameLink = '#v3&p=big&machine=kunpeng920-128&w=hackbench,g=25,l=1000,p,T&autoplay=1';
const settleMs = 3000;
const watchMs = 6000;
/** The prefetch has ended by then, on two cores (ms). */
const laterMs = 12_000;

/** Serves dist/. */
const serve = async () => {
  const { preview } = await import('vite');
  const server = await preview({ root, logLevel: 'error', preview: { host: '127.0.0.1', port: 4188 } });
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
};

/** Runs in the page, before anything else: counts the requests to workers without an answer. */
const watchWorkers = () => {
  globalThis.waiting = 0;
  const { Worker: NativeWorker } = globalThis;
  globalThis.Worker = class extends NativeWorker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', () => {
        globalThis.waiting -= 1;
      });
    }
    postMessage(message, ...rest) {
      if (!(message instanceof WebAssembly.Module)) globalThis.waiting += 1;
      super.postMessage(message, ...rest);
    }
  };
};

/** Scrubs to moments of the run; resolves to the time from the input to the frame that shows each (ms). */
const scrub = async (page, count) =>
  page.evaluate(
    async (shares) => {
      const input = document.querySelector('.timebar input[type=range]');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
      const furthest = Number(input.value);
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const times = [];
      for (const share of shares) {
        const since = performance.now();
        set.call(input, String(Math.floor(share * furthest)));
        input.dispatchEvent(new Event('input', { bubbles: true }));
        let shown = 0;
        // An answer leads to the next request at once, or to none; then the next frame shows the moment.
        for (let quiet = 0; quiet < 3; ) {
          await frame();
          if (globalThis.waiting > 0) quiet = 0;
          else if (quiet++ === 0) shown = performance.now();
        }
        times.push(shown - since);
      }
      return times;
    },
    moments(count, 1e6).map((moment) => moment / 1e6),
  );

/** The duration of *Run many* of the opening experiment with its default settings (s), as displayed in the dialog. */
const runMany = async (browser, address) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`${address}#v3&p=cluster&t=1ms`);
  await page.getByRole('button', { name: 'Run many' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run many' });
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  const said = await dialog
    .getByText(/^32 runs in [\d.]+ s on \d workers?\.$/)
    .first()
    .textContent({ timeout: 120_000 });
  await page.context().close();
  return Number(said.match(/in ([\d.]+) s/)[1]);
};

/** Reads a recording on the page, which is served and opened for it. */
const pageReads = (executablePath) => async (path) => {
  const { chromium } = await import('@playwright/test');
  const server = await serve();
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    return await readOnPage(page, server.address, path);
  } finally {
    await browser.close();
    await server.close();
  }
};

const inBrowser = async (executablePath) => {
  const { chromium } = await import('@playwright/test');
  const server = await serve();
  const browser = await chromium.launch({ executablePath });
  try {
    const loads = [];
    for (const way of ENTRIES) {
      const fresh = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const { wasm, total } = await firstLoad(fresh, server.address, way);
      loads.push({ name: way.name, wasm, total });
      await fresh.context().close();
    }
    const packed = await serveGzipped();
    const pictures = [];
    for (let round = 0; round < ROUNDS; round++) pictures.push(await firstPicture(browser, packed.address));
    await packed.close();
    const drawn = [];
    for (const ms of [settleMs, laterMs]) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(server.address + frameLink);
      await page.waitForTimeout(ms);
      drawn.push(await framesFor(page, watchMs));
      await page.context().close();
    }
    const [opened, later] = drawn;
    const dialogs = await dialogMs(browser, server.address + frameLink);
    const watched = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await watched.addInitScript(watchWorkers);
    await watched.goto(server.address + scrubLink);
    await watched.waitForTimeout(settleMs);
    await watched.keyboard.press(' ');
    const scrubMs = await scrub(watched, SOUGHT);
    await watched.context().close();
    return { loads, pictures, opened, later, dialogs, scrubMs, runManyS: await runMany(browser, server.address) };
  } finally {
    await browser.close();
    await server.close();
  }
};

const ms = (values, digits = 1) =>
  `${median(values).toFixed(digits)} ms | ${quantile(values, 0.95).toFixed(digits)} ms`;
const table = (...rows) => `\n${rows.join('\n')}`;

function speedTable({ names, speeds }) {
  const cells = ({ native, engines, recorded, eventsPerMessage }) => [
    `${(native.eventsPerS / 1e6).toFixed(1)} M events/s`,
    native.perYardstick.toFixed(3),
    ...engines.flatMap(({ ofNative, perYardstick }) => [ofNative.toFixed(2), perYardstick.toFixed(3)]),
    recorded.toFixed(2),
    eventsPerMessage.toFixed(2),
  ];
  const heads = names.flatMap((name) => [`${name}, of native`, 'per yardstick']);
  return table(
    `| Workload | Native | per yardstick | ${heads.join(' | ')} | with decision records | events a message |`,
    `|---|${'---|'.repeat(4 + heads.length)}`,
    ...Object.entries(speeds).map(([name, speed]) => `| ${name} | ${cells(speed).join(' | ')} |`),
  );
}

const pastTable = (results) =>
  table(
    '| A moment after | Median | 95 % | on the CPU | 95 % | WebAssembly memory |',
    '|---|---|---|---|---|---|',
    ...results.map(
      ({ events, seekMs, cpuMs, bytes }) =>
        `| ${events / 1e6} M events | ${ms(seekMs)} | ${ms(cpuMs)} | ${(bytes / 1e6).toFixed(0)} MB |`,
    ),
  );

function recordingTable({ bytes, native, node, page }) {
  const row = (name, { s, mb }) =>
    `| ${name} | ${(bytes / 1e6 / s).toFixed(0)} MB/s | ${mb === undefined ? '' : `${mb.toFixed(0)} MB`} |`;
  return table(
    `| A recording of ${(bytes / 1e6).toFixed(0)} MB, ${node.events} events | Read, on the CPU | Memory |`,
    '|---|---|---|',
    row('native', native),
    row('WebAssembly in Node', node),
    ...(page
      ? [
          row('the worker of the page, in Chromium', page),
          `| longest task of the main thread meanwhile, on the CPU | ${page.longestCpu.toFixed(1)} ms | |`,
        ]
      : []),
  );
}

const pastedTable = (texts) =>
  table(
    '| A pasted text of so many MB that repeats | Read or refused, on the CPU |',
    '|---|---|',
    ...texts.map(({ line, mb, s }) => `| \`${line.slice(0, 30)}\`, ${mb.toFixed(0)} MB | ${s.toFixed(2)} s |`),
  );

function pageTables({ loads, pictures, opened, later, dialogs, scrubMs, runManyS }) {
  const frames = (name, { work, cpu, longest }) =>
    `| ${name} | ${ms(work, 2)} | ${ms(cpu, 2)} | ${longest.toFixed(1)} ms |`;
  const picture = (key) => `${median(pictures.map((one) => one[key])).toFixed(0)} ms, at most ${MOST_MS[key]} ms`;
  return [
    table(
      '| Main thread in a frame | Median | 95 % | on the CPU | 95 % | Longest task |',
      '|---|---|---|---|---|---|',
      frames(`${settleMs / 1000} s after the page was opened`, opened),
      frames(`${laterMs / 1000} s after`, later),
    ),
    table(
      `| Dialog, CPU slowed ${DIALOG_CPU_TIMES} times | Opens in | of which work |`,
      '|---|---|---|',
      ...Object.entries(dialogs).map(
        ([name, { ms, workMs }]) => `| ${name} | ${ms.toFixed(0)} ms | ${workMs.toFixed(0)} ms |`,
      ),
    ),
    table(
      `| First load, gzip -9 | Bytes, at most ${MOST_BYTES} | of which WebAssembly |`,
      '|---|---|---|',
      ...loads.map(({ name, total, wasm }) => `| ${name} | ${total} | ${wasm} |`),
    ),
    table(
      '| Other | |',
      '|---|---|',
      `| first picture at ${SLOW.bitsPerSecond / 1e6} Mbit/s, ${SLOW.roundTripMs} ms, CPU slowed ${SLOW.cpuTimes} times | ${picture('pictureMs')} |`,
      `| first motion there | ${picture('motionMs')} |`,
      `| a moment of ten minutes of watching in the page, median and 95 % | ${ms(scrubMs, 0).replace(' |', ',')} |`,
      `| *Run many*, 32 runs on ${availableParallelism()} cores | ${runManyS} s |`,
    ),
  ].join('\n');
}

/**
 * Prints the tables. `cli`: the path of the native command line; `isSpeedOnly`: only the speed of the simulator;
 * `against`: another checkout and its command line, to compare in the same run.
 */
export const bench = async ({ cli, chromium, isSpeedOnly, against }) => {
  if (against) {
    const page = isSpeedOnly ? null : { chromium, link: frameLink, settleMs, watchMs };
    await compareCheckouts(against.path, [against.cli, cli], page);
    return;
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  console.log(`\n${cpus()[0].model.trim()}, ${availableParallelism()} cores, commit ${commit}, medians of ${ROUNDS}.`);
  const { copyMs, ...speeds } = await speedsOf({ cli, chromium: isSpeedOnly ? null : chromium });
  console.log(speedTable(speeds));
  console.log(`\nA copy of a state of 96 CPUs and 1,000 tasks takes ${copyMs.toFixed(2)} ms.`);
  const { operationsPerS, fifoOfEevdf } = await policySpeeds();
  console.log(
    `\nA policy as WebAssembly in Node: at least ${(operationsPerS / 1e6).toFixed(0)} M operations/s; ` +
      `hackbench -g 4, 48 CPUs, under fifo ${fifoOfEevdf.toFixed(2)} of the events/s under EEVDF.`,
  );
  console.log(recordingTable(await readRecordings({ cli, ...(!isSpeedOnly && { onPage: pageReads(chromium) }) })));
  console.log(pastedTable(await readPasted()));
  if (isSpeedOnly) return;
  console.log(pastTable(await past([10e6, 100e6, 1000e6])));
  console.log(`\n${SOUGHT} moments in a lane of 96 CPUs and 400 tasks.`);
  console.log(pageTables(await inBrowser(chromium)));
};
