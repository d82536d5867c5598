import { expect, test } from 'vitest';
import { setLanguage } from '.';
import { refusalSentence } from './fields';

test('an error of the whole document names no field', () => {
  const fault = { kind: 'too_many_entries', most: 1000 } as const;
  expect(refusalSentence({ field: '', value: '', fault, message: 'the document is too large' })).toBe(
    'The simulator says: the document is too large',
  );
});

test('what a recording in lane A rules out is said in the language of the page', async () => {
  const refused = [
    { field: 'lanes[0]', value: '"trace.txt"', fault: { kind: 'recorded' }, message: 'lanes[0] is "trace.txt"; …' },
    {
      field: 'machine',
      value: '',
      fault: { kind: 'topology', why: 'the recording has CPUs 2-3, which the machine lacks.' },
      message: 'machine says no machine: …',
    },
  ] as const;
  await setLanguage('zh');
  expect(refused.map(refusalSentence)).toEqual([
    'A 显示录制 trace.txt，录制不能模拟。',
    '录制中有 CPU 2-3，而机器没有。',
  ]);
  await setLanguage('en');
});
