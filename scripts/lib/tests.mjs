// What `npm test` and `npm run test:long` run, and which of it a change can have broken.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { attempt, bin, Problem, root, say, seconds } from './process.mjs';
import { program, workspace } from './rust.mjs';

const cargo = (...args) => ['cargo', args, { cwd: workspace }];
const playwright = (...args) => [bin('playwright'), ['test', ...args]];

/** How to read the number of tests that passed and failed from what a program printed. */
const counters = {
  cargo: /^test result: .*? (?<passed>\d+) passed; (?<failed>\d+) failed/gm,
  vitest: /^\s+Tests\s+(?:(?<failed>\d+) failed)?[ |]*(?:(?<passed>\d+) passed)?/gm,
  playwright: /^\s+(?:(?<failed>\d+) failed|(?<passed>\d+) passed)/gm,
};

/** Files that a step reads: where none of them changed it says what it said before. */
const reads = {
  rust: /^(sim-wasm\/|examples\/.*\.json$|tests\/fixtures\/|docs\/|src\/scenario\/generated\/)/,
  rustSources: /^sim-wasm\//,
  rooms: /^sim-wasm\/|^scripts\/check-rust-rooms/,
  types: /\.(tsx?|mts|json)$|^sim-wasm\//,
  lint: /\.(tsx?|m?js|mts|json|css|html)$/,
  imports: /^(src|scripts)\//,
  locks: /^package|^sim-wasm\/.*Cargo\.|^scripts\/check-supply/,
  unit: /^(src|tests|scripts\/lib|docs|examples|sim-wasm|public|\.github)\/|^(package|vite|tsconfig|index)/,
  page: /^(src|tests|scripts\/lib|examples|sim-wasm|public)\/|^(package|vite|playwright|index)/,
};

/**
 * Two tracks go beside each other, since most steps keep one core busy; the browser comes after both and has the machine to
 * itself. Slow tests that rarely break are marked, `#[ignore]` in Rust and `@long` in the browser. A step that is silent fails
 * when it prints anything: `npm start` shows what the build prints, and a stranger reads a warning as a fault.
 */
export const QUICK = [
  { name: 'Rust format', track: 'core', reads: reads.rustSources, command: cargo('fmt', '--all', '--check') },
  {
    name: 'Rust import direction',
    track: 'core',
    reads: reads.rooms,
    command: ['node', ['scripts/check-rust-rooms.mjs']],
  },
  {
    name: 'Rust lint',
    track: 'core',
    reads: reads.rustSources,
    command: cargo('clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings'),
  },
  {
    name: 'Rust tests',
    track: 'core',
    reads: reads.rust,
    command: cargo('test', '--locked', '--no-fail-fast'),
    counter: counters.cargo,
  },
  { name: 'Licences and hashes', track: 'page', reads: reads.locks, command: ['node', ['scripts/check-supply.mjs']] },
  { name: 'Import direction', track: 'page', reads: reads.imports, command: ['node', ['scripts/check-imports.mjs']] },
  { name: 'TypeScript types', track: 'page', reads: reads.types, command: [bin('tsc'), ['-p', 'tsconfig.json']] },
  {
    name: 'TypeScript types of tests',
    track: 'page',
    reads: reads.types,
    command: [bin('tsc'), ['-p', 'tsconfig.node.json']],
  },
  {
    name: 'Lint and format',
    track: 'page',
    reads: reads.lint,
    command: [bin('biome'), ['check', '--error-on-warnings']],
  },
  { name: 'Nothing unused', track: 'page', reads: reads.lint, command: [bin('knip'), []] },
  {
    name: 'Production build',
    track: 'page',
    reads: reads.page,
    command: [bin('vite'), ['build', '--logLevel', 'warn']],
    silent: true,
  },
  {
    name: 'Unit tests',
    track: 'page',
    reads: reads.unit,
    command: [bin('vitest'), ['run']],
    counter: counters.vitest,
    narrowed: unitTestsOf,
  },
  {
    name: 'Browser tests',
    track: 'browser',
    reads: reads.page,
    command: playwright('--grep-invert', '@long|@walk'),
    counter: counters.playwright,
    narrowed: browserTestsOf,
  },
];

const LONG = [
  {
    name: 'Command line',
    track: 'core',
    command: cargo('build', '--release', '--quiet', '--locked', '-p', 'sched-cli'),
  },
  {
    name: 'Long Rust tests',
    track: 'core',
    command: cargo('test', '--locked', '--no-fail-fast', '--', '--ignored'),
    counter: counters.cargo,
  },
  {
    name: 'Long unit tests',
    track: 'page',
    command: [
      'env',
      [
        'LONG_TESTS=1',
        bin('vitest'),
        'run',
        'src/scenario/opening.test.ts',
        'tests/effect.test.ts',
        'tests/presetNotes.test.ts',
      ],
    ],
    counter: counters.vitest,
  },
  {
    name: 'Fault schedules',
    track: 'page',
    command: ['env', ['FAULT_SCHEDULES=0-10000', bin('vitest'), 'run', 'tests/faults.test.ts']],
    counter: counters.vitest,
  },
  {
    name: 'Documents in every runtime',
    track: 'core',
    command: ['env', [`SCHED=${program}`, 'ENDURANCE_RUNTIMES=0-1000', bin('vitest'), 'run', 'tests/runtimes.test.ts']],
    counter: counters.vitest,
  },
  {
    name: 'Production build',
    track: 'page',
    command: [bin('vite'), ['build', '--logLevel', 'warn']],
    silent: true,
  },
  {
    name: 'Long browser tests',
    track: 'browser',
    command: playwright('--grep', '@long'),
    counter: counters.playwright,
  },
];

/** Vitest follows imports by itself, but not what a test reads as a file. */
function unitTestsOf(files, since) {
  const followed = files.every((file) => /^(src|tests)\/.*\.tsx?$/.test(file));
  return followed ? [bin('vitest'), ['run', '--passWithNoTests', '--changed', since]] : null;
}

/** Rooms that are loaded when they are opened, and are opened by their own browser tests only. */
const APART = ['embed', 'front', 'notes', 'present', 'replication', 'seeds'];
const EVERY_PAGE = 'tests/smoke.spec.ts';

/** The browser tests of the rooms that changed; null: all. */
function browserTestsOf(files) {
  const specs = new Set([EVERY_PAGE]);
  for (const file of files.filter((one) => reads.page.test(one) && !/\.test\.tsx?$/.test(one))) {
    const room = /^src\/rooms\/(\w+)\//.exec(file)?.[1];
    if (/\.spec\.ts$/.test(file)) {
      if (existsSync(join(root, file))) specs.add(file);
    } else if (APART.includes(room)) {
      const folder = `src/rooms/${room}`;
      const own = readdirSync(join(root, folder)).filter((name) => name.endsWith('.spec.ts'));
      for (const name of own) specs.add(`${folder}/${name}`);
    } else return null;
  }
  return playwright('--grep-invert', '@long|@walk', ...specs);
}

const git = async (...args) => {
  const { code, output } = await attempt('git', args);
  return code === 0 ? output.trim() : null;
};

/** Where the work on a branch began; on main itself, its last commit. */
const fork = async () => (await git('merge-base', 'HEAD', '@{upstream}')) ?? (await git('rev-parse', 'HEAD'));

/** The steps that a change since `revision` can have broken. */
async function narrowed(steps, revision) {
  const since = revision || (await fork());
  const differ = since && (await git('diff', '--name-only', since));
  if (differ === null || since === null) throw new Problem(`--changed: git knows no revision "${revision ?? ''}".`);
  const added = await git('ls-files', '--others', '--exclude-standard');
  const files = `${differ}\n${added}`.split('\n').filter(Boolean);
  return steps.flatMap((step) => {
    if (!files.some((file) => step.reads.test(file))) return [];
    const command = step.narrowed?.(files, since);
    return [command ? { ...step, name: `${step.name} of the change`, command } : step];
  });
}

const count = (output, counter) => {
  const total = { passed: 0, failed: 0 };
  for (const { groups } of stripVTControlCharacters(output).matchAll(counter)) {
    total.passed += Number(groups.passed ?? 0);
    total.failed += Number(groups.failed ?? 0);
  }
  return total;
};

/** Runs a step; what it printed is shown where it failed. */
async function runStep({ name, command, counter, silent }) {
  const since = performance.now();
  const [program, args, options] = command;
  const ended = await attempt(program, args, options);
  const { output } = ended;
  const code = silent && output.trim() !== '' ? Math.max(ended.code, 1) : ended.code;
  const tests = counter ? count(output, counter) : { passed: code === 0 ? 1 : 0, failed: 0 };
  if (code !== 0) tests.failed = Math.max(tests.failed, 1);
  if (code !== 0) process.stdout.write(`\n${output}\n`);
  // A test that passed the second time only.
  const flaky = /^ +\d+ flaky\n(?: +\[.*\n)*/m.exec(stripVTControlCharacters(output))?.[0] ?? '';
  const line = `  ${code === 0 ? '✓' : '✗'} ${name.padEnd(36)}${seconds(since).padStart(8)}`;
  console.log(`${line}${flaky && `\n${flaky}`}`);
  return { ...tests, line };
}

/**
 * Runs the steps, those of the tracks `core` and `page` beside each other. `long`: the slow ones instead of the quick ones.
 * `changed`: only what a change since that revision can have broken ('': since the branch began).
 */
export async function runTests({ long = false, changed } = {}) {
  const begin = performance.now();
  const all = long ? LONG : QUICK;
  const steps = changed === undefined ? all : await narrowed(all, changed);
  const results = [];
  const track = async (name) => {
    for (const step of steps.filter((one) => one.track === name)) results.push(await runStep(step));
  };
  say(`${steps.length} steps, on two tracks at once`);
  await Promise.all([track('core'), track('page')]);
  await track('browser');
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${results.map(({ line }) => line).join('\n')}`);
  console.log(`  ${'in all'.padEnd(38)}${seconds(begin).padStart(8)}\n`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}
