// `npm run endurance`: what takes hours, in pieces. It goes on where it was stopped, keeps the seeds, and writes what was run
// into docs/testing.md.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { count, figures, putFigures, rowOf, stateIn } from './lib/figures.mjs';
import { goOn, today, wantedPieces } from './lib/pieces.mjs';
import { attempt, bin, root, say } from './lib/process.mjs';
import { workspace } from './lib/rust.mjs';
import { soak } from './soak.mjs';

const folder = join(root, '.cache/endurance');
const kept = stateIn(join(folder, 'state.json'));
const vitest = (file, extraEnv, ...args) => [bin('vitest'), ['run', file, ...args], { extraEnv }];
const cargo = (name, extraEnv) => [
  'cargo',
  ['test', '--release', '--locked', '-p', 'sched-core', '--test', name],
  { cwd: workspace, extraEnv },
];

/** Property tests in a folder or file of the core's tests: each is run with as many cases. */
function properties(path) {
  const full = join(workspace, 'core/tests', path);
  const files = path.endsWith('.rs') ? [full] : readdirSync(full).map((name) => join(full, name));
  const blocks = files.flatMap((file) => readFileSync(file, 'utf8').match(/^proptest! \{[\s\S]*?^\}/gm) ?? []);
  return blocks.reduce((sum, block) => sum + block.split('#[test]').length - 1, 0);
}

/** A part of the core's property tests: its seed is where the piece begins. */
const proptests = (name, path, from, until) =>
  cargo(name, {
    ENDURANCE_CASES: String(Math.max(1, Math.ceil((until - from) / properties(path)))),
    PROPTEST_RNG_SEED: String(from + 1),
  });

/** The command that repeats a piece, as it is typed. */
const typed = (command, args, { cwd = root, extraEnv = {} }) => {
  const given = Object.entries(extraEnv).map(([key, value]) => `${key}=${value}`);
  const words = [command, ...args].map((word) => (/^[\w./@=-]+$/.test(word) ? word : `'${word}'`));
  return [`cd ${cwd} &&`, ...given, ...words].join(' ');
};

/** What is run, how much of it, and in pieces of how many. */
const PARTS = {
  faults: {
    title: 'fault schedules between page and workers',
    wanted: 1_000_000,
    piece: 2000,
    run: (from, until) => vitest('tests/faults.test.ts', { FAULT_SCHEDULES: `${from}-${until}` }),
  },
  runtimes: {
    title: 'random documents, equal hashes in every runtime',
    wanted: 10_000,
    piece: 100,
    run: (from, until, { cli, chromium }) =>
      vitest(
        'tests/runtimes.test.ts',
        { ENDURANCE_RUNTIMES: `${from}-${until}`, SCHED: cli, CHROMIUM_PATH: chromium },
        '--disableConsoleIntercept',
      ),
    note: (output) => /^runtimes: (.*)$/m.exec(output)?.[1],
  },
  links: {
    title: 'random scenarios, back from their link',
    wanted: 1_000_000,
    piece: 10_000,
    run: (from, until) => vitest('tests/link.test.ts', { ENDURANCE_LINKS: `${from}-${until}` }, '-t', 'every random'),
  },
  documents: {
    title: 'extreme, changed and torn documents, refused or run',
    wanted: 1_000_000,
    piece: 3000,
    run: (from, until) => proptests('endurance', 'endurance.rs', from, until),
  },
  invariants: {
    title: 'random runs under the invariants',
    wanted: 1_000_000,
    piece: 1500,
    run: (from, until) => proptests('invariants', 'invariants', from, until),
  },
};

/** How long the page is soaked (s). */
const SOAK_SECONDS = 3600;

/** The soak's figures: its row, and the lines of what may have grown. */
function soakLines({ seconds, slopes, failed, commit, date }) {
  const row = `| \`soak\` | the page in use | ${count(seconds)} of ${count(SOAK_SECONDS)} s | ${Number(failed.length > 0)} | ${date} | ${commit} |`;
  const grown = slopes.map(
    ({ name, unit, first, last, slope, error }) => `| ${name} | ${unit} | ${first} | ${last} | ${slope} ± ${error} |`,
  );
  return [
    row,
    '',
    'The soak, after the first third of its time:',
    '',
    '| What | Unit | First | Last | Slope a minute, ± two standard errors |',
    '|---|---|---|---|---|',
    ...grown,
  ];
}

/** The figures of all that has been run, into their place in the document. */
function write(state) {
  const told = figures('endurance');
  const rows = Object.entries(PARTS).map(([name, { title, wanted }]) => {
    const row = rowOf(told, name);
    if (!state[name] && row) return row;
    const { done = 0, failed = [], commit = '-', date = '-', note } = state[name] ?? {};
    const what = note ? `${title} (${note})` : title;
    return `| \`${name}\` | ${what} | ${count(done)} of ${count(wanted)} | ${failed.length} | ${date} | ${commit} |`;
  });
  const soaked = state.soak ? soakLines(state.soak) : told.slice(told.indexOf(rowOf(told, 'soak')));
  putFigures('endurance', [
    '| Part | What | Run | Pieces failed | Date | Commit |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...soaked,
  ]);
}

const options = (args) => wantedPieces(args, [...Object.keys(PARTS), 'soak'], { for: 'SECONDS', most: 'NUMBER' });

/** Refuses what is not known before anything is built. */
export const chosenParts = (args) => void options(args);

/** `tools`: the command line's program, and Chromium. Resolves to whether nothing has failed. */
export async function endurance(args, tools) {
  const { parts, for: seconds, most, anew } = options(args);
  const endMs = performance.now() + seconds * 1000;
  const state = kept.read();
  if (anew) for (const name of parts) delete state[name];
  const { commit, date } = await today();
  const keep = () => {
    kept.keep(state);
    write(state);
  };
  let good = true;
  for (const name of parts) {
    if (name === 'soak') {
      if (performance.now() >= endMs) break;
      const left = Math.round((endMs - performance.now()) / 1000);
      const own = await soak({ ...tools, seconds: Math.min(SOAK_SECONDS, left, most) });
      good &&= own.failed.length === 0;
      // A shorter one of the same commit says less.
      if (state.soak?.commit === commit && state.soak.seconds > own.seconds) continue;
      state.soak = { ...own, commit, date };
      keep();
      continue;
    }
    const { title, wanted, piece, run, note } = PARTS[name];
    // What was run of another commit says nothing of this one.
    const before = state[name]?.commit === commit ? state[name] : { done: 0, failed: [] };
    const own = { ...before, commit, date };
    const until = Math.min(wanted, most);
    say(`${title}: ${count(own.done)} of ${count(until)}`);
    const runPiece = async (from, to) => {
      state[name] = own;
      const command = run(from, to, tools);
      const ended = await attempt(...command);
      own.note = note?.(ended.output) ?? own.note;
      if (ended.code === 0) return;
      const file = join(folder, `${name}-${from}.log`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, `${typed(...command)}\n\n${ended.output}`);
      own.failed = [...own.failed, [from, to]];
      console.log(`  ✗ ${name} ${from} to ${to}: ${file}\n    ${typed(...command)}`);
    };
    await goOn(own, { until, piece, endMs, run: runPiece, keep });
    console.log(
      `  ${own.failed.length === 0 ? '✓' : '✗'} ${count(own.done)} ${title}, ${own.failed.length} pieces failed`,
    );
    good &&= own.failed.length === 0;
  }
  return good;
}
