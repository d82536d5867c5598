// The steps of `npm test` and `npm run test:long`.
import { stripVTControlCharacters } from 'node:util';
import { attempt, bin, say, seconds } from './process.mjs';
import { testedProgram, workspace } from './rust.mjs';

const node = (...args) => ({ command: 'node', args });
const tool = (name, ...args) => ({ command: bin(name), args });
/** `counter` extracts the numbers of passed and failed tests from the output of a program. */
const cargo = (...args) => ({ command: 'cargo', args, options: { cwd: workspace } });
const cargoTest = (...args) => ({
  ...cargo('test', '--locked', '--no-fail-fast', ...args),
  counter: /^test result: .*? (?<passed>\d+) passed; (?<failed>\d+) failed/gm,
});
const vitest = (extraEnv, ...files) => ({
  ...tool('vitest', 'run', ...files),
  options: { extraEnv },
  counter: /^\s+Tests\s+(?:(?<failed>\d+) failed)?[ |]*(?:(?<passed>\d+) passed)?/gm,
});
const playwright = (...args) => ({
  ...tool('playwright', 'test', ...args),
  counter: /^\s+(?:(?<failed>\d+) failed|(?<passed>\d+) passed)/gm,
});
/**
 * Fails if it prints anything: `npm start` shows the output of the build, and a newcomer takes a warning for an error.
 */
const build = { ...tool('vite', 'build', '--logLevel', 'warn'), isSilent: true };

/**
 * The tracks `core` and `page` run in parallel, since most steps use one core; `browser` runs after both and has the
 * machine to itself. Slow tests that rarely fail are marked: `#[ignore]` in Rust, `@long` in the browser.
 */
const QUICK = {
  core: {
    'Rust format': cargo('fmt', '--all', '--check'),
    'Rust import direction': node('scripts/check-rust-rooms.mjs'),
    'Rust lint': cargo('clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings'),
    'Rust tests': cargoTest(),
  },
  page: {
    'Licences and hashes': node('scripts/check-supply.mjs'),
    'Import direction': node('scripts/check-imports.mjs'),
    'Format of the documents': node('scripts/format-docs.mjs', '--check'),
    'TypeScript types': tool('tsc', '-p', 'tsconfig.json'),
    'TypeScript types of tests': tool('tsc', '-p', 'tsconfig.node.json'),
    'Lint and format': tool('biome', 'check', '--error-on-warnings'),
    'Nothing unused': tool('knip'),
    'Production build': build,
    'Unit tests': vitest({}),
  },
  browser: {
    'Browser tests': playwright('--grep-invert', '@long|@walk'),
  },
};

/** `LONG_TESTS=all npm run test:long` runs every case instead of a sample. */
const { LONG_TESTS = '1' } = process.env;

const LONG = {
  core: {
    'Long Rust tests': cargoTest('--', '--ignored'),
    'Fuzz targets compile': cargo('check', '--locked', '--manifest-path', 'fuzz/Cargo.toml'),
    'Documents in every runtime': vitest(
      { SCHED: testedProgram, ENDURANCE_RUNTIMES: '0-300' },
      'tests/runtimes.test.ts',
    ),
  },
  page: {
    'Long unit tests': vitest(
      { LONG_TESTS },
      'src/scenario/opening.test.ts',
      ...(LONG_TESTS === 'all' ? ['tests/effect.test.ts'] : []),
      'tests/gains.test.ts',
      'tests/presetNotes.test.ts',
    ),
    // The quick tests run the first thousand.
    'Fault schedules': vitest({ FAULT_SCHEDULES: '1000-4000' }, 'tests/faults.test.ts'),
    'Production build': build,
  },
  browser: {
    // With the program that the Rust tests have compiled.
    'Long browser tests': {
      ...playwright('--grep', '@long'),
      options: { extraEnv: { SCHED: testedProgram, LONG_TESTS } },
    },
  },
};

function countTests(output, counter) {
  const total = { passed: 0, failed: 0 };
  for (const { groups } of output.matchAll(counter)) {
    total.passed += Number(groups.passed ?? 0);
    total.failed += Number(groups.failed ?? 0);
  }
  return total;
}

/** Runs a step, and prints its output if it fails. */
async function runStep(name, { command, args, options, counter, isSilent = false }) {
  const since = performance.now();
  const ended = await attempt(command, args, options);
  const output = stripVTControlCharacters(ended.output);
  const isGood = ended.code === 0 && !(isSilent && output.trim() !== '');
  const tests = counter ? countTests(output, counter) : { passed: Number(isGood), failed: 0 };
  if (!isGood) {
    tests.failed = Math.max(tests.failed, 1);
    process.stdout.write(`\n${ended.output}\n`);
  }
  // Tests that passed at the second attempt.
  const flaky = /^ +\d+ flaky\n(?: +\[.*\n)*/m.exec(output)?.[0] ?? '';
  const line = `  ${isGood ? '✓' : '✗'} ${name.padEnd(36)}${seconds(since).padStart(8)}`;
  console.log(`${line}${flaky && `\n${flaky}`}`);
  return { ...tests, line };
}

/** Runs the quick or the long steps; resolves to whether all passed. */
export async function runTests({ isLong }) {
  const since = performance.now();
  const { core, page, browser } = isLong ? LONG : QUICK;
  const results = [];
  const track = async (steps) => {
    for (const [name, step] of Object.entries(steps)) results.push(await runStep(name, step));
  };
  say(`${[core, page, browser].flatMap(Object.keys).length} steps, two at a time`);
  await Promise.all([track(core), track(page)]);
  await track(browser);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${results.map(({ line }) => line).join('\n')}`);
  console.log(`  ${'in all'.padEnd(38)}${seconds(since).padStart(8)}\n`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}
