// Uses the page for a given time: plays, flips, scrubs, forks, changes the language, cuts the network and ends workers.
// Memory, DOM nodes and listeners are measured after each round; none may grow.
import { chromium } from '@playwright/test';
import { mean } from 'd3-array';
import { preview } from 'vite';
import { root } from './lib/process.mjs';

/** Prepended to every script of a worker: answers with the size of its WebAssembly memory. */
const IN_WORKER = `(() => {
  const channel = new BroadcastChannel('soak');
  let memory = null;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate.apply(WebAssembly, args);
    memory = (made.instance ?? made).exports.memory ?? memory;
    return made;
  };
  // The page sends null; the answers of other workers arrive here, too.
  channel.onmessage = ({ data }) => data === null && memory && channel.postMessage(memory.buffer.byteLength);
})();
`;

/** Injected before the page's scripts: keeps the workers, so that they can be ended. */
function inPage(prologue) {
  const NativeWorker = globalThis.Worker;
  const workers = new Set();
  globalThis.soakWorkers = workers;
  globalThis.soakStarted = 0;
  const texts = new Map();
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const isScript = blob instanceof Blob && /javascript/.test(blob.type);
    const url = create.call(URL, isScript ? new Blob([prologue, blob], { type: blob.type }) : blob);
    texts.set(url, blob);
    return url;
  };
  globalThis.Worker = class extends NativeWorker {
    constructor(...args) {
      super(...args);
      workers.add(this);
      globalThis.soakStarted += 1;
    }
    terminate() {
      workers.delete(this);
      super.terminate();
    }
  };
  globalThis.soakMemory = () =>
    new Promise((resolve) => {
      const channel = new BroadcastChannel('soak');
      let sum = 0;
      channel.onmessage = ({ data }) => {
        sum += data;
      };
      channel.postMessage(null);
      setTimeout(() => {
        channel.close();
        resolve(sum);
      }, 300);
    });
}

/** Keys for inspecting a moment, and for playback: plays, races, changes the speed and pauses. */
const LOOKING = ['.', ',', '>', '<', 'd', 'ArrowRight', 'ArrowLeft', '+', '-', 'End'];
const PLAYING = [' ', 'w', ']', '[', 'w', ' '];

/** In the page: moves the scrubber to a fraction of its length. */
function scrubTo(share) {
  const bar = document.querySelector('.timebar input[type="range"]');
  bar.step = '1';
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  set.call(bar, String(Math.round(Number(bar.max) * share)));
  bar.dispatchEvent(new Event('input', { bubbles: true }));
}

/** In the page: values that change when an action has an effect. */
const signs = () => ({
  clock: document.querySelector('output.clock')?.textContent,
  address: location.hash,
  language: document.documentElement.lang,
  workers: globalThis.soakStarted,
});

const UNITS = [
  ['heap', 'MB', 1 / 2 ** 20],
  ['DOM nodes', '', 1],
  ['listeners', '', 1],
  ['WebAssembly memory', 'MB', 1 / 2 ** 20],
];

/** Minimum number of samples for measuring growth. */
const LEAST_SAMPLES = 10;

/** Least squares: the growth per minute, and two standard errors of it. */
function slopeOf(times, values) {
  const [t, v] = [mean(times), mean(values)];
  const spread = times.reduce((sum, time) => sum + (time - t) ** 2, 0);
  const slope = times.reduce((sum, time, i) => sum + (time - t) * (values[i] - v), 0) / spread;
  const rest = times.reduce((sum, time, i) => sum + (values[i] - v - slope * (time - t)) ** 2, 0);
  return { slope, error: 2 * Math.sqrt(rest / Math.max(1, times.length - 2) / spread) };
}

/** Uses the page for `seconds`; prints the measurements, and resolves to the failures. */
export async function soak({ chromium: executablePath, seconds }) {
  const server = await preview({ root, logLevel: 'warn', preview: { port: 0, host: '127.0.0.1' } });
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    await page.addInitScript(inPage, IN_WORKER);
    await page.goto(`${server.resolvedUrls.local[0]}#v3&p=cluster`);
    await page.getByRole('region', { name: 'Lane B' }).locator('canvas').first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const began = performance.now();
    const samples = [];
    const measure = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name) => metrics.find((one) => one.name === name)?.value ?? 0;
      const memory = await page.evaluate(() => globalThis.soakMemory());
      const values = [of('JSHeapUsedSize'), of('Nodes'), of('JSEventListeners'), memory];
      samples.push({ minutes: (performance.now() - began) / 60_000, values });
    };
    const restart = async () => {
      const again = page.getByRole('alert').getByRole('button').first();
      if (await again.isVisible().catch(() => false)) await again.click().catch(() => {});
    };
    // An action without any effect in the whole soak is a failure.
    const seen = { plays: 0, scrubs: 0, flips: 0, languages: 0, 'lost workers': 0 };
    const doing = async (name, sign, act) => {
      const before = await page.evaluate(signs);
      await act();
      const after = await page.evaluate(signs);
      if (after[sign] !== before[sign]) seen[name] += 1;
    };
    const press = async (keys) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        await page.waitForTimeout(120);
      }
    };
    const flip = async (round) => {
      const pill = page.locator('fieldset.switches').nth(1).locator('button.pill').first();
      if (!(await pill.isVisible())) await page.keyboard.press('x');
      await pill.click({ timeout: 2000 }).catch(() => {});
      // The page gets the keys again, instead of the switch.
      await page.evaluate(() => document.activeElement?.blur());
      if (round % 4 === 0) await page.keyboard.press('x');
      await page.waitForTimeout(500);
    };
    for (let round = 0; performance.now() - began < seconds * 1000; round++) {
      await press(LOOKING);
      await doing('plays', 'clock', () => press(PLAYING));
      // Changes the seed occasionally: the saved states of the previous run are dropped.
      if (round % 4 === 1) await page.evaluate((seed) => (location.hash = `#v3&p=cluster&seed=${seed}`), round);
      await doing('scrubs', 'clock', async () => {
        await page.evaluate(scrubTo, 0.2 + ((round * 7) % 60) / 100);
        await page.waitForTimeout(400);
      });
      // A flip at a moment in the past, so that the old future becomes a branch.
      if (round % 2 === 0) await doing('flips', 'address', () => flip(round));
      await page.keyboard.press('Escape');
      if (round % 3 === 1)
        await doing('languages', 'language', async () => {
          await page.keyboard.press('l');
          await page.waitForTimeout(500);
        });
      if (round % 5 === 2) {
        await page.context().setOffline(true);
        await page.waitForTimeout(500);
        await page.context().setOffline(false);
      }
      if (round % 5 === 4) {
        // As if the system had ended them: the page gets no event and detects it with its next request.
        await doing('lost workers', 'workers', async () => {
          await page.evaluate(() => {
            for (const worker of [...globalThis.soakWorkers]) worker.terminate();
          });
          await page.keyboard.press('.');
          await page.waitForTimeout(5000);
          await restart();
          await page.waitForTimeout(1000);
        });
      }
      await restart();
      await measure();
    }
    const late = samples.slice(Math.floor(samples.length / 3));
    const times = late.map(({ minutes }) => minutes);
    const slopes = UNITS.map(([name, unit, scale], i) => {
      const values = late.map(({ values }) => values[i] * scale);
      const { slope, error } = slopeOf(times, values);
      const tidy = (value) => Number(value.toPrecision(3));
      return {
        name,
        unit,
        first: tidy(values[0] ?? 0),
        last: tidy(values.at(-1) ?? 0),
        slope: tidy(slope),
        error: tidy(error),
        // Growth beyond chance, and more per hour than a tenth of the value.
        grows: slope > error && slope * 60 > 0.1 * (values[0] ?? 0),
      };
    });
    const grown = slopes
      .filter(({ grows }) => grows)
      .map(({ name, slope, unit }) => `${name} grows by ${slope} ${unit} a minute`);
    const missing = Object.keys(seen).filter((name) => samples.length >= 10 && seen[name] === 0);
    wrong.push(...missing.map((name) => `no ${name} in ${samples.length} rounds`));
    const short = late.length < LEAST_SAMPLES;
    const failed = [...wrong, ...(short ? [] : grown)];
    for (const one of failed) console.log(`  ✗ ${one}`);
    const lasted = Math.round((performance.now() - began) / 1000);
    console.log('| What | Unit | First | Last | Slope a minute, ± two standard errors |\n|---|---|---|---|---|');
    for (const { name, unit, first, last, slope, error } of slopes)
      console.log(`| ${name} | ${unit} | ${first} | ${last} | ${slope} ± ${error} |`);
    if (short) console.log('Too short to measure growth.');
    return { seconds: lasted, failed };
  } finally {
    await browser.close();
    await server.close();
  }
}
