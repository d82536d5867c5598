// Measures how fast a recording is read: natively, as WebAssembly in Node, and by the page.
import { execFile, execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { traceOf } from './frames.mjs';
import { openTools } from './speed.mjs';

const CPUS = 16;
const TASKS = 600;
/** Bytes that are written at once. */
const PIECE = 1 << 20;

/** Numbers below `most`, the same for a seed (xorshift of 32 bits). */
const randomOf = (seed) => {
  let x = seed;
  return (most) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % most;
  };
};

/** Lines of tracefs: tasks wake each other, wait in queues, run and sleep. */
function* linesOf(seed) {
  const random = randomOf(seed);
  const names = Array.from({ length: TASKS }, (_, i) => (i % 7 === 0 ? `pool worker ${i}` : `server/${i}`));
  const asleep = Array.from({ length: TASKS }, (_, i) => i + 1000);
  const runs = Array.from({ length: CPUS }, () => 0);
  const queues = Array.from({ length: CPUS }, () => []);
  const last = new Map();
  const name = (pid, cpu) => (pid === 0 ? `swapper/${cpu}` : names[pid - 1000]);
  const prio = (pid) => 120 + (pid % 5 === 1 ? 3 : 0);
  const three = (cpu) => String(cpu).padStart(3, '0');
  let us = 5_000_000_000;
  yield '# tracer: nop\n#\n# entries-in-buffer/entries-written: 1/1   #P:16\n#\n';
  for (;;) {
    us += 1 + random(4);
    const cpu = random(CPUS);
    const pid = runs[cpu];
    const seconds = `${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, '0')}`;
    const comm = (pid === 0 ? '<idle>' : name(pid, cpu)).padStart(16);
    const line = (flags, event) => `${comm}-${String(pid).padEnd(7)} [${three(cpu)}] ${flags}  ${seconds}: ${event}\n`;
    if (asleep.length > 0 && (pid === 0 ? random(3) === 0 : random(2) === 0)) {
      const at = random(asleep.length);
      const wakee = asleep[at];
      asleep[at] = asleep[asleep.length - 1];
      asleep.pop();
      const from = last.get(wakee) ?? cpu;
      const idle = runs.findIndex((one, i) => one === 0 && queues[i].length === 0);
      const to = idle >= 0 && random(4) > 0 ? idle : from;
      const who = `comm=${name(wakee, 0)} pid=${wakee} prio=${prio(wakee)}`;
      yield line(pid === 0 ? 'd.h4.' : 'd..3.', `sched_waking: ${who} target_cpu=${three(from)}`);
      if (to !== from) yield line('d..3.', `sched_migrate_task: ${who} orig_cpu=${from} dest_cpu=${to}`);
      yield line('dN.4.', `sched_wakeup: ${who} target_cpu=${three(to)}`);
      queues[to].push(wakee);
    } else if (pid !== 0 || queues[cpu].length > 0) {
      const next = queues[cpu].shift() ?? 0;
      const sleeps = pid !== 0 && (next === 0 || random(5) > 0);
      const state = pid === 0 || !sleeps ? 'R' : 'S';
      if (pid !== 0 && sleeps) asleep.push(pid);
      if (pid !== 0 && !sleeps) queues[cpu].push(pid);
      if (pid !== 0) last.set(pid, cpu);
      const prev = `prev_comm=${name(pid, cpu)} prev_pid=${pid} prev_prio=${prio(pid)} prev_state=${state}`;
      const nexts = `next_comm=${name(next, cpu)} next_pid=${next} next_prio=${prio(next)}`;
      yield line('d..2.', `sched_switch: ${prev} ==> ${nexts}`);
      runs[cpu] = next;
    }
  }
}

/** Writes a recording of at least so many bytes. */
export function writeRecording(path, bytes, seed = 1) {
  const file = openSync(path, 'w');
  let text = '';
  let written = 0;
  for (const line of linesOf(seed)) {
    text += line;
    if (text.length < PIECE) continue;
    written += writeSync(file, text);
    text = '';
    if (written >= bytes) break;
  }
  closeSync(file);
  return written;
}

/** The time on the CPU (s) and the memory of a child process (MB), as `time` reports them. */
async function timed(program, args) {
  const format = ['-f', '%U %S %M'];
  const { stderr } = await promisify(execFile)('/usr/bin/time', [...format, program, ...args], {
    maxBuffer: 1 << 26,
  });
  const [user, system, kb] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { s: user + system, mb: kb / 1e3 };
}

/** Reads a file with the module of the page's worker. Prints the time on the CPU (s), the memory of the module (MB) and the events. */
async function readInNode(path) {
  const { RecordingReader, memory } = await openTools();
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(4 << 20);
  const reader = new RecordingReader();
  const since = process.cpuUsage();
  for (;;) {
    const length = readSync(file, piece);
    if (length === 0) break;
    reader.push(piece.subarray(0, length));
  }
  const { counters } = JSON.parse(reader.finish('trace'));
  const { user, system } = process.cpuUsage(since);
  const mb = memory.buffer.byteLength / 1e6;
  process.stdout.write(JSON.stringify({ s: (user + system) / 1e6, mb, events: counters.events }));
}

/** Opens a file on the page. `s`: the time on the CPU of the worker; `longest`, `longestCpu`: of a task of the main thread (ms). */
export async function readOnPage(page, address, path) {
  await page.goto(`${address}#v3&p=steal&t=0ms`);
  await page.locator('canvas').first().waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Open a recording…' }).click();
  const dialog = page.getByRole('dialog');
  let waited = 0;
  const events = await traceOf(page, async () => {
    const since = performance.now();
    await dialog.locator('input[type=file]').setInputFiles(path);
    await dialog.getByRole('progressbar').waitFor();
    await dialog.getByRole('progressbar').waitFor({ state: 'detached', timeout: 300_000 });
    await dialog.getByRole('heading', { name: /^A recording: / }).waitFor();
    waited = (performance.now() - since) / 1e3;
  });
  const nameOf = (thread) =>
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name.startsWith(thread))
      .map(({ pid, tid }) => `${pid} ${tid}`);
  const tasksOf = (threads) =>
    events.filter(({ name, pid, tid }) => name === 'RunTask' && threads.includes(`${pid} ${tid}`));
  const longestOf = (tasks, key) => Math.max(...tasks.map((task) => task[key] ?? 0)) / 1e3;
  const main = tasksOf(nameOf('CrRendererMain'));
  const worker = tasksOf(nameOf('DedicatedWorker'));
  return {
    s: worker.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1e6,
    waited,
    longest: longestOf(main, 'dur'),
    longestCpu: longestOf(main, 'tdur'),
  };
}

/** Reads a recording natively and in Node, each in a process of its own, and `onPage`, which gets its path. */
export async function readRecordings({ cli, megabytes = 500, onPage = async () => null }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const path = join(folder, 'trace.txt');
    const bytes = writeRecording(path, megabytes * 1e6);
    const native = await timed(cli, ['trace', path, '--json']);
    const node = JSON.parse(
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), path], { encoding: 'utf8' }),
    );
    return { bytes, native, node, page: await onPage(path) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await readInNode(process.argv[2]);
