// `npm run bench -- --against DIR`: this checkout beside another one, in one run. The measurements alternate, so that a
// busy machine slows down both.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { firstPicture, serveGzipped } from './first-picture.mjs';
import { framesFor } from './frames.mjs';
import { moments, openLane, SOUGHT } from './past.mjs';
import { Problem, root } from './process.mjs';
import { median, quantile, ROUNDS } from './quantile.mjs';
import { openWasm, runNative } from './speed.mjs';

/** A row of the table: the figure of both, and the ratio of the new to the old one. */
const row = (name, old, now, digits, unit) =>
  `| ${name} | ${old.toFixed(digits)} ${unit} | ${now.toFixed(digits)} ${unit} | ${(now / old).toFixed(3)} |`;

const eventsPerS = (Simulation, scenario) => {
  const run = new Simulation(scenario, 0);
  const since = performance.now();
  while (!run.done()) run.advance(Number.MAX_SAFE_INTEGER, 1 << 20);
  const speed = run.events() / ((performance.now() - since) / 1000);
  run.free();
  return speed;
};

/** Measures both in turns, `rounds` times after one warm-up; resolves to the figures of each. */
async function inTurns(both, rounds, measure) {
  const figures = both.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [i, one] of both.entries()) {
      const figure = await measure(one);
      if (round >= 0) figures[i].push(figure);
    }
  }
  return figures;
}

async function speedRows(both) {
  const rows = [];
  const [theirs, ours] = both.map(({ scenarios }) => scenarios.speedScenarios);
  for (const [name, scenario] of Object.entries(ours)) {
    if (!(name in theirs)) continue;
    const text = (one) => JSON.stringify(one === both[1] ? scenario : theirs[name]);
    const native = await inTurns(both, ROUNDS, async (one) => {
      const { events, seconds } = await runNative(one.cli, text(one));
      return events / seconds / 1e6;
    });
    const wasm = await inTurns(both, ROUNDS, (one) => eventsPerS(one.Simulation, text(one)) / 1e6);
    rows.push(row(`${name}, native`, ...native.map(median), 2, 'M events/s'));
    rows.push(row(`${name}, WebAssembly`, ...wasm.map(median), 2, 'M events/s'));
    const [, share] = wasm.map((speeds, i) => median(speeds) / median(native[i]));
    rows.push(`| ${name}, WebAssembly of native | | ${share.toFixed(2)} | |`);
  }
  return rows;
}

async function seekRows(both, afterEvents) {
  const lanes = [];
  for (const { path, scenarios } of both) lanes.push(await openLane(scenarios.pastScenario, path));
  return afterEvents.flatMap((events) => {
    const ends = lanes.map((lane) => lane.runTo(events));
    const times = lanes.map(() => []);
    // Both seek to the same fraction of their run.
    for (const share of moments(SOUGHT, 1e6))
      for (const [i, lane] of lanes.entries()) times[i].push(lane.seek(Math.floor((share / 1e6) * ends[i])).ms);
    for (const [i, lane] of lanes.entries()) lane.seek(ends[i]);
    const name = `a moment after ${events / 1e6} M events`;
    return [
      row(`${name}, median`, ...times.map(median), 1, 'ms'),
      row(`${name}, 95 %`, ...times.map((all) => quantile(all, 0.95)), 1, 'ms'),
    ];
  });
}

async function pageRows(both, { chromium, link, settleMs, watchMs }) {
  const playwright = await import('@playwright/test');
  const browser = await playwright.chromium.launch({ executablePath: chromium });
  const served = [];
  try {
    for (const { path } of both) served.push(await serveGzipped(path));
    const frames = await inTurns(served, ROUNDS, async ({ address }) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(address + link);
      await page.waitForTimeout(settleMs);
      const { work, cpu } = await framesFor(page, watchMs);
      await page.context().close();
      return { median: median(work), late: quantile(work, 0.95), cpu: median(cpu), lateCpu: quantile(cpu, 0.95) };
    });
    const pictures = await inTurns(served, ROUNDS, ({ address }) => firstPicture(browser, address));
    const of = (figures, key) => figures.map((all) => median(all.map((one) => one[key])));
    return [
      row('a frame, median', ...of(frames, 'median'), 2, 'ms'),
      row('a frame, 95 %', ...of(frames, 'late'), 2, 'ms'),
      row('a frame on the CPU, median', ...of(frames, 'cpu'), 2, 'ms'),
      row('a frame on the CPU, 95 %', ...of(frames, 'lateCpu'), 2, 'ms'),
      row('first picture, slow network and CPU', ...of(pictures, 'pictureMs'), 0, 'ms'),
      row('first motion, slow network and CPU', ...of(pictures, 'motionMs'), 0, 'ms'),
    ];
  } finally {
    for (const { close } of served) await close();
    await browser.close();
  }
}

async function openCheckout(path, cli, parts) {
  if (parts.some((part) => !existsSync(join(path, part))))
    throw new Problem(`${path} is not built: run npm run build there.`);
  const { Simulation } = await openWasm(path);
  const scenarios = await import(pathToFileURL(join(path, 'scripts/lib/bench-scenarios.mjs')).href);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: path, encoding: 'utf8' }).trim();
  return { path, cli, Simulation, scenarios, commit };
}

/**
 * Prints the table. `clis`: the native command lines of the other checkout and of this one; `page`: the browser, and what
 * is watched in it, or null for the speed of the simulator only.
 */
export async function compareCheckouts(other, clis, page) {
  const parts = page ? ['sim-wasm/pkg', 'dist'] : ['sim-wasm/pkg'];
  const both = [await openCheckout(other, clis[0], parts), await openCheckout(root, clis[1], parts)];
  const heading = `| Figure | ${both[0].commit} | ${both[1].commit} | Ratio |\n|---|---|---|---|`;
  const rows = await speedRows(both);
  if (page) rows.push(...(await seekRows(both, [10e6, 100e6])), ...(await pageRows(both, page)));
  const sought = page ? `; ${SOUGHT} moments` : '';
  console.log(`\n${heading}\n${rows.join('\n')}\n\nMedians of ${ROUNDS} rounds in turns${sought}.`);
}
