// How long it takes to go to a moment of a long run, and what memory that needs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pastScenario } from './bench-scenarios.mjs';
import { root } from './process.mjs';
import { openWasm } from './speed.mjs';

/** Events after which moments are sought, and how many of them. */
const pastEvents = [100e6, 300e6, 1000e6];
export const SOUGHT = 60;

/** Moments all over a run, the same ones every time. */
export const moments = (count, end) => Array.from({ length: count }, (_, i) => Math.floor((i * 0.618034 * end) % end));

/**
 * Moments sought in a long run, with the code of a lane's worker, and the memory that its WebAssembly has come to. Two
 * workers have twice that.
 */
export const past = async () => {
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
      for (const ns of moments(SOUGHT, end)) {
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
