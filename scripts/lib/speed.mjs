// Measures the speed of the simulator: native, and as WebAssembly in Node and in Chromium.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { snapshotScenario, speedScenarios } from './bench-scenarios.mjs';
import { Problem, root } from './process.mjs';
import { median, ROUNDS } from './quantile.mjs';

const exec = promisify(execFile);

const pkg = join(root, 'sim-wasm/pkg');

/** The folder of the fast build in a checkout; older ones have another name for it. */
const fastBuild = (checkout) =>
  ['fast', 'whole'].map((name) => join(checkout, 'sim-wasm/pkg', name)).find((folder) => existsSync(folder));

/** The fast build of a checkout's simulator. */
export const openWasm = async (checkout = root) => {
  const folder = fastBuild(checkout);
  const { initSync, Simulation } = await import(pathToFileURL(join(folder, 'sched_wasm.js')).href);
  const { memory } = initSync({ module: readFileSync(join(folder, 'sched_wasm_bg.wasm')) });
  return { Simulation, memory };
};

/** The tools module: readers, and the compiler of policies. */
export const openTools = async () => {
  const { initSync, ...tools } = await import(pathToFileURL(join(pkg, 'tools/sched_tools.js')).href);
  const { memory } = initSync({ module: readFileSync(join(pkg, 'tools/sched_tools_bg.wasm')) });
  return { ...tools, memory };
};

const openYardstick = async () => {
  const { initSync, turn } = await import(pathToFileURL(join(pkg, 'yardstick/sched_yardstick.js')).href);
  initSync({ module: readFileSync(join(pkg, 'yardstick/sched_yardstick_bg.wasm')) });
  return turn;
};

/**
 * Runs a scenario as WebAssembly, as `sched bench` does natively. The browser receives the text of this function, so it
 * may use only its arguments.
 */
const timed = ({ engine: { Simulation, turn }, scenario }) => {
  // Numbers of events and of turns of the yardstick that are timed alternately; `sched bench` has the same numbers.
  const EVENTS = 4_000;
  const TURNS = 16_000;
  const whole = new Simulation(scenario, 0);
  const since = performance.now();
  while (!whole.done()) whole.advance(Number.MAX_SAFE_INTEGER, 1 << 20);
  const seconds = (performance.now() - since) / 1000;
  const events = whole.events();
  whole.free();
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
  ratios.sort((a, b) => a - b);
  return { events, seconds, per_yardstick: ratios[Math.floor(ratios.length / 2)] };
};

const node = async () => {
  const engine = { Simulation: (await openWasm()).Simulation, turn: await openYardstick() };
  return { run: async (scenario) => timed({ engine, scenario }), close: async () => {} };
};

/** A page with the simulator only. */
const browser = async (executablePath) => {
  const [{ preview }, { chromium }] = await Promise.all([import('vite'), import('@playwright/test')]);
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir: pkg },
    preview: { host: '127.0.0.1', port: 4189 },
  });
  const opened = await chromium.launch({ executablePath });
  const [address] = server.resolvedUrls.local;
  const page = await opened.newPage();
  // A cross-origin isolated page has a clock of 5 microseconds instead of 100.
  const headers = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>', headers }));
  await page.goto(address);
  const engine = await page.evaluateHandle(
    async (modules) => {
      const [{ default: openSimulator, Simulation }, { default: openTimers, turn }] = await Promise.all(
        modules.map((module) => import(module)),
      );
      await Promise.all([openSimulator(), openTimers()]);
      return { Simulation, turn };
    },
    [`/${basename(fastBuild(root))}/sched_wasm.js`, '/yardstick/sched_yardstick.js'],
  );
  return {
    run: (scenario) => page.evaluate(timed, { engine, scenario }),
    version: opened.version(),
    close: async () => {
      await opened.close();
      await server.close();
    },
  };
};

/** Native and WebAssembly alternate, so that the load of the machine affects both. */
const compare = async (native, engines, scenario) => {
  // An engine compiles hot code during its first run.
  for (const { run } of engines) await run(scenario);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await native(scenario);
    const others = [];
    for (const { run } of engines) others.push(await run(scenario));
    for (const { events } of others) {
      if (events !== ours.events) throw new Problem(`Native handled ${ours.events} events, WebAssembly ${events}.`);
    }
    rounds.push([ours, ...others]);
  }
  const of = (figure) => median(rounds.map(figure));
  const at = (index) => ({
    eventsPerS: of((round) => round[index].events / round[index].seconds),
    ofNative: of((round) => round[0].seconds / round[index].seconds),
    perYardstick: of((round) => round[index].per_yardstick),
  });
  return {
    native: at(0),
    engines: engines.map((_, i) => at(i + 1)),
    recorded: of(([ours]) => ours.seconds / ours.recorded_seconds),
    eventsPerMessage: rounds[0][0].events_per_message,
  };
};

/** Runs a scenario with the native command line at `cli`. */
export const runNative = async (cli, scenario) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'scenario.json');
  try {
    writeFileSync(file, scenario);
    return JSON.parse((await exec(cli, ['bench', file, '--json'])).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/**
 * Speeds of every scenario by name, and the time to copy a large state (ms). Without `chromium`, WebAssembly runs in
 * Node only.
 */
export const speedsOf = async ({ cli, chromium }) => {
  const engines = [await node()];
  if (chromium) engines.push(await browser(chromium));
  try {
    const native = (scenario) => runNative(cli, scenario);
    const speeds = {};
    for (const [name, scenario] of Object.entries(speedScenarios))
      speeds[name] = await compare(native, engines, JSON.stringify(scenario));
    const names = [`Node ${process.versions.node}`, ...(chromium ? [`Chromium ${engines[1].version}`] : [])];
    const { snapshot_ms: copyMs } = await native(JSON.stringify(snapshotScenario));
    return { names, speeds, copyMs };
  } finally {
    for (const { close } of engines) await close();
  }
};
