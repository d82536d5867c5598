// The figures of tests that take long, in their places in docs/testing.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem, root } from './process.mjs';

const DOCUMENT = join(root, 'docs/testing.md');

/** The document around the marks of a name, and what is between them. */
function parts(name) {
  const [begin, end] = [`<!-- ${name}: written by npm run ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = readFileSync(DOCUMENT, 'utf8').split(begin);
  const [between, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Problem(`docs/testing.md has no place for the figures: ${begin} … ${end}`);
  return { before: `${before}${begin}\n`, between: between.trim(), after: `\n${end}${after}` };
}

/** The lines between the marks of a name. */
export const figures = (name) => parts(name).between.split('\n');

/** The row of a part among such lines. What is told of a part that was not run here was run elsewhere: it stays. */
export const rowOf = (lines, part) => lines.find((line) => line.startsWith(`| \`${part}\` |`));

/** Puts lines between the marks of a name. */
export function putFigures(name, lines) {
  const { before, after } = parts(name);
  writeFileSync(DOCUMENT, `${before}${lines.join('\n')}${after}`);
}

/** What has been run so far, kept in a file that git ignores. */
export const stateIn = (file) => ({
  read() {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return {};
    }
  },
  keep(state) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(state, null, 2)}\n`);
  },
});

export const count = (value) => value.toLocaleString('en');
