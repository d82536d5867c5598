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
  expect(sentenceOf({ is: 'no_right_answer', task: 1, why: 'why', sentence: '' })).toBe('第 2 题：why');
  expect(sentenceOf({ is: 'sentence', sentence: 'as it is' })).toBe('as it is');
  await setLanguage('en');
  expect(sentenceOf(long)).toBe('Name: 10000 characters; at most 200 are possible.');
});
