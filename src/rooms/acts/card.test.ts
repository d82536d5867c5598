import { expect, test } from 'vitest';
import { textWidth } from '../../ui/fitting';
import { brokenInto } from './Card';

test('no line of a card is wider than what it has between its margins', () => {
  const said = 'You said: “The short slice: its turn comes sooner.” It was: “Neither: half each.” A slice says when.';
  const zh = '你说：“时间片短的：轮到它更早。”结果是：“都不是：各一半。”时间片决定何时运行，权重决定运行多少。';
  for (const text of [said, zh]) {
    const lines = brokenInto(text);
    expect(lines.join('')).toBe(text);
    for (const line of lines) expect(textWidth(line.trimEnd(), 20)).toBeLessThan(400);
  }
});
