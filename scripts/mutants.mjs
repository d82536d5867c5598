// `npm run mutants`: whether the tests notice when the code is changed. Faults are put in one by one, in pieces; it goes on where
// it was stopped, and writes what was noticed into docs/testing.md.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { count, putFigures, stateIn } from './lib/figures.mjs';
import { wantedPieces } from './lib/pieces.mjs';
import { attempt, Problem, root, run, say } from './lib/process.mjs';
import { cache, needMutants, needWasm } from './lib/rust.mjs';

const folder = join(root, '.cache/mutants');
/** A checkout of its own, since tests read what stands beside the Rust code; elsewhere, since tests are looked for here. */
const tree = join(cache, 'mutants');
const state = stateIn(join(folder, 'state.json'));

/**
 * What is changed, by whose tests it is to be noticed, what share of it should be, and into how many pieces it is cut. Of
 * TypeScript the files are named, and the folder of the tests; a piece is all of them.
 */
const PARTS = {
  core: { title: 'the simulator', mutated: ['sched-core'], tested: ['sched-core'], wanted: 90, pieces: 1000 },
  report: {
    title: 'the report and its rules',
    mutated: ['sched-judge'],
    tested: ['sched-judge', 'sched-cli'],
    wanted: 85,
    pieces: 40,
  },
  engine: {
    title: 'the page’s side of the workers',
    files: 'src/engine/**/*.ts',
    tested: 'src/engine',
    wanted: 85,
    pieces: 1,
  },
  scenario: { title: 'documents and links', files: 'src/scenario/*.ts', tested: 'src/scenario', wanted: 85, pieces: 1 },
  replication: {
    title: 'the room of the report',
    files: 'src/rooms/replication/*.ts',
    tested: 'src/rooms/replication',
    wanted: 85,
    pieces: 1,
  },
};

/** What cargo mutants ends with where faults were put in: all noticed, some not, some that never end. Else it tells no score. */
const TOLD = [0, 2, 3];

const named = (flag, names) => names.flatMap((name) => [flag, name]);

/** Puts in one piece of a part's faults, and tells how many were noticed, and the names of the others. */
const piece = (part, at, isFirst) => (part.files ? stryker(part) : cargoMutants(part, at, isFirst));

/** Rust's. */
async function cargoMutants({ mutated, tested, pieces }, at, isFirst) {
  const output = join(folder, 'out');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const ended = await attempt(
    'cargo',
    [
      'mutants',
      ...named('--package', mutated),
      ...named('--test-package', tested),
      ...['--shard', `${at}/${pieces}`, '--sharding', 'round-robin', '--output', output],
      ...['--in-place', '--no-shuffle', '--colors', 'never', '--timeout', '900'],
      // The tests pass without a fault: asked once.
      ...['--baseline', isFirst ? 'run' : 'skip'],
    ],
    { cwd: join(tree, 'sim-wasm'), extraEnv: { CARGO_TARGET_DIR: join(folder, 'target') } },
  );
  if (!TOLD.includes(ended.code)) throw new Problem(`cargo mutants says:\n${ended.output}`);
  const { caught, timeout, outcomes } = JSON.parse(readFileSync(join(output, 'mutants.out/outcomes.json'), 'utf8'));
  const missed = outcomes.filter(({ summary }) => summary === 'MissedMutant');
  // A fault that never ends is noticed.
  return { noticed: caught + timeout, missed: missed.map(({ scenario }) => scenario.Mutant.name) };
}

/** The folder of Stryker, whose packages nothing else needs. */
const strykerFolder = join(root, 'scripts/stryker');

/**
 * Files of quick tests come first: nearly all faults are noticed by them, and then the others are not run. Two that simulate
 * for a quarter of a minute are left out: what they alone would notice counts as not noticed.
 */
const quickFirst = (tested) => `
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

const include = ['${tested}/**/*.test.ts'];
const exclude = [...configDefaults.exclude, '**/opening.test.ts', '**/measured.test.ts'];
const test = { ...own.test, include, exclude, testTimeout: 300_000, sequence: { sequencer: QuickFirst } };
export default { ...own, test };
`;

/** TypeScript's, with Stryker. Words are no faults: their tests are of another kind. */
async function stryker({ files, tested }) {
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
      mutate: [files, '!**/*.test.ts', '!**/*.spec.ts', '!**/generated/**', '!**/words*.ts', '!**/*.worker.ts'],
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

/** Faults that nothing notices, told by name; the others are counted. */
const MOST_NAMED = 30;

function write(own) {
  const rows = Object.entries(PARTS).map(([name, { title, wanted, pieces }]) => {
    const { done = 0, noticed = 0, missed = [], date = '-', commit = '-' } = own[name] ?? {};
    const all = noticed + missed.length;
    const share = all > 0 ? `${Math.round((100 * noticed) / all)} %` : '-';
    return `| \`${name}\` | ${title} | ${count(done)} of ${count(pieces)} | ${noticed} of ${all} | ${share} | ${wanted} % | ${date} | ${commit} |`;
  });
  const missed = Object.entries(own).flatMap(([name, { missed }]) => [
    ...missed.slice(0, MOST_NAMED).map((one) => `- \`${name}\`: ${one}`),
    ...(missed.length > MOST_NAMED
      ? [`- \`${name}\`: ${missed.length - MOST_NAMED} more, in .cache/mutants/state.json`]
      : []),
  ]);
  putFigures('mutants', [
    '| Part | What is changed | Pieces | Noticed | Share | Wanted | Date | Commit |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    ...(missed.length > 0 ? ['', 'Not noticed:', '', ...missed] : []),
  ]);
}

const options = (args) => wantedPieces(args, Object.keys(PARTS), { for: 'SECONDS' });

/** Refuses what is not known before anything is built. */
export const chosen = (args) => void options(args);

/** Pieces far apart come first, so that what is run is a fair part of all. */
const STRIDE = 37;

export async function mutants(args) {
  const { parts, for: seconds, anew } = options(args);
  if (parts.some((name) => PARTS[name].mutated)) await needMutants();
  if (parts.some((name) => PARTS[name].files)) await needWasm();
  const endMs = performance.now() + seconds * 1000;
  const all = anew ? {} : state.read();
  const commit = (await attempt('git', ['rev-parse', '--short', 'HEAD'])).output.trim();
  const date = new Date().toISOString().slice(0, 10);
  await checkOut(commit);
  for (const name of parts) {
    let isFirst = true;
    const part = PARTS[name];
    // What was run of another commit says nothing of this one.
    const own = all[name]?.commit === commit ? all[name] : { done: 0, noticed: 0, missed: [], commit };
    all[name] = own;
    say(`Faults in ${part.title}: ${count(own.done)} of ${count(part.pieces)} pieces`);
    while (own.done < part.pieces && performance.now() < endMs) {
      const found = await piece(part, (own.done * STRIDE) % part.pieces, isFirst);
      isFirst = false;
      own.done += 1;
      own.date = date;
      own.noticed += found.noticed;
      own.missed.push(...found.missed);
      state.keep(all);
      write(all);
    }
    console.log(`  ${own.noticed} noticed, ${own.missed.length} not`);
  }
}
