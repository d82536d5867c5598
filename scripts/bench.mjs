// Speed of the simulator native and in WebAssembly, time to go to a moment and the memory for it, cost of a frame in
// a browser, size of a first load.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { DIALOG_CPU_TIMES, dialogMs } from './lib/dialogs.mjs';
import { firstLoad, MOST_BYTES, WAYS } from './lib/first-load.mjs';
import { firstPicture, SLOW, serveGzipped } from './lib/first-picture.mjs';
import { framesFor } from './lib/frames.mjs';
import { moments, past, SOUGHT } from './lib/past.mjs';
import { Problem, root } from './lib/process.mjs';
import { median, quantile, ROUNDS } from './lib/quantile.mjs';
import { speedsOf } from './lib/speed.mjs';

/** Ten minutes of watching the same at the usual speed. */
const scrubLink = '#v2&p=big&w=hackbench,g=10,l=1000000,p,T&limit=600000&t=6ms';

/** 128 CPUs, 1,000 tasks, two lanes, playing. */
const frameLink = '#v2&p=big&machine=kunpeng920-128&w=hackbench,g=25,l=1000,p,T&autoplay=1';
const settleMs = 3000;
const watchMs = 6000;
/** By then nothing is loaded ahead any more, on two cores. */
const laterMs = 12_000;

/** Serves dist/. */
const serve = async () => {
  const { preview } = await import('vite');
  const server = await preview({ root, logLevel: 'error', preview: { host: '127.0.0.1', port: 4188 } });
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
};

/** Runs in the page, before anything else: says of every worker when it was asked and when it has answered. */
const watchWorkers = () => {
  const asked = { waiting: 0, answeredMs: 0 };
  Object.assign(globalThis, { asked });
  const { Worker: Plain } = globalThis;
  globalThis.Worker = class extends Plain {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', () => {
        asked.waiting -= 1;
        asked.answeredMs = performance.now();
      });
    }
    postMessage(message, ...rest) {
      if (!(message instanceof WebAssembly.Module)) asked.waiting += 1;
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
        // An answer leads to the next question at once, or to none: then the frame after it shows the moment.
        for (let quiet = 0; quiet < 3; ) {
          await frame();
          if (globalThis.asked.waiting > 0) quiet = 0;
          else if (quiet++ === 0) shown = performance.now();
        }
        times.push(shown - since);
      }
      return times;
    },
    moments(count, 1e6).map((moment) => moment / 1e6),
  );

/** The dialog *Run many* as it opens with the opening experiment: what it says that its runs took (s). */
const runMany = async (browser, address) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`${address}#v2&p=cluster&t=1ms`);
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

const browse = async (executablePath) => {
  const { chromium } = await import('@playwright/test');
  const server = await serve();
  const browser = await chromium.launch({ executablePath });
  try {
    const loads = [];
    for (const way of WAYS) {
      const fresh = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const { wasm, total } = await firstLoad(fresh, server.address, way);
      loads.push({ way: way.name, wasm, total });
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

/** Writes the line of this release on this machine into the table of docs/performance.md. */
const keepLine = (speeds) => {
  const path = join(root, 'docs/performance.md');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const figures = Object.values(speeds).map(({ native, engines, eventsPerMessage }) =>
    [...[native, ...engines].map(({ perYardstick }) => perYardstick.toFixed(3)), eventsPerMessage.toFixed(2)].join(
      ' · ',
    ),
  );
  const name = `| ${version} | ${cpus()[0].model.trim()} |`;
  const line = `${name} ${figures.join(' | ')} |`;
  const text = readFileSync(path, 'utf8').split('\n');
  const head = text.findIndex((row) => row.startsWith('| Release |'));
  const own = text.findIndex((row) => row.startsWith(name));
  if (own > head) text[own] = line;
  else text.splice(head + 2, 0, line);
  writeFileSync(path, text.join('\n'));
};

const rounded = (value, digits) => Number(value.toFixed(digits));
const quantiles = (values) => ({ median: rounded(median(values), 3), p95: rounded(quantile(values, 0.95), 3) });

/**
 * Runs the benchmark with the native command line at `cli`, or with `speed` no more than the speed of the simulator; with
 * `json` its last line is one JSON object.
 */
export const bench = async ({ cli, chromium, json, keep, speed }) => {
  if (keep && speed) throw new Problem('--keep writes down what the browser says, too: leave --speed out.');
  const { names, speeds, state } = await speedsOf({ cli, chromium, withBrowser: !speed });
  for (const [name, { native, engines, recorded, eventsPerMessage }] of Object.entries(speeds)) {
    console.log(`${name}, median of ${ROUNDS}, ${eventsPerMessage.toFixed(2)} events a message:`);
    for (const [who, { eventsPerS, perYardstick, ofNative }] of [
      ['native', native],
      ...engines.map((one, i) => [`WebAssembly in ${names[i]}`, one]),
    ]) {
      const share = who === 'native' ? '' : `, ${ofNative.toFixed(2)} of native`;
      console.log(
        `  ${who}: ${(eventsPerS / 1e6).toFixed(1)} M events/s, ${perYardstick.toFixed(3)} of the yardstick${share}`,
      );
    }
    console.log(`  with decision records ${recorded.toFixed(2)} of the speed without`);
  }
  if (keep) keepLine(speeds);
  const [first] = Object.values(speeds);
  const yardsticks = ({ native, engines: [inNode, inBrowser], eventsPerMessage }) => ({
    native: rounded(native.perYardstick, 4),
    wasm: rounded(inNode.perYardstick, 4),
    ...(inBrowser && { wasm_in_browser: rounded(inBrowser.perYardstick, 4) }),
    events_per_message: rounded(eventsPerMessage, 3),
  });
  const told = {
    events_per_s: { native: Math.round(first.native.eventsPerS), wasm: Math.round(first.engines[0].eventsPerS) },
    wasm_over_native: rounded(first.engines[0].ofNative, 3),
    wasm_over_native_of: Object.fromEntries(
      Object.entries(speeds).map(([name, { engines }]) => [
        name,
        Object.fromEntries(engines.map(({ ofNative }, i) => [names[i], rounded(ofNative, 3)])),
      ]),
    ),
    per_yardstick: yardsticks(first),
    per_yardstick_of: Object.fromEntries(Object.entries(speeds).map(([name, one]) => [name, yardsticks(one)])),
    recorded_over_plain: rounded(first.recorded, 3),
  };
  if (speed) {
    if (json) console.log(JSON.stringify(told));
    return;
  }
  const { snapshot_ms, save_ms, restore_ms, saved_bytes } = state;
  console.log(
    `state of 96 CPUs and 1,000 tasks, native: cloned in ${snapshot_ms.toFixed(2)} ms, saved in ${save_ms.toFixed(2)} ms ` +
      `as ${(saved_bytes / 1e3).toFixed(0)} kB, restored in ${restore_ms.toFixed(2)} ms`,
  );

  console.log(
    `one lane of 96 CPUs and 400 tasks, ${SOUGHT} moments sought (load of the machine ${loadavg()[0].toFixed(1)}):`,
  );
  const deep = await past();
  const both = (times) => `median ${median(times).toFixed(0)} ms, 95 % ${quantile(times, 0.95).toFixed(0)} ms`;
  for (const { events, seekMs, cpuMs, restMs, bytes } of deep) {
    console.log(`  after ${events / 1e6} M events: ${both(seekMs)}; on the CPU: ${both(cpuMs)}`);
    console.log(`    the timeline of ${restMs.length} of them lacks something, which comes later: ${both(restMs)}`);
    console.log(`    WebAssembly memory of its worker ${(bytes / 1e6).toFixed(0)} MB`);
  }

  const { loads, pictures, opened, later, dialogs, scrubMs, runManyS } = await browse(chromium);
  console.log(`128 CPUs, 1,000 tasks, two lanes playing, main thread per frame over ${watchMs / 1000} s:`);
  for (const [when, { work, cpu, longest }] of [
    ['just opened, while the rest of the page is loaded ahead', opened],
    ['later', later],
  ]) {
    const of = (values) => `median ${median(values).toFixed(2)} ms, 95 % ${quantile(values, 0.95).toFixed(2)} ms`;
    console.log(`  ${when}, ${work.length} frames: ${of(work)}; on the CPU: ${of(cpu)}`);
    console.log(`    longest task ${longest.toFixed(1)} ms`);
  }
  const dialogsSaid = Object.entries(dialogs).map(
    ([name, { ms, workMs }]) => `${name} ${ms.toFixed(0)} (${workMs.toFixed(0)})`,
  );
  const slowest = Math.max(...Object.values(dialogs).map(({ ms }) => ms));
  console.log(
    `  with the CPU slowed ${DIALOG_CPU_TIMES} times a dialog opens in ms (of which work): ${dialogsSaid.join(', ')}`,
  );
  console.log(`two lanes of 96 CPUs in the page, a moment of ten minutes of watching: ${both(scrubMs)}`);
  console.log(
    `Run many with 16 paired seeds of the opening experiment: ${runManyS} s on ${availableParallelism()} cores`,
  );
  const of = (ms) => median(pictures.map(ms));
  const [pictureMs, motionMs] = [of((one) => one.pictureMs), of((one) => one.motionMs)];
  console.log(
    `first screen at ${SLOW.bitsPerSecond / 1e6} Mbit/s, ${SLOW.roundTripMs} ms round trip, CPU slowed ${SLOW.cpuTimes} times, ` +
      `median of ${ROUNDS}: painted after ${pictureMs.toFixed(0)} ms, moving after ${motionMs.toFixed(0)} ms`,
  );
  console.log(`first load, gzip -9, at most ${MOST_BYTES} bytes, of which WebAssembly ${loads[0].wasm}:`);
  for (const { way, total } of loads) console.log(`  ${way.padEnd(28)}${total}`);

  if (!json) return;
  console.log(
    JSON.stringify({
      ...told,
      run_many_s: runManyS,
      snapshot_ms: rounded(snapshot_ms, 3),
      save_ms: rounded(save_ms, 3),
      restore_ms: rounded(restore_ms, 3),
      saved_bytes,
      frame_ms: quantiles(opened.work),
      frame_cpu_ms: quantiles(opened.cpu),
      longest_task_ms: rounded(opened.longest, 3),
      frame_ms_later: quantiles(later.work),
      frame_cpu_ms_later: quantiles(later.cpu),
      longest_task_ms_later: rounded(later.longest, 3),
      dialog_ms_throttled: rounded(slowest, 0),
      scrub_ms: { median: rounded(median(scrubMs), 1), p95: rounded(quantile(scrubMs, 0.95), 1) },
      seek_ms: deep.map(({ events, seekMs, cpuMs, bytes }) => ({
        events,
        median: rounded(median(seekMs), 1),
        p95: rounded(quantile(seekMs, 0.95), 1),
        cpu_median: rounded(median(cpuMs), 1),
        cpu_p95: rounded(quantile(cpuMs, 0.95), 1),
        bytes,
      })),
      first_picture_ms: rounded(pictureMs, 0),
      first_motion_ms: rounded(motionMs, 0),
      gzip_bytes: loads,
    }),
  );
};
