import { afterEach, expect, test } from 'vitest';
import { readPile } from '../../../tests/own';
import type { Answer } from '../../engine/own';
import { setLanguage } from '../../words';
import { faultOf, isMarkup } from './useReading';

afterEach(() => setLanguage('en'));

const answerTo = (text: string) => ({ kind: 'pile', read: readPile(text) }) as const;

test('the source of a web page is refused with what to do, in the language of the page', async () => {
  const page = '<!DOCTYPE html>\n<html><body>\n<pre>\nArchitecture: x86_64\nCPU(s): 8\n</pre>\n</body></html>\n';
  const answer = answerTo(page);
  expect(answer.read.parts.map((part) => isMarkup(part, answer.read))).toEqual([true]);
  expect(faultOf(answer as Answer)).toMatch(/web page.*copy the text that it shows/);
  await setLanguage('zh');
  expect(faultOf(answer as Answer)).toMatch(/^这是网页.*复制其中显示的文本/);
});

test('what is wrong in XML of lstopo is told as it is', () => {
  const answer = answerTo('<topology version="2.0">\n<object type="Machine" os_index="0">\n');
  expect(faultOf(answer as Answer)).toMatch(/ends|cut/);
  expect(answer.read.parts.some((part) => isMarkup(part, answer.read))).toBe(false);
});
