// `npm run mutants`: whether the tests notice when the code is changed. Faults are put in one by one, in pieces; it goes on where
// it was stopped, prints what was not noticed, and writes how much was into docs/testing.md.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { count, figures, putFigures, rowOf, stateIn } from './lib/figures.mjs';
import { goOn, today, wantedPieces } from './lib/pieces.mjs';
import { attempt, Problem, root, run, say } from './lib/process.mjs';
import { cache, needMutants, needWasm } from './lib/rust.mjs';

const folder = join(root, '.cache/mutants');
/** A checkout of its own, since tests read what stands beside the Rust code; elsewhere, since tests are looked for here. */
const tree = join(cache, 'mutants');
const state = stateIn(join(folder, 'state.json'));

/** The simulator's files of tests in one, where faults are put in; and those that take long. */
const JOINED = 'joined';
const SLOW = ['invariants', 'endurance'];

/**
 * What is changed, by whose tests it is to be noticed (those that are soon built and run come first: the others are asked about
 * what is left), what share of it should be, and into how many pieces it is cut. Of TypeScript the folder is named; its tests are to
 * notice, and a piece is some of its files.
 */
const PARTS = {
  core: {
    title: 'the simulator',
    mutated: 'sched-core',
    tests: [
      { of: 'sched-core', which: ['--lib'] },
      { of: 'sched-core', which: ['--test', JOINED] },
      { of: 'sched-core', which: SLOW.flatMap((name) => ['--test', name]) },
    ],
    wanted: 90,
    pieces: 1000,
  },
  report: {
    title: 'the report and its rules',
    mutated: 'sched-judge',
    tests: [
      { of: 'sched-judge', which: ['--lib'] },
      { of: 'sched-cli', which: ['--bins'] },
      { of: 'sched-cli', which: ['--test', '*'] },
    ],
    wanted: 85,
    pieces: 40,
  },
  engine: {
    title: 'the page’s side of the workers',
    folder: 'src/engine',
    wanted: 85,
    pieces: 10,
  },
  scenario: { title: 'documents and links', folder: 'src/scenario', wanted: 85, pieces: 3 },
  replication: { title: 'the room of the report', folder: 'src/rooms/replication', wanted: 85, pieces: 1 },
};

/** What cargo mutants ends with where faults were put in: all noticed, some not, some that never end. Else it tells no score. */
const TOLD = [0, 2, 3];

/** Puts in one piece of a part's faults, and tells how many were noticed, and the names of the others. */
const piece = (part, at) => (part.folder ? stryker(part, at) : cargoMutants(part, at));

/** Rust's. */
async function cargoMutants({ mutated, tests: [first, ...others], pieces }, at) {
  const output = join(folder, 'out');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const ended = await attempt(
    'cargo',
    [
      ...['mutants', '--package', mutated, '--test-package', first.of],
      ...['--shard', `${at}/${pieces}`, '--sharding', 'round-robin', '--output', output],
      ...['--in-place', '--no-shuffle', '--colors', 'never', '--timeout', MOST_SECONDS],
      ...['--baseline', pass.has(first) ? 'skip' : 'run'],
      // What is built, too; that after the dashes is for the tests alone.
      ...[...first.which, ...FAIL_FAST.cargo].map((arg) => `--cargo-arg=${arg}`),
      ...['--', '--', ...FAIL_FAST.tests],
    ],
    inTree,
  );
  if (!TOLD.includes(ended.code)) throw new Problem(`cargo mutants says:\n${ended.output}`);
  pass.add(first);
  const { caught, timeout, outcomes } = JSON.parse(readFileSync(join(output, 'mutants.out/outcomes.json'), 'utf8'));
  const left = outcomes.filter(({ summary }) => summary === 'MissedMutant');
  const missed = [];
  for (const { scenario, diff_path } of left) {
    const { name, file } = scenario.Mutant;
    if (!(await isNoticed(file, join(output, 'mutants.out', diff_path), others))) missed.push(name);
  }
  // A fault that never ends is noticed.
  return { noticed: caught + timeout + left.length - missed.length, missed };
}

/** Whether one of some tests notices a fault that is not noticed by others: cargo mutants does not put in a fault by name. */
async function isNoticed(file, diff, tests) {
  const path = join(tree, 'sim-wasm', file);
  for (const asked of tests) {
    if (!pass.has(asked) && (await fails(asked))) throw new Problem(`Without a fault ${asked.which.join(' ')} fails.`);
    pass.add(asked);
    await run('patch', ['--silent', path, diff], { problem: `A fault could not be put in: ${diff}` });
    const noticed = await fails(asked);
    await run('git', ['checkout', '--', path], { cwd: tree });
    if (noticed) return true;
  }
  return false;
}

const fails = async ({ of, which }) => {
  const test = ['cargo', 'test', '--package', of, ...which, ...FAIL_FAST.cargo, '--', ...FAIL_FAST.tests];
  return (await attempt('timeout', [MOST_SECONDS, ...test], inTree)).code !== 0;
};

/** After so long a test is one that never ends. */
const MOST_SECONDS = '900';

/** Tests that are known to pass without a fault. */
const pass = new Set();

/** Nothing else that fails is of interest. The tests take the flag of a nightly build with this variable; the compiler is not to have it. */
const FAIL_FAST = {
  cargo: [`--config=target."cfg(all())".runner=["env", "RUSTC_BOOTSTRAP=1"]`],
  tests: ['-Zunstable-options', '--fail-fast'],
};

const inTree = {
  cwd: join(tree, 'sim-wasm'),
  // What is built for a fault is run once: where a test failed, and for how little, nobody asks.
  extraEnv: {
    CARGO_TARGET_DIR: join(folder, 'target'),
    CARGO_PROFILE_TEST_DEBUG: 'false',
    PROPTEST_MAX_SHRINK_ITERS: '0',
    RUST_BACKTRACE: '0',
  },
};

/** The folder of Stryker, whose packages nothing else needs. */
const strykerFolder = join(root, 'scripts/stryker');

/**
 * Files of quick tests come first: nearly all faults are noticed by them, and then the others are not run. Two that simulate
 * for a quarter of a minute are left out: what they alone would notice counts as not noticed.
 */
const quickFirst = (folder) => `
import { relative } from 'node:path';
import { configDefaults } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import own from './vite.config.ts';

const longestMs = new Map();

class QuickFirst extends BaseSequencer {
  async sort(files) {
    const { cache, config } = this.ctx;
    for (const { project, moduleId } of files) {
      const took = cache.getFileTestResults(\`\${project.name}:\${relative(config.root, moduleId)}\`)?.duration ?? 0;
      // It is shorter where not all of it was run.
      longestMs.set(moduleId, Math.max(took, longestMs.get(moduleId) ?? 0));
    }
    return files.toSorted((a, b) => longestMs.get(a.moduleId) - longestMs.get(b.moduleId));
  }
}

const include = ['${folder}/**/*.test.ts'];
const exclude = [...configDefaults.exclude, '**/opening.test.ts', '**/measured.test.ts'];
const test = { ...own.test, include, exclude, testTimeout: 300_000, sequence: { sequencer: QuickFirst } };
export default { ...own, test };
`;

/** Files into which no faults are put: tests, what is generated, words (their tests are of another kind), and what runs only in a worker. */
const NO_FAULTS = /\.(test|spec|worker)\.ts$|(^|\/)words[^/]*\.ts$|(^|\/)generated\//;

/** TypeScript's, with Stryker. */
async function stryker({ folder: tested, pieces }, at) {
  const files = readdirSync(join(tree, tested), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !NO_FAULTS.test(file))
    .sort()
    .filter((_, i) => i % pieces === at)
    .map((file) => join(tested, file));
  if (!existsSync(join(strykerFolder, 'node_modules')))
    await run('npm', ['ci', '--prefix', strykerFolder], { problem: 'Stryker could not be installed.' });
  for (const packages of ['node_modules', 'scripts/stryker/node_modules'])
    if (!existsSync(join(tree, packages))) symlinkSync(join(root, packages), join(tree, packages));
  cpSync(join(root, 'sim-wasm/pkg'), join(tree, 'sim-wasm/pkg'), { recursive: true });
  const report = join(folder, 'stryker.json');
  rmSync(report, { force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(tree, 'vitest.quick-first.config.mjs'), quickFirst(tested));
  writeFileSync(
    join(tree, 'stryker.config.json'),
    JSON.stringify({
      testRunner: 'vitest',
      vitest: { configFile: 'vitest.quick-first.config.mjs' },
      plugins: [join(strykerFolder, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      mutate: files,
      mutator: { excludedMutations: ['StringLiteral'] },
      reporters: ['json'],
      jsonReporter: { fileName: report },
      inPlace: true,
      ignoreStatic: true,
      // A fault is not noticed by a busy machine: what never ends is ended in a minute.
      timeoutMS: 60_000,
      dryRunTimeoutMinutes: 30,
      allowConsoleColors: false,
    }),
  );
  const command = join(strykerFolder, 'node_modules/.bin/stryker');
  const ended = await attempt(command, ['run', 'stryker.config.json'], { cwd: tree });
  if (!existsSync(report)) throw new Problem(`Stryker says:\n${ended.output}`);
  const told = Object.entries(JSON.parse(readFileSync(report, 'utf8')).files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ file, ...mutant })),
  );
  const of = (...states) => told.filter(({ status }) => states.includes(status));
  return {
    noticed: of('Killed', 'Timeout').length,
    missed: of('Survived', 'NoCoverage').map(
      ({ file, mutatorName, replacement, location }) =>
        `${file}:${location.start.line}:${location.start.column}: ${mutatorName} ${String(replacement).split('\n')[0].slice(0, 60)}`,
    ),
  };
}

/** Lays out the commit where faults are put in. */
async function checkOut(commit) {
  await attempt('git', ['worktree', 'remove', '--force', tree], { cwd: root });
  // One that this repository knows nothing of may have been left there.
  rmSync(tree, { recursive: true, force: true });
  await attempt('git', ['worktree', 'prune'], { cwd: root });
  await run('git', ['worktree', 'add', '--detach', tree, commit], {
    cwd: root,
    problem: 'No checkout could be made to put faults into.',
  });
}

/** Makes the simulator's files of tests modules of one: for every fault there is one program to build instead of each. */
function joinTests() {
  const tests = join(tree, 'sim-wasm/core/tests');
  const files = readdirSync(tests).filter((file) => file.endsWith('.rs'));
  const quick = files.map((file) => file.slice(0, -'.rs'.length)).filter((name) => !SLOW.includes(name));
  // Named by its path each finds its own modules where it did.
  writeFileSync(join(tests, `${JOINED}.rs`), quick.map((name) => `#[path = "${name}.rs"]\nmod ${name};\n`).join(''));
}

function write(own) {
  const told = figures('mutants');
  const rows = Object.entries(PARTS).map(([name, { title, wanted, pieces }]) => {
    const row = rowOf(told, name);
    if (!own[name] && row) return row;
    const { done = 0, noticed = 0, missed = [], date = '-', commit = '-' } = own[name] ?? {};
    const all = noticed + missed.length;
    const share = all > 0 ? `${Math.round((100 * noticed) / all)} %` : '-';
    return `| \`${name}\` | ${title} | ${count(done)} of ${count(pieces)} | ${noticed} of ${all} | ${share} | ${wanted} % | ${date} | ${commit} |`;
  });
  putFigures('mutants', [
    '| Part | What is changed | Pieces | Noticed | Share | Wanted | Date | Commit |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ]);
}

const options = (args) => wantedPieces(args, Object.keys(PARTS), { for: 'SECONDS' });

/** Refuses what is not known before anything is built. */
export const chosen = (args) => void options(args);

/** Pieces far apart come first, so that what is run is a fair part of all. */
const STRIDE = 37;

export async function mutants(args) {
  const { parts, for: seconds, anew } = options(args);
  if (parts.some((name) => PARTS[name].tests)) await needMutants();
  if (parts.some((name) => PARTS[name].folder)) await needWasm();
  const endMs = performance.now() + seconds * 1000;
  const all = state.read();
  if (anew) for (const name of parts) delete all[name];
  const { commit, date } = await today();
  await checkOut(commit);
  joinTests();
  for (const name of parts) {
    const part = PARTS[name];
    // What was run of another commit says nothing of this one.
    const own = all[name]?.commit === commit ? all[name] : { done: 0, noticed: 0, missed: [], commit };
    all[name] = own;
    say(`Faults in ${part.title}: ${count(own.done)} of ${count(part.pieces)} pieces`);
    const runPiece = async (at) => {
      const found = await piece(part, (at * STRIDE) % part.pieces);
      own.date = date;
      own.noticed += found.noticed;
      own.missed.push(...found.missed);
    };
    const keep = () => {
      state.keep(all);
      write(all);
    };
    await goOn(own, { until: part.pieces, endMs, run: runPiece, keep });
    console.log(
      `  ${own.noticed} noticed, ${own.missed.length} not${own.missed.map((one) => `\n    ${one}`).join('')}`,
    );
  }
}
