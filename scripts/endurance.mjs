// `npm run endurance`: random tests for hours, by seed. Prints how each failure is repeated, and a table for docs/testing.md.
import { parseArgs } from 'node:util';
import { attempt, bin, Problem, root, say } from './lib/process.mjs';
import { workspace } from './lib/rust.mjs';
import { soak } from './soak.mjs';

const vitest = (extraEnv, ...args) => ({ command: bin('vitest'), args: ['run', ...args], extraEnv, cwd: root });
/** A property test of the core: a seed is `cases` documents for each property. */
const proptest = (name, seed, cases) => ({
  command: 'cargo',
  args: ['test', '--release', '--locked', '-p', 'sched-core', '--test', 'core', `${name}::`],
  extraEnv: { ENDURANCE_CASES: String(cases), PROPTEST_RNG_SEED: String(seed) },
  cwd: workspace,
});

/** `seeds`: the default number of seeds; `piece`: the number that one process runs. */
const PARTS = {
  faults: {
    title: 'fault schedules between page and workers',
    seeds: 100_000,
    piece: 2000,
    run: (from, until) => vitest({ FAULT_SCHEDULES: `${from}-${until}` }, 'tests/faults.test.ts'),
  },
  runtimes: {
    title: 'random documents, equal hashes natively, in Node and in browsers',
    seeds: 1000,
    piece: 100,
    run: (from, until, { cli, chromium }) =>
      vitest({ ENDURANCE_RUNTIMES: `${from}-${until}`, SCHED: cli, CHROMIUM_PATH: chromium }, 'tests/runtimes.test.ts'),
  },
  links: {
    title: 'random scenarios, written as a link and read back',
    seeds: 100_000,
    piece: 10_000,
    run: (from, until) => vitest({ ENDURANCE_LINKS: `${from}-${until}` }, 'tests/link.test.ts', '-t', 'every random'),
  },
  documents: {
    title: 'extreme, changed and torn documents (3,000 a seed), refused or run',
    seeds: 100,
    piece: 1,
    run: (seed) => proptest('endurance', seed, 1000),
  },
  invariants: {
    title: 'random runs under the invariants (30 a seed and property)',
    seeds: 100,
    piece: 1,
    run: (seed) => proptest('invariants', seed, 30),
  },
  soak: { title: 'seconds of a page in use', seeds: 3600 },
};

const KNOWN = `Known: ${Object.keys(PARTS).join(', ')}, --seeds FROM-UNTIL, --for SECONDS.`;

/** The parsed arguments; refuses unknown ones before anything is built. */
export function enduranceOptions(args) {
  let parsed;
  try {
    const text = { type: 'string' };
    parsed = parseArgs({ args, allowPositionals: true, options: { seeds: text, for: text } });
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}. ${KNOWN}`);
  }
  const { positionals, values } = parsed;
  const unknown = positionals.find((name) => !(name in PARTS));
  if (unknown) throw new Problem(`${unknown} is not known. ${KNOWN}`);
  const [, from, until] = /^(\d+)-(\d+)$/.exec(values.seeds ?? '0-1') ?? [];
  if (until === undefined) throw new Problem(`--seeds ${values.seeds} is no range. ${KNOWN}`);
  if (!/^\d+$/.test(values.for ?? '1')) throw new Problem(`--for ${values.for} is no number of seconds. ${KNOWN}`);
  return {
    parts: positionals.length > 0 ? positionals : Object.keys(PARTS),
    range: values.seeds ? [Number(from), Number(until)] : null,
    seconds: values.for ? Number(values.for) : Number.POSITIVE_INFINITY,
  };
}

/** The command that repeats a run, for a shell. */
const typed = ({ command, args, extraEnv, cwd }) => {
  const words = args.map((word) => (/^[\w./@=-]+$/.test(word) ? word : `'${word}'`));
  return [`cd ${cwd} &&`, ...Object.entries(extraEnv).map(([key, value]) => `${key}=${value}`), command, ...words].join(
    ' ',
  );
};

/** `tools`: the paths of the command line and of Chromium. Resolves to whether all passed. */
export async function endurance({ parts, range, seconds }, tools) {
  const endMs = performance.now() + seconds * 1000;
  const { output: commit } = await attempt('git', ['rev-parse', '--short', 'HEAD']);
  const date = new Date().toISOString().slice(0, 10);
  const rows = [];
  let failures = 0;
  for (const name of parts) {
    const { title, seeds, piece, run } = PARTS[name];
    say(title);
    let failed = 0;
    let [done, until] = range ?? [0, seeds];
    const begin = done;
    if (name === 'soak') {
      const left = (endMs - performance.now()) / 1000;
      const soaked = await soak({ ...tools, seconds: Math.min(until, left) });
      done = soaked.seconds;
      failed = soaked.failed.length;
    } else {
      while (done < until && performance.now() < endMs) {
        const next = Math.min(until, done + piece);
        const command = run(done, next, tools);
        const { code, output } = await attempt(command.command, command.args, command);
        if (code !== 0) {
          failed += 1;
          console.log(`${output}\n  ✗ ${typed(command)}`);
        }
        done = next;
      }
    }
    failures += failed;
    rows.push(`| \`${name}\` | ${title} | ${begin} to ${done} | ${failed} | ${date} | ${commit.trim()} |`);
    console.log(`  ${failed === 0 ? '✓' : '✗'} ${begin} to ${done}, ${failed} failed`);
  }
  console.log(
    ['', '| Part | What | Seeds | Failed | Date | Commit |', '|---|---|---|---|---|---|', ...rows].join('\n'),
  );
  return failures === 0;
}
