import { expect, test } from 'vitest';
import { setLanguage } from '../../words';
import { refusedWords } from './Replay';

const SENTENCES = [
  'Error: There is no replay: no task runs in this time span.',
  'Error: There is no replay: 12 of 34 switches do not fit what ran before them, so too much was not recorded.',
  'Error: There is no replay: 7 % of the CPU time is of real-time and deadline tasks, which the simulator lacks.',
  'Error: There is no replay: the time span is longer than 600 s; choose a shorter one.',
];

test('refusals of replays are said in the language of the page, with their figures', async () => {
  await setLanguage('zh');
  const said = SENTENCES.map(refusedWords);
  for (const one of said) expect(one).toMatch(/^没有重放：/);
  expect(said[1]).toContain('34 次切换中有 12 次');
  expect([said[2], said[3]]).toEqual([expect.stringContaining('7 %'), expect.stringContaining('600 秒')]);
  await setLanguage('en');
  expect(refusedWords('Error: A file is damaged.')).toBe('A file is damaged.');
});
