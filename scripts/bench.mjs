// Speed of the simulator native and in WebAssembly, cost of a frame in a browser, size of a first load.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Problem, root } from './lib/process.mjs';

const exec = promisify(execFile);

/** hackbench -g 4 -l 1000 -p -T on 48 CPUs, alone. */
const speedScenario = {
  version: 1,
  machine: 'kunpeng920-48',
  workload: { kind: 'hackbench', groups: 4, loops: 1000, fds: 20, pipe: true, threads: true },
  lanes: [{}],
};
const rounds = 5;
/** 96 CPUs, 1,000 tasks: what a snapshot has to hold. */
const snapshotScenario = {
  version: 1,
  machine: 'kunpeng920-96',
  workload: { kind: 'hackbench', groups: 25, loops: 20, fds: 20, pipe: true, threads: true },
  lanes: [{}],
};

/** 128 CPUs, 1,000 tasks, two lanes, playing. */
const frameLink = '#v1&p=big&machine=kunpeng920-128&w=hackbench,g=25,l=1000,p,T&autoplay=1';
const settleMs = 3000;
const watchMs = 6000;

const quantile = (values, q) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
};
const median = (values) => quantile(values, 0.5);

const loadWasm = async () => {
  const pkg = join(root, 'sim-wasm/pkg');
  const { initSync, Simulation } = await import(pathToFileURL(join(pkg, 'sched_wasm.js')).href);
  initSync({ module: readFileSync(join(pkg, 'sched_wasm_bg.wasm')) });
  return (scenario) => {
    const simulation = new Simulation(scenario, 0);
    let events = 0;
    const since = performance.now();
    while (!simulation.done()) events += simulation.advance(Number.MAX_SAFE_INTEGER, 1 << 20);
    const seconds = (performance.now() - since) / 1000;
    simulation.free();
    return { events, seconds };
  };
};

/** Native and WebAssembly take turns, so that both meet the same load of the machine. */
const speed = async (cli) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'scenario.json');
    const scenario = JSON.stringify(speedScenario);
    writeFileSync(file, scenario);
    const native = async () => JSON.parse((await exec(cli, ['bench', file, '--json'])).stdout);
    const wasm = await loadWasm();
    wasm(scenario); // the engine compiles hot code during the first run
    const rates = { native: [], wasm: [] };
    const recorded = [];
    for (let round = 0; round < rounds; round++) {
      const [n, w] = [await native(), wasm(scenario)];
      if (n.events !== w.events) throw new Problem(`Native handled ${n.events} events, WebAssembly ${w.events}.`);
      rates.native.push(n.events / n.seconds);
      recorded.push(n.seconds / n.recorded_seconds);
      rates.wasm.push(w.events / w.seconds);
    }
    const ratio = median(rates.native.map((rate, round) => rates.wasm[round] / rate));
    writeFileSync(file, JSON.stringify(snapshotScenario));
    const { snapshot_ms: snapshotMs } = await native();
    return { native: median(rates.native), wasm: median(rates.wasm), ratio, recorded: median(recorded), snapshotMs };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Serves dist/ and keeps the list of files that were asked for. */
const serve = async () => {
  const { preview } = await import('vite');
  const asked = new Set();
  const server = await preview({
    root,
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 4188 },
    plugins: [
      {
        name: 'asked',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use((request, _, next) => {
            asked.add(request.url === '/' ? '/index.html' : request.url.split('?')[0]);
            next();
          });
        },
      },
    ],
  });
  return { address: server.resolvedUrls.local[0], asked, close: () => server.close() };
};

const sizes = (asked) => {
  const gzipped = [...asked].map((path) => [
    path,
    gzipSync(readFileSync(join(root, 'dist', path)), { level: 9 }).length,
  ]);
  const total = (list) => list.reduce((sum, [, bytes]) => sum + bytes, 0);
  return { wasm: total(gzipped.filter(([path]) => path.endsWith('.wasm'))), total: total(gzipped) };
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

const browse = async (executablePath) => {
  const { chromium } = await import('@playwright/test');
  const server = await serve();
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(server.address);
    await page.waitForTimeout(settleMs);
    const bytes = sizes(server.asked);
    await page.goto('about:blank');
    await page.goto(server.address + frameLink);
    await page.waitForTimeout(settleMs);
    return { bytes, ...frames(await trace(page, watchMs)) };
  } finally {
    await browser.close();
    await server.close();
  }
};

const rounded = (value, digits) => Number(value.toFixed(digits));

/** Runs the benchmark with the native command line at `cli`; with `json` its last line is one JSON object. */
export const bench = async ({ cli, chromium, json }) => {
  const { native, wasm, ratio, recorded, snapshotMs } = await speed(cli);
  console.log(`hackbench -g 4 -l 1000 -p -T, 48 CPUs, median of ${rounds}:`);
  console.log(`  native ${(native / 1e6).toFixed(1)} M events/s, WebAssembly ${(wasm / 1e6).toFixed(1)} M events/s`);
  console.log(`  WebAssembly / native ${ratio.toFixed(2)}`);
  console.log(`  with decision records ${recorded.toFixed(2)} of the speed without`);
  console.log(`snapshot of 96 CPUs and 1,000 tasks: ${snapshotMs.toFixed(2)} ms`);

  const { bytes, work, cpu, longest } = await browse(chromium);
  console.log(`128 CPUs, 1,000 tasks, two lanes playing, ${work.length} frames in ${watchMs / 1000} s:`);
  console.log(
    `  main thread per frame: median ${median(work).toFixed(2)} ms, 95 % ${quantile(work, 0.95).toFixed(2)} ms`,
  );
  console.log(`  of which on the CPU: median ${median(cpu).toFixed(2)} ms, 95 % ${quantile(cpu, 0.95).toFixed(2)} ms`);
  console.log(`  longest task ${longest.toFixed(1)} ms`);
  console.log(`first load, gzip -9: ${bytes.total} bytes, of which WebAssembly ${bytes.wasm}`);

  if (!json) return;
  console.log(
    JSON.stringify({
      events_per_s: { native: Math.round(native), wasm: Math.round(wasm) },
      wasm_over_native: rounded(ratio, 3),
      recorded_over_plain: rounded(recorded, 3),
      snapshot_ms: rounded(snapshotMs, 3),
      frame_ms: { median: rounded(median(work), 3), p95: rounded(quantile(work, 0.95), 3) },
      longest_task_ms: rounded(longest, 3),
      gzip_bytes: bytes,
    }),
  );
};
