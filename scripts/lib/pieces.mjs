// A command that runs for hours, in pieces: what is wanted of it, and how it goes on where it was stopped.
import { parseArgs } from 'node:util';
import { attempt, Problem } from './process.mjs';

/**
 * Which of the `names` are wanted (all, if none is said), and each number that may be given (`--for SECONDS`), without end where it is not.
 * `numbers`: by flag, what it counts. Refuses what is not known.
 */
export function wantedPieces(args, names, numbers) {
  const flags = Object.entries(numbers).map(([flag, unit]) => `--${flag} ${unit}`);
  const known = `Known: ${[...names, ...flags, '--anew'].join(', ')}.`;
  const options = Object.fromEntries(Object.keys(numbers).map((flag) => [flag, { type: 'string' }]));
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: { ...options, anew: { type: 'boolean' } } });
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}. ${known}`);
  }
  const { values, positionals } = parsed;
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown) throw new Problem(`${unknown} is not known. ${known}`);
  const number = (flag) => {
    const value = values[flag];
    if (value === undefined) return Number.POSITIVE_INFINITY;
    if (!/^[1-9]\d*$/.test(value)) throw new Problem(`--${flag} ${value} is not a number. ${known}`);
    return Number(value);
  };
  return {
    parts: positionals.length > 0 ? positionals : [...names],
    anew: values.anew ?? false,
    ...Object.fromEntries(Object.keys(numbers).map((flag) => [flag, number(flag)])),
  };
}

/** The commit that is run, and today. */
export async function today() {
  const { output } = await attempt('git', ['rev-parse', '--short', 'HEAD']);
  return { commit: output.trim(), date: new Date().toISOString().slice(0, 10) };
}

/**
 * One piece after the other of what `own` has done, up to `until` or the end of time: `run` does those from one number to
 * another, and what they came to is kept at once.
 */
export async function goOn(own, { until, piece = 1, endMs, run, keep }) {
  while (own.done < until && performance.now() < endMs) {
    const to = Math.min(until, own.done + piece);
    await run(own.done, to);
    own.done = to;
    keep();
  }
}
