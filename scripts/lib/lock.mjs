// One process at a time builds into a folder. Plain Node: this works before node_modules exists.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './process.mjs';

/** The process that holds a lock; null if there is none, or it has ended without a release. */
function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return pid || null;
  } catch {
    return null;
  }
}

const me = String(process.pid);

async function take(file) {
  rmSync(file, { force: true });
  try {
    writeFileSync(file, me, { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  // Another process may have removed the same stale lock at the same time: the last one to write holds it.
  await sleep(50);
  return holderOf(file) === process.pid;
}

/** Runs `work` while this process holds the lock `file`; waits for another one that runs. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = null; ; ) {
    const holder = holderOf(file);
    if (holder === null) {
      if (await take(file)) break;
      continue;
    }
    if (holder !== waited) say(`Waiting for process ${holder}, which builds the same (its lock: ${file})`);
    waited = holder;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
