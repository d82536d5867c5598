import { expect, test } from 'vitest';
import { formatProse } from '../scripts/lib/prose.mjs';

const lines = (...text: string[]) => text.join('\n');
const long = 'a long sentence that goes on beyond the column at which a line ends, and which is wrapped';

test('every sentence begins a line', () => {
  expect(formatProse('One idea. Another\none? A third (e.g. this one). See Fig. 3.')).toBe(
    lines('One idea.', 'Another one?', 'A third (e.g. this one).', 'See Fig. 3.'),
  );
});

test('a long sentence is wrapped after a clause, within 100 columns', () => {
  expect(formatProse(`This is ${long} after a clause.`)).toBe(
    lines(`This is ${long.slice(0, long.indexOf(' and'))}`, 'and which is wrapped after a clause.'),
  );
});

test('code and links stay in one piece', () => {
  const code = '`one command. With. Dots and --many --options`';
  const link = '[a link. With dots](https://example.org/page.html)';
  expect(formatProse(`This sentence ends with ${code} and before that with ${link}.`)).toBe(
    lines(`This sentence ends with ${code} and before that with`, `${link}.`),
  );
});

test('the lines of a list item and of a quotation stay inside it', () => {
  expect(formatProse('1. One. Two.\n   Three.\n\n> One. Two.')).toBe(
    lines('1. One.', '   Two.', '   Three.', '', '> One.', '> Two.'),
  );
});

test('no line begins with a character that would be markup', () => {
  const text = `${'word '.repeat(19)}than - as a dash, 3 of them\n`;
  for (const line of formatProse(text).split('\n')) expect(line).not.toMatch(/^- /);
});

test.each([
  ['a heading', '# One. Two.'],
  ['a table', '| One. Two. | Three. |\n|---|---|\n| Four. Five. | |'],
  ['a code block', '```sh\necho One. Two.\n\necho Three.\n```'],
  ['an indented code block', 'Text:\n\n    One. Two.\n    Three.'],
  ['HTML', '<!-- One. Two. -->'],
  ['a link definition', '[one]: https://example.org "One. Two."'],
])('%s is unchanged', (_, text) => {
  expect(formatProse(text)).toBe(text);
});
