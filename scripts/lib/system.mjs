// Programs of the operating system that neither npm nor cargo installs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { attempt, env, Problem, run, say, which } from './process.mjs';

/** Installs system packages if that needs no password; resolves to whether it succeeded. */
const install = async (packages, what, usual) => {
  if (which('apt-get') === null) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && (which('sudo') === null || (await attempt('sudo', ['-n', 'true'])).code !== 0)) return false;
  const apt = (...args) => (isRoot ? ['apt-get', args] : ['sudo', ['-n', 'apt-get', ...args]]);
  say(
    `Installing ${what}: apt-get install ${packages.join(' ')}, ${isRoot ? 'as root' : 'with sudo'} (usually ${usual})`,
  );
  const extraEnv = { DEBIAN_FRONTEND: 'noninteractive' };
  await attempt(...apt('update', '-qq'), { extraEnv });
  const { code, output } = await attempt(...apt('install', '-y', '-qq', '--no-install-recommends', ...packages), {
    extraEnv,
  });
  if (code !== 0) process.stderr.write(output);
  return code === 0;
};

const chromiumPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const findChromium = () =>
  ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(which).find(Boolean) ??
  chromiumPlaces.find(existsSync);

/** Sets CHROMIUM_PATH, which the Playwright configuration reads. */
export const needChromium = async () => {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return;
    throw new Problem(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, and there is no such file: correct it or unset it.`);
  }
  if (!findChromium()) await install(['chromium'], 'Chromium for the browser tests', '20 s');
  const path = findChromium();
  if (!path) {
    throw new Problem(
      'The browser tests need Chromium, and it could not be installed here: install the package "chromium" (or Google Chrome) with your package manager, or set CHROMIUM_PATH to one.',
    );
  }
  env.CHROMIUM_PATH = path;
};

/** Rust needs the C compiler's driver to link build scripts and native programs. */
export const needLinker = async () => {
  if (which('cc')) return;
  if (process.platform === 'linux') await install(['gcc', 'libc6-dev'], 'the linker that Rust needs', '20 s');
  if (which('cc') === null) {
    throw new Problem(
      'Rust needs a linker ("cc"), and it could not be installed here: install gcc or clang with your package manager (on macOS: xcode-select --install).',
    );
  }
};

/** Downloads a file with curl or wget, which use the system's proxies; a file with another hash is deleted. */
export const download = async (url, path, sha256, problem) => {
  if (which('curl')) await run('curl', ['--proto', '=https', '-fsSL', '-o', path, url], { problem });
  else if (which('wget')) await run('wget', ['-q', '-O', path, url], { problem });
  else throw new Problem(`${problem} (Neither curl nor wget is installed to download it.)`);
  if (createHash('sha256').update(readFileSync(path)).digest('hex') === sha256) return;
  rmSync(path);
  throw new Problem(`${problem} (The file from ${url} has another SHA-256 than ${sha256}.)`);
};
