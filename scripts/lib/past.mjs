// Measures how long a lane takes to seek in a long run, and its memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pastScenario } from './bench-scenarios.mjs';
import { root } from './process.mjs';
import { openWasm } from './speed.mjs';

/** Number of sought moments. */
export const SOUGHT = 60;

/** Moments distributed over a run, the same ones every time. */
export const moments = (count, end) => Array.from({ length: count }, (_, i) => Math.floor((i * 0.618034 * end) % end));

/**
 * The request of the page while both lanes play: the timeline's last 2 ms with task switches only, as far as the
 * nearest saved state has them; the timeline requests the rest later.
 */
const STEP = { budgetMs: 20, windowNs: 2e6, level: 1 };

/** A lane with the code of its worker and the fast build of a checkout. */
export const openLane = async (scenario, checkout = root) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const { build } = await import('vite');
    const input = {
      server: join(checkout, 'src/engine/lanes/server.ts'),
      frame: join(checkout, 'src/engine/wire/frame.ts'),
    };
    const output = { entryFileNames: '[name].mjs' };
    await build({
      root: checkout,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      build: { ssr: true, outDir: folder, rollupOptions: { input, output } },
    });
    const bundled = (name) => import(pathToFileURL(join(folder, name)).href);
    const [{ createServer }, { FrameView }] = [await bundled('server.mjs'), await bundled('frame.mjs')];
    const { Simulation, memory } = await openWasm(checkout);
    const server = createServer(Simulation, { heap: () => memory.buffer.byteLength });
    server.load(scenario, 0);
    let at = { ns: 0, events: 0 };
    return {
      bytes: () => memory.buffer.byteLength,
      /** Runs until this many events; resolves to the simulated time (ns). */
      runTo(events) {
        while (at.events < events)
          at = new FrameView(server.advance({ untilNs: 1e15, withSeries: false, ...STEP }).frame);
        return at.ns;
      },
      /**
       * Seeks to a moment; resolves to the time it takes, also on the CPU, and the time for the rest of the timeline,
       * if any (ms).
       */
      seek(ns) {
        const [since, cpu] = [performance.now(), process.cpuUsage()];
        const { loggedFromNs } = server.seek({ ns, events: null, ...STEP, budgetMs: 60_000, orLess: true });
        const ms = performance.now() - since;
        const { user, system } = process.cpuUsage(cpu);
        const fromNs = Math.max(0, ns - STEP.windowNs);
        if (loggedFromNs <= fromNs) return { ms, cpuMs: (user + system) / 1000, restMs: null };
        const then = performance.now();
        server.range(fromNs, ns);
        return { ms, cpuMs: (user + system) / 1000, restMs: performance.now() - then };
      },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Seek times after this many events, and the memory of the lane's WebAssembly. */
export const past = async (afterEvents) => {
  const lane = await openLane(pastScenario);
  return afterEvents.map((events) => {
    const end = lane.runTo(events);
    const sought = moments(SOUGHT, end).map((ns) => lane.seek(ns));
    lane.seek(end);
    return {
      events,
      seekMs: sought.map(({ ms }) => ms),
      cpuMs: sought.map(({ cpuMs }) => cpuMs),
      restMs: sought.flatMap(({ restMs }) => restMs ?? []),
      bytes: lane.bytes(),
    };
  });
};
