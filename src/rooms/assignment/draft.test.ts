import { expect, test } from 'vitest';
import { MOST_WORDS, newTask, wordsOf } from './draft';

test('the answers in words of a new task fit into a code; with a scheduler there is no limit', () => {
  const words = newTask('words', 'Why?', '', undefined);
  expect(wordsOf({ tasks: [words] })).toBeLessThan(MOST_WORDS);
  expect(wordsOf({ tasks: [words, newTask('choice', 'Which?', 'one', undefined), words] })).toBe(
    2 * wordsOf({ tasks: [words] }),
  );
  expect(wordsOf({ tasks: [words, newTask('policy', 'Write one.', 'one', undefined)] })).toBe(0);
});
