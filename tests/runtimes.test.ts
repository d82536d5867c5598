/**
 * Random documents have the same event hashes natively, in Node and in browsers. `ENDURANCE_RUNTIMES=FROM-UNTIL` selects the
 * seeds; without it nothing runs. A browser needs no driver: it opens a page that runs the documents and sends the hashes.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as fast from '../sim-wasm/pkg/fast/sched_wasm.js';
import * as small from '../sim-wasm/pkg/sched_wasm.js';
import { randomness, randomScenario } from './random-scenario';

const EVENTS = 5000;
const asked = process.env.ENDURANCE_RUNTIMES;
const [from = 0, until = 0] = (asked ?? '0-0').split('-').map(Number);
const BUILDS = { small, fast };
const FOLDERS = { small: '', fast: 'fast/' } as const;
const pkg = (name: string) => readFileSync(new URL(`../sim-wasm/pkg/${name}`, import.meta.url));

/** The output of `sched hashes`. Also runs in the page. */
function hashesOf(Sim: typeof small.Simulation, text: string, events: number): string {
  const hashes: string[] = [];
  for (let lane = 0; lane < (JSON.parse(text) as { lanes: unknown[] }).lanes.length; lane++) {
    const sim = new Sim(text, lane);
    sim.advance(Number.MAX_SAFE_INTEGER, events);
    hashes.push((JSON.parse(sim.report()) as { hash: string }).hash);
    sim.free();
  }
  return hashes.join(' ');
}

const PAGE = `<!doctype html><script type="module">
const hashesOf = ${hashesOf};
const lines = (await (await fetch('/documents')).text()).split('\\n');
const said = {};
for (const [build, folder] of Object.entries(${JSON.stringify(FOLDERS)})) {
  const { default: init, Simulation } = await import('/' + folder + 'sched_wasm.js');
  await init();
  try { said[build] = lines.map((line) => hashesOf(Simulation, line, ${EVENTS})); } catch (thrown) { said[build] = [String(thrown)]; }
}
await fetch('/hashes', { method: 'POST', body: JSON.stringify(said) });
</script>`;

/** The timeout for the answer of a browser. */
const MOST_MS = 10 * 60_000;

/** Ends a browser with all its processes, which write into the profile while they live. */
async function end(browser: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => browser.once('exit', resolve));
  try {
    if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
  } catch {
    // None of them is running any more.
  }
  if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null) await exited;
}

/** The hashes of a browser. */
async function inBrowser(program: string, args: (folder: string, url: string) => readonly string[], documents: string) {
  const folder = mkdtempSync(join(tmpdir(), 'runtimes-'));
  const files: Readonly<Record<string, readonly [string, string | Buffer]>> = {
    '/': ['text/html', PAGE],
    ...Object.fromEntries(
      Object.values(FOLDERS).flatMap((folder) => [
        [`/${folder}sched_wasm.js`, ['text/javascript', pkg(`${folder}sched_wasm.js`)] as const],
        [`/${folder}sched_wasm_bg.wasm`, ['application/wasm', pkg(`${folder}sched_wasm_bg.wasm`)] as const],
      ]),
    ),
    '/documents': ['text/plain', documents],
  };
  let answered: (text: string) => void = () => {};
  const answer = new Promise<string>((resolve) => {
    answered = resolve;
  });
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        response.end();
        answered(body);
      });
      return;
    }
    const file = files[request.url ?? '/'];
    response.writeHead(file ? 200 : 404, { 'content-type': file?.[0] ?? 'text/plain' });
    response.end(file?.[1]);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = spawn(program, args(folder, url), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
    // A process group, so that it can be ended as a whole.
    detached: true,
  });
  const gone = new Promise<string>((resolve) => {
    browser.once('error', (error) => resolve(String(error)));
    browser.once('exit', (code) => resolve(`ended with ${code}`));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer in ${MOST_MS / 60_000} minutes`), MOST_MS);
  });
  try {
    return await Promise.race([answer, gone, silent]);
  } finally {
    clearTimeout(timer);
    await end(browser);
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const firefox = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

test.runIf(asked)(
  `documents ${from} to ${until} have the same hashes in every runtime`,
  { timeout: 7_200_000 },
  async () => {
    const documents = Array.from({ length: until - from }, (_, i) =>
      JSON.stringify(randomScenario(randomness(from + i))),
    ).join('\n');
    const native = spawnSync(process.env.SCHED ?? 'sched', ['hashes', '--events', String(EVENTS)], {
      input: documents,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    expect(native.stderr).toBe('');
    const should = native.stdout.trimEnd().split('\n');
    expect(should).toHaveLength(until - from);
    expect(should.filter((line) => !/^[0-9a-f]{16}( [0-9a-f]{16})?$/.test(line))).toEqual([]);
    /** Returns the seeds with another hash. */
    const differ = (lines: readonly string[]) =>
      should.flatMap((line, i) => (line === lines[i] ? [] : [`seed ${from + i}: ${lines[i]}, natively ${line}`]));
    for (const [build, { initSync, Simulation }] of Object.entries(BUILDS)) {
      initSync({ module: pkg(`${FOLDERS[build as keyof typeof BUILDS]}sched_wasm_bg.wasm`) });
      expect(differ(documents.split('\n').map((line) => hashesOf(Simulation, line, EVENTS))), build).toEqual([]);
    }
    const runtimes = ['native', 'Node'];
    const browsers = [
      [
        'Chromium',
        chromium,
        (folder: string, url: string) => [
          '--headless=new',
          '--no-sandbox',
          '--no-first-run',
          `--user-data-dir=${folder}`,
          url,
        ],
      ],
      ['Firefox', firefox, (folder: string, url: string) => ['--headless', '--no-remote', '--profile', folder, url]],
    ] as const;
    expect(existsSync(chromium), chromium).toBe(true);
    for (const [name, program, args] of browsers) {
      if (!existsSync(program)) continue;
      const answer = await inBrowser(program, args, documents);
      expect(answer, name).toMatch(/^\{/);
      for (const [build, lines] of Object.entries(JSON.parse(answer) as Record<keyof typeof BUILDS, string[]>))
        expect(differ(lines), `${name}, ${build}`).toEqual([]);
      runtimes.push(name);
    }
    console.log(`runtimes: ${runtimes.join(', ')}`);
  },
);
