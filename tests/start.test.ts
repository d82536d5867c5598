/**
 * Starts that are interrupted, concurrent, or meet a full disk or a port in use: `npm start` works, or explains why
 * not.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adviceOn, run } from '../scripts/lib/process.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
});
// A compiler that was left running may still write; `maxRetries` would not list a folder again.
afterEach(() => vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), { timeout: 30_000 }));

/** Runs the text of a module in Node, in the repository. */
function node(text: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', text], { env: { ...process.env, ...env } });
}
async function outputOf(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

const locked = (work: string) => `
  import { withLock } from './scripts/lib/lock.mjs';
  import { setTimeout as sleep } from 'node:timers/promises';
  await withLock(${JSON.stringify(join(folder, 'lock'))}, async () => { ${work} });`;

test('two concurrent starts take turns, and the second names the process that it waits for', async () => {
  const work = "console.log('begins'); await sleep(300); console.log('ends');";
  const children = [node(locked(work)), node(locked(work)), node(locked(work))];
  let order = '';
  for (const child of children) child.stdout?.on('data', (chunk) => (order += chunk));
  const ended = await Promise.all(children.map(outputOf));
  expect(order.match(/begins|ends/g)).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
  expect(ended.filter(({ output }) => /Waiting for process \d+/.test(output))).toHaveLength(2);
});

test('a start replaces the lock of a killed process', async () => {
  const killed = node(locked("console.log('begins'); await sleep(60_000);"));
  await once(killed.stdout!, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'close');
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  expect(await outputOf(node(locked("console.log('begins')")))).toEqual({ code: 0, output: 'begins\n' });
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

/** A cargo that takes a moment to compile its tool and leaves a compiler running, as a killed start does. */
const CARGO = `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in --root) root="$2" ;; --target-dir) target="$2" ;; esac
  shift
done
mkdir -p "$target/deps" "$root/bin"
(for i in $(seq 150); do mkdir -p "$target/deps" && echo > "$target/deps/$i"; sleep 0.01; done) >/dev/null 2>&1 &
echo compiled >> "$root/compiled"
`;
const needTools = `
  import { needTools } from './scripts/lib/rust.mjs';
  import { existsSync } from 'node:fs';
  const tools = process.env.TOOLS;
  await needTools(tools, async () => existsSync(tools + '/compiled') ? [] : [['tool', '--version', '1.0.0']]);
  console.log('ready');`;

function fakeCargo(script: string): Record<string, string> {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'cargo'), script);
  chmodSync(join(bin, 'cargo'), 0o755);
  return { PATH: `${bin}:${process.env.PATH}`, TOOLS: join(folder, 'tools') };
}

test('a compiler left by a killed start does not stop the next start', async () => {
  const { code, output } = await outputOf(node(needTools, fakeCargo(CARGO)));
  expect(output).toMatch(/^▸ Compiling tool once[\s\S]*ready\n$/);
  expect(code).toBe(0);
});

test('of two concurrent starts one compiles the tool', async () => {
  const env = fakeCargo(CARGO);
  const ended = await Promise.all([outputOf(node(needTools, env)), outputOf(node(needTools, env))]);
  for (const { code, output } of ended)
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/ready\n$/) });
  expect(readFileSync(join(folder, 'tools/compiled'), 'utf8')).toBe('compiled\n');
});

test('a full disk gives one sentence', async () => {
  const full = 'The disk is full: make room and start again.';
  expect(adviceOn(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(full);
  const failing = run('sh', ['-c', 'echo "error: No space left on device (os error 28)"; exit 101'], { show: true });
  await expect(failing).rejects.toThrow(full);
});

test('the message names a read-only folder, or a port that is in use', () => {
  const advice = (error: object) => adviceOn(Object.assign(new Error('listen'), error));
  expect(advice({ code: 'EROFS', path: '/ro/dist' })).toMatch(/^\/ro\/dist cannot be written: /);
  expect(advice({ message: 'Port 4173 is already in use' })).toMatch(/choose another with --port NUMBER\.$/);
  expect(advice({ code: 'EACCES', port: 80 })).toMatch(/^Port 80 needs another user's rights/);
  expect(advice({ code: 'EADDRNOTAVAIL', address: '10.9.9.9' })).toMatch(/--host ADDRESS\.$/);
  expect(advice({ code: 'EPIPE' })).toBeNull();
});
