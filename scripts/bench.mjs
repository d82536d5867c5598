// Speed of the simulator native and in WebAssembly, time to go to a moment and the memory for it, cost of a frame in
// a browser, size of a first load.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DIALOG_CPU_TIMES, dialogMs } from './lib/dialogs.mjs';
import { firstLoad, MOST_BYTES, WAYS } from './lib/first-load.mjs';
import { firstPicture, SLOW, serveGzipped } from './lib/first-picture.mjs';
import { Problem, root } from './lib/process.mjs';

const exec = promisify(execFile);

const alone = (machine, workload) => ({ version: 1, machine, workload, lanes: [{}] });
const hackbench = (groups, loops) => ({ kind: 'hackbench', groups, loops, fds: 20, pipe: true, threads: true });
/** What speed is told of; the first one comes with all the rest. */
const speedScenarios = {
  'hackbench -g 4, 48 CPUs': alone('kunpeng920-48', hackbench(4, 1000)),
  'pairs 14, 24 CPUs': alone('kunpeng920-24', { kind: 'pairs', pairs: 14, requests: 20_000 }),
  'hackbench -g 25, 96 CPUs': alone('kunpeng920-96', hackbench(25, 200)),
};
/** Events, and turns of the yardstick, that are timed one after the other; natively they are as many. */
const EVENTS = 4_000;
const TURNS = 16_000;
const rounds = 5;
/** 96 CPUs, 1,000 tasks: what a snapshot has to hold. */
const snapshotScenario = alone('kunpeng920-96', hackbench(25, 20));

/** 96 CPUs, 400 tasks, for as long as wanted: how far back can one go at once? */
const pastScenario = {
  ...snapshotScenario,
  workload: hackbench(10, 1_000_000),
  limit_ms: 600_000,
};
/** Events after which moments are sought, and how many of them. */
const pastEvents = [100e6, 300e6, 1000e6];
const sought = 60;
/** Ten minutes of watching the same at the usual speed. */
const scrubLink = '#v2&p=big&w=hackbench,g=10,l=1000000,p,T&limit=600000&t=6ms';

/** 128 CPUs, 1,000 tasks, two lanes, playing. */
const frameLink = '#v2&p=big&machine=kunpeng920-128&w=hackbench,g=25,l=1000,p,T&autoplay=1';
const settleMs = 3000;
const watchMs = 6000;
/** By then nothing is loaded ahead any more, on two cores. */
const laterMs = 12_000;

const quantile = (values, q) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
};
const median = (values) => quantile(values, 0.5);

/** The whole simulator, in which what is played goes on. */
const openWasm = async () => {
  const pkg = join(root, 'sim-wasm/pkg/whole');
  const { initSync, Simulation } = await import(pathToFileURL(join(pkg, 'sched_wasm.js')).href);
  const { memory } = initSync({ module: readFileSync(join(pkg, 'sched_wasm_bg.wasm')) });
  return { Simulation, memory };
};

const openYardstick = async () => {
  const pkg = join(root, 'sim-wasm/pkg/yardstick');
  const { initSync, turn } = await import(pathToFileURL(join(pkg, 'sched_yardstick.js')).href);
  initSync({ module: readFileSync(join(pkg, 'sched_yardstick_bg.wasm')) });
  return turn;
};

/** Runs a scenario in WebAssembly as `sched bench` does natively. */
const loadWasm = async () => {
  const { Simulation } = await openWasm();
  const turn = await openYardstick();
  return (scenario) => {
    const timed = new Simulation(scenario, 0);
    const since = performance.now();
    while (!timed.done()) timed.advance(Number.MAX_SAFE_INTEGER, 1 << 20);
    const seconds = (performance.now() - since) / 1000;
    const events = timed.events();
    timed.free();
    const beside = new Simulation(scenario, 0);
    const ratios = [];
    while (!beside.done()) {
      const start = performance.now();
      const handled = beside.advance(Number.MAX_SAFE_INTEGER, EVENTS);
      const between = performance.now();
      turn(TURNS);
      ratios.push(((handled / TURNS) * (performance.now() - between)) / (between - start));
    }
    beside.free();
    return { events, seconds, per_yardstick: median(ratios) };
  };
};

/** Native and WebAssembly take turns, so that both meet the same load of the machine. */
const compare = async (native, wasm, scenario) => {
  wasm(scenario); // the engine compiles hot code during the first run
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const [n, w] = [await native(scenario), wasm(scenario)];
    if (n.events !== w.events) throw new Problem(`Native handled ${n.events} events, WebAssembly ${w.events}.`);
    pairs.push([n, w]);
  }
  const of = (figure) => median(pairs.map(figure));
  return {
    native: of(([n]) => n.events / n.seconds),
    wasm: of(([, w]) => w.events / w.seconds),
    ratio: of(([n, w]) => n.seconds / w.seconds),
    recorded: of(([n]) => n.seconds / n.recorded_seconds),
    perYardstick: { native: of(([n]) => n.per_yardstick), wasm: of(([, w]) => w.per_yardstick) },
    eventsPerMessage: pairs[0][0].events_per_message,
  };
};

const runs = async (cli) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'scenario.json');
    const native = async (scenario) => {
      writeFileSync(file, scenario);
      return JSON.parse((await exec(cli, ['bench', file, '--json'])).stdout);
    };
    const wasm = await loadWasm();
    const speeds = {};
    for (const [name, scenario] of Object.entries(speedScenarios))
      speeds[name] = await compare(native, wasm, JSON.stringify(scenario));
    return { speeds, state: await native(JSON.stringify(snapshotScenario)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Moments all over a run, the same ones every time. */
const moments = (count, end) => Array.from({ length: count }, (_, i) => Math.floor((i * 0.618034 * end) % end));

/**
 * Moments sought in a long run, with the code of a lane's worker, and the memory that its WebAssembly has come to. Two
 * workers have twice that.
 */
const past = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const { build } = await import('vite');
    const input = { server: join(root, 'src/engine/lanes/server.ts'), frame: join(root, 'src/engine/wire/frame.ts') };
    const output = { entryFileNames: '[name].mjs' };
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      build: { ssr: true, outDir: folder, rollupOptions: { input, output } },
    });
    const bundled = (name) => import(pathToFileURL(join(folder, name)).href);
    const [{ createServer }, { FrameView }] = [await bundled('server.mjs'), await bundled('frame.mjs')];
    const { Simulation, memory } = await openWasm();
    const lane = createServer(Simulation, { heap: () => memory.buffer.byteLength });
    // As the page asks in a race: the timeline's 2 ms are in the log, who was switched in and nothing else, or what of
    // them the nearest state leaves; the rest the timeline asks for later.
    const step = { budgetMs: 20, windowNs: 2e6, level: 1 };
    lane.load(pastScenario, 0);
    let at = { ns: 0, events: 0 };
    const results = [];
    for (const events of pastEvents) {
      while (at.events < events) {
        const { frame } = lane.advance({ untilNs: 1e15, withSeries: false, ...step });
        at = new FrameView(frame);
      }
      const end = at.ns;
      const [seekMs, cpuMs, restMs] = [[], [], []];
      for (const ns of moments(sought, end)) {
        const [since, cpu] = [performance.now(), process.cpuUsage()];
        const { loggedFromNs } = lane.seek({ ns, events: null, ...step, budgetMs: 60_000, orLess: true });
        seekMs.push(performance.now() - since);
        const { user, system } = process.cpuUsage(cpu);
        cpuMs.push((user + system) / 1000);
        const fromNs = Math.max(0, ns - step.windowNs);
        if (loggedFromNs <= fromNs) continue;
        const then = performance.now();
        lane.range(fromNs, ns);
        restMs.push(performance.now() - then);
      }
      lane.seek({ ns: end, events: null, ...step, budgetMs: 60_000, orLess: true });
      results.push({ events, seekMs, cpuMs, restMs, bytes: memory.buffer.byteLength });
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Serves dist/. */
const serve = async () => {
  const { preview } = await import('vite');
  const server = await preview({ root, logLevel: 'error', preview: { host: '127.0.0.1', port: 4188 } });
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
};

const trace = async (page, ms) => {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'] },
  });
  await page.waitForTimeout(ms);
  await session.send('Tracing.end');
  await complete;
  return events;
};

/**
 * Main-thread work of each frame. A frame is the task that runs its animation callbacks, style, layout and paint, and
 * every task after it until the next one: timers, messages from the workers and collections count too. Time is the
 * clock's, so waiting for a core counts; what was spent on the CPU is given beside it.
 */
const frames = (events) => {
  const painter = events.find(({ name }) => name === 'FireAnimationFrame');
  if (!painter) throw new Problem('The page asked for no animation frame: is it playing?');
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === painter.pid && tid === painter.tid)
    .sort((a, b) => a.ts - b.ts);
  const starts = events
    .filter(({ name, pid, tid }) => name === 'FireAnimationFrame' && pid === painter.pid && tid === painter.tid)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const work = [];
  const cpu = [];
  let next = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    let drew = false;
    while (next < starts.length && starts[next] < ts + dur) {
      drew ||= starts[next] >= ts;
      next++;
    }
    if (drew) {
      work.push(0);
      cpu.push(0);
    }
    if (work.length === 0) continue;
    work[work.length - 1] += dur / 1000;
    cpu[cpu.length - 1] += tdur / 1000;
  }
  // The last frame is cut by the end of the recording.
  return {
    work: work.slice(0, -1),
    cpu: cpu.slice(0, -1),
    longest: Math.max(...tasks.map(({ dur = 0 }) => dur / 1000)),
  };
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
    for (let round = 0; round < rounds; round++) pictures.push(await firstPicture(browser, packed.address));
    await packed.close();
    const drawn = [];
    for (const ms of [settleMs, laterMs]) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(server.address + frameLink);
      await page.waitForTimeout(ms);
      drawn.push(frames(await trace(page, watchMs)));
      await page.context().close();
    }
    const [opened, later] = drawn;
    const dialogs = await dialogMs(browser, server.address + frameLink);
    const watched = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await watched.addInitScript(watchWorkers);
    await watched.goto(server.address + scrubLink);
    await watched.waitForTimeout(settleMs);
    await watched.keyboard.press(' ');
    const scrubMs = await scrub(watched, sought);
    await watched.context().close();
    return { loads, pictures, opened, later, dialogs, scrubMs, runManyS: await runMany(browser, server.address) };
  } finally {
    await browser.close();
    await server.close();
  }
};

/** Writes the line of this release into the table of docs/performance.md. */
const keepLine = (speeds) => {
  const path = join(root, 'docs/performance.md');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const figures = Object.values(speeds).map(
    ({ perYardstick: { native, wasm }, eventsPerMessage }) =>
      `${native.toFixed(3)} · ${wasm.toFixed(3)} · ${eventsPerMessage.toFixed(2)}`,
  );
  const line = `| ${version} | ${cpus()[0].model.trim()} | ${figures.join(' | ')} |`;
  const text = readFileSync(path, 'utf8').split('\n');
  const head = text.findIndex((row) => row.startsWith('| Release |'));
  const own = text.findIndex((row) => row.startsWith(`| ${version} |`));
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
  const { speeds, state } = await runs(cli);
  for (const [name, { native, wasm, ratio, recorded, perYardstick, eventsPerMessage }] of Object.entries(speeds)) {
    console.log(`${name}, median of ${rounds}, ${eventsPerMessage.toFixed(2)} events a message:`);
    console.log(`  native ${(native / 1e6).toFixed(1)} M events/s, WebAssembly ${(wasm / 1e6).toFixed(1)} M events/s`);
    console.log(
      `  per turn of the yardstick: native ${perYardstick.native.toFixed(3)}, WebAssembly ${perYardstick.wasm.toFixed(3)}`,
    );
    console.log(`  WebAssembly / native ${ratio.toFixed(2)}`);
    console.log(`  with decision records ${recorded.toFixed(2)} of the speed without`);
  }
  if (keep) keepLine(speeds);
  const [first] = Object.values(speeds);
  const yardsticks = ({ perYardstick: { native, wasm }, eventsPerMessage }) => ({
    native: rounded(native, 4),
    wasm: rounded(wasm, 4),
    events_per_message: rounded(eventsPerMessage, 3),
  });
  const told = {
    events_per_s: { native: Math.round(first.native), wasm: Math.round(first.wasm) },
    wasm_over_native: rounded(first.ratio, 3),
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
    `one lane of 96 CPUs and 400 tasks, ${sought} moments sought (load of the machine ${loadavg()[0].toFixed(1)}):`,
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
      `median of ${rounds}: painted after ${pictureMs.toFixed(0)} ms, moving after ${motionMs.toFixed(0)} ms`,
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
