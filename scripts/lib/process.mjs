// Runs other programs and prints progress. Plain Node: this works before node_modules exists.
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A program of the npm packages. */
export const bin = (name) => join(root, 'node_modules/.bin', name);

/** The environment of every started program; its PATH includes the tools that were found or installed. */
export const env = { ...process.env };

export const addToPath = (...folders) => {
  env.PATH = [...folders, env.PATH].join(delimiter);
};

/** A problem that a person has to solve; its message is shown without a stack trace. */
export class Problem extends Error {}

const FULL = 'The disk is full: make room and start again.';

/** Advice on an error of the operating system, in one sentence; null for any other error. */
export function adviceOn(error) {
  const { code, path, port, address, message } = error;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return FULL;
    case 'EROFS':
    case 'EPERM':
    case 'EACCES':
      return path
        ? `${path} cannot be written: change its permissions, or use a folder that is yours (XDG_CACHE_HOME for the tools).`
        : `Port ${port} needs another user's rights: choose one above 1023 with --port NUMBER.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${address ?? 'The address'} is not an address of this machine: choose another with --host ADDRESS.`;
    default:
      return /^Port \d+ is already in use/.test(message) ? `${message}: choose another with --port NUMBER.` : null;
  }
}

export const say = (text) => console.log(`▸ ${text}`);

/** Full path of a program, or null. */
export const which = (name) => {
  for (const folder of env.PATH.split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {}
  }
  return null;
};

/**
 * Runs a program to its end and resolves to { code, output }. `show` prints the output as it arrives; if the program
 * cannot be started, the code is 127.
 */
export const attempt = (command, args, { cwd = root, extraEnv = {}, show = false } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...env, ...extraEnv }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (stream) => (chunk) => {
      output += chunk;
      if (show) stream.write(chunk);
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

/** Runs a program and fails the command if the program fails; prints its output only then, unless `show` is set. */
export const run = async (command, args, { problem, ...options } = {}) => {
  const { code, output } = await attempt(command, args, options);
  if (code === 0) return output;
  if (!options.show) process.stderr.write(output);
  if (/No space left on device|ENOSPC/.test(output)) throw new Problem(FULL);
  throw new Problem(problem ?? `${command} ${args.join(' ')} failed.`);
};

/** Runs a program in this terminal and resolves to its exit code. */
export const handOver = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', ...options });
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
