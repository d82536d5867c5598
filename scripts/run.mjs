// Runs every command of package.json, after installing missing programs. Plain Node modules only, since it runs before
// node_modules exists.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withLock } from './lib/lock.mjs';
import { adviceOn, bin, env, handOver, Problem, root, run, say } from './lib/process.mjs';
import { needMutants, needRust, needWasm, needWasmCompilers, needYardstick, program, workspace } from './lib/rust.mjs';
import { needChromium } from './lib/system.mjs';

const needNodeModules = async () => {
  const lock = statSync(join(root, 'package-lock.json')).mtimeMs;
  const installed = join(root, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= lock) return;
  say('Installing the npm packages (usually 15 s)');
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  // Not `npm ci`: it refuses a lock file if the registry lacks packages for other platforms.
  await run(npm[0], [...npm[1], 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    problem: 'The npm packages could not be installed: npm says why above (can its registry be reached?).',
  });
};

/** Two concurrent commands would write the same files. */
const lock = join(root, '.cache/build.lock');

/** npm downloads while cargo compiles. */
const needAll = async () => {
  await Promise.all([needNodeModules(), needWasmCompilers()]);
  await needWasm();
};

const prepare = () => withLock(lock, needAll);

const build = () =>
  withLock(lock, async () => {
    await needAll();
    await run(bin('vite'), ['build', '--logLevel', 'warn'], { show: true, problem: 'The app could not be built.' });
  });

/** The page, and the page in one file, which opens without a server. */
const buildAll = async () => {
  await build();
  await run(bin('vite'), ['build', '--config', 'vite.one-file.config.ts', '--logLevel', 'warn'], {
    show: true,
    problem: 'The page in one file could not be built.',
  });
};

const serverOptions = (args) => {
  const known = 'Known options: --port NUMBER, --host ADDRESS, --open.';
  let options;
  try {
    options = parseArgs({
      args,
      options: { host: { type: 'string' }, port: { type: 'string' }, open: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}. ${known}`);
  }
  const { host = '127.0.0.1', port, open } = options;
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65535)) {
    throw new Problem(`--port is ${port}; expected 0 to 65535. ${known}`);
  }
  // A requested port is used, or the start fails.
  return { host, ...(port && { port: Number(port), strictPort: true }), open };
};

const tellAddress = (server) => {
  const { local = [], network = [] } = server.resolvedUrls ?? {};
  for (const address of [...local, ...network]) console.log(`\n  Scheduler Playground: ${address}`);
  console.log('  Ctrl+C stops it.\n');
};

const start = async (args) => {
  const options = serverOptions(args);
  await build();
  const { preview } = await import('vite');
  tellAddress(await preview({ root, logLevel: 'warn', preview: options }));
};

const dev = async (args) => {
  const options = serverOptions(args);
  await prepare();
  const { createServer } = await import('vite');
  const server = await createServer({ root, server: options });
  tellAddress(await server.listen());
};

const browser = async (args) => {
  await build();
  await needChromium();
  process.exitCode = await handOver(bin('playwright'), [
    'test',
    ...(args.length > 0 ? args : ['--grep-invert', '@walk']),
  ]);
};

const test = (isLong) => async (args) => {
  if (args.length > 0) throw new Problem(`npm test takes no options, and was given ${args.join(' ')}.`);
  await prepare();
  await needChromium();
  await needRust();
  const { runTests } = await import('./lib/tests.mjs');
  process.exitCode = (await runTests({ isLong })) ? 0 : 1;
};

/** Builds the command line of a checkout; resolves to its path. */
const commandLine = async (checkout = root) => {
  await needRust();
  const isOther = checkout !== root;
  const path = isOther ? join(checkout, 'sim-wasm/target/release/sched') : program;
  // To stderr, since the output of the command line may be piped into another program.
  if (!existsSync(path)) console.error('▸ Compiling the command line once (usually 1 minute)');
  await run('cargo', ['build', '--release', '--quiet', '--locked', '-p', 'sched-cli'], {
    cwd: isOther ? join(checkout, 'sim-wasm') : workspace,
    ...(isOther && { extraEnv: { CARGO_TARGET_DIR: join(checkout, 'sim-wasm/target') } }),
    show: true,
    problem: 'The command line could not be built; the compiler says why above.',
  });
  return path;
};

/** Runs in the caller's folder, since paths among the arguments are relative to it. */
const sim = async (args) => {
  process.exitCode = await handOver(await commandLine(), args, { cwd: process.env.INIT_CWD });
};

/** Simulates the published tables, and formats the report like every document. */
const replicate = async (args) => {
  process.exitCode = await handOver(await commandLine(), ['replicate', ...args]);
  await run(process.execPath, ['scripts/format-docs.mjs']);
};

const generate = async () => {
  process.exitCode = await handOver(await commandLine(), ['generate']);
  // The lists of the page in docs/link.md, the results of the first screen, and the rows that the acts draw: the tests that
  // compare them write them.
  if (!process.exitCode) {
    // The results are those of the present Rust code, not of an older build.
    await prepare();
    const tests = ['tests/link-document.test.ts', 'tests/gains.test.ts', 'tests/record.test.ts'];
    await run(bin('vitest'), ['run', ...tests, '--update'], { extraEnv: { LONG_TESTS: 'all' } });
  }
};

const benchOptions = (args) => {
  try {
    return parseArgs({ args, options: { speed: { type: 'boolean' }, against: { type: 'string' } } }).values;
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}. Known options: --speed, --against DIR.`);
  }
};

const bench = async (args) => {
  const { speed = false, against } = benchOptions(args);
  if (speed) await prepare();
  else {
    await build();
    await needChromium();
  }
  await needYardstick();
  const path = against && resolve(process.env.INIT_CWD ?? '.', against);
  const { bench } = await import('./bench.mjs');
  await bench({
    cli: await commandLine(),
    chromium: env.CHROMIUM_PATH,
    isSpeedOnly: speed,
    against: path && { path, cli: await commandLine(path) },
  });
};

const endure = async (args) => {
  const { endurance, enduranceOptions } = await import('./endurance.mjs');
  const options = enduranceOptions(args);
  await build();
  await needChromium();
  const isGood = await endurance(options, { cli: await commandLine(), chromium: env.CHROMIUM_PATH });
  process.exitCode = isGood ? 0 : 1;
};

/** Mutation testing of the Rust code, in place: its tests read files outside the workspace. */
const mutants = async (args) => {
  await needMutants();
  process.exitCode = await handOver('cargo', ['mutants', '--in-place', '--output', root, ...args], { cwd: workspace });
};

const shots = async (args) => {
  const { chosen, shots } = await import('./shots.mjs');
  // Unknown options are refused before anything is built.
  chosen(args);
  await build();
  await needChromium();
  await shots(args, env.CHROMIUM_PATH);
};

/** The npm package with the web component, and the wheel for notebooks. */
const pack = async () => {
  await prepare();
  const { packages } = await import('./packages.mjs');
  for (const path of await packages()) console.log(path);
};

const commands = {
  start,
  packages: pack,
  dev,
  test: test(false),
  'test:long': test(true),
  browser,
  build: buildAll,
  wasm: () => withLock(lock, needWasm),
  sim,
  replicate,
  generate,
  bench,
  endurance: endure,
  mutants,
  shots,
};

const [name, ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new Problem(`Known commands: ${Object.keys(commands).join(', ')}.`);
  await command(args);
} catch (error) {
  const sentence = error instanceof Problem ? error.message : adviceOn(error);
  if (!sentence) throw error;
  console.error(`\n✗ ${sentence}`);
  process.exitCode = 1;
}
