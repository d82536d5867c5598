import { expect, test } from 'vitest';
import { ACT_NUMBERS } from '../../scenario/acts';
import { textWidth } from '../../ui/fitting';
import { loadLanguage } from '../../words';
import { brokenInto } from './Card';
import { plain } from './readings';
import { loadAct } from './steps';

test('no line of a card is wider than the space between its margins', () => {
  const said = 'You said: “The short slice: its turn comes sooner.” It was: “Neither: half each.” A slice says when.';
  const zh = '你说：“时间片短的：轮到它更早。”结果是：“都不是：各一半。”时间片决定何时运行，权重决定运行多少。';
  for (const text of [said, zh]) {
    const lines = brokenInto(text);
    expect(lines.join('')).toBe(text);
    for (const line of lines) expect(textWidth(line.trimEnd(), 20)).toBeLessThan(400);
  }
});

test('a card keeps every character; no line begins with closing or ends with opening punctuation', async () => {
  for (const number of ACT_NUMBERS) {
    const { words } = await loadAct(number);
    await loadLanguage('zh');
    for (const { card, question } of Object.values(words('zh'))) {
      if (!card || !question) continue;
      for (const guess of Object.values(question.options).map((option) => plain(option, {}))) {
        const text = card.replace('{guess}', guess).replace('{outcome}', guess);
        const lines = brokenInto(text);
        expect(text).toMatch(/^你/);
        expect(lines.join('')).toBe(text);
        for (const line of lines) expect(line).not.toMatch(/^[，。：；、？！）”]|[“（]$/);
      }
    }
  }
});
