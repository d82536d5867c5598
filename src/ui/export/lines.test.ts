import { expect, test } from 'vitest';
import { common, EVERYWHERE, linesOf, type Word } from './lines';

/** Words of 40 px, 10 px apart, three in a line of 20 px height. */
const words: readonly Word[] = ['one ', 'two ', 'three ', 'four ', 'five ', 'six ', 'seven'].map((text, i) => ({
  text,
  box: {
    left: (i % 3) * 50,
    right: (i % 3) * 50 + 40,
    top: Math.floor(i / 3) * 20,
    bottom: Math.floor(i / 3) * 20 + 20,
  },
}));
const textIn = (clip: Parameters<typeof linesOf>[1]) => linesOf(words, clip).map(({ text }) => text.trim());

test('a text has the line breaks of the page', () => {
  expect(textIn(EVERYWHERE)).toEqual(['one two three', 'four five six', 'seven']);
});

test('lines outside the clipping box are left out, and the last visible line ends with an ellipsis', () => {
  expect(textIn({ ...EVERYWHERE, bottom: 40 })).toEqual(['one two three', 'four five six …']);
});

test('words beyond the end of a line are left out', () => {
  const [line] = linesOf(words.slice(0, 3), { ...EVERYWHERE, right: 100 });
  expect(line?.text).toBe('one two …');
});

test('a text without a box on the page has no lines', () => {
  const hidden = words.map(({ text }) => ({ text, box: { left: 0, right: 0, top: 0, bottom: 0 } }));
  expect(linesOf(hidden, EVERYWHERE)).toEqual([]);
});

test('a nested box is clipped by all boxes around it', () => {
  const a = { left: 0, right: 10, top: 0, bottom: 10 };
  expect(common(a, { left: 5, right: 20, top: -5, bottom: 8 })).toEqual({ left: 5, right: 10, top: 0, bottom: 8 });
});
