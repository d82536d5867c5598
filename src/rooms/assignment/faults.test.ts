import { expect, test } from 'vitest';
import { loadLanguage, setLanguage } from '../../words';
import { sentenceOf } from './faults';

test('the faults of codes have a sentence in Chinese, and in English that of the reader', async () => {
  const long = { is: 'long', what: 'name', characters: 10000, most: 200, sentence: 'The name has …' };
  const cut = { is: 'cut', characters: 120, sentence: 'The code was cut off …' };
  await loadLanguage('zh');
  await setLanguage('zh');
  expect(sentenceOf(long)).toBe('姓名有 10000 个字符；最多 200 个。');
  expect(sentenceOf(cut)).toContain('120');
  const why = { is: 'no_figure', figure: 'hog_pct', sentence: 'the runs have no hog_pct.' };
  expect(sentenceOf({ is: 'no_right_answer', task: 1, why, sentence: '' })).toMatch(
    /^第 2 题：运行中没有这个数值：.*CPU/,
  );
  expect(sentenceOf({ is: 'sentence', sentence: 'as it is' })).toBe('as it is');
  await setLanguage('en');
  expect(sentenceOf(long)).toBe('Name: 10000 characters; at most 200 are possible.');
});

const ejected = { seed: 7, ms: 41, reason: 'runnable task stall', msg: 'hog[1] failed to run', sentence: '' };
const range = { field: 'workload.pairs', min: 1, max: 48, sentence: '' };

test.each([
  ['en', { is: 'other_events', sentence: '' }, 'The events of the runs differ from those that were handed in.'],
  ['zh', { is: 'other_events', sentence: '' }, '重放得到的事件与所提交的不同。'],
  ['en', { is: 'form', wanted: 'numbers', sentence: '' }, 'The answer is not a list of numbers.'],
  ['zh', { is: 'form', wanted: 'numbers', sentence: '' }, '答案不是一列数字。'],
  ['zh', { is: 'range', ...range }, 'workload.pairs 必须在 1 到 48 之间。'],
  ['en', { is: 'ejected', line: 37, queued: true, ...ejected }, / at 41 ms: .*\. Line 37 queued the task\.$/],
  ['zh', { is: 'ejected', line: 37, queued: false, ...ejected }, /^种子为 7 .*出错的是第 37 行。$/],
  ['zh', { is: 'ejected', line: 0, queued: true, ...ejected }, /）。$/],
  ['en', { is: 'not_compiled', line: 3, problem: 'a ; is missing.', sentence: '' }, /line 3: a ; is missing\.$/],
  ['zh', { is: 'not_compiled', line: 3, problem: 'a ; is missing.', sentence: '' }, /第 3 行/],
] as const)('a reason in %s: %o', async (language, reason, sentence) => {
  await loadLanguage(language);
  await setLanguage(language);
  expect(sentenceOf(reason)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
  await setLanguage('en');
});
