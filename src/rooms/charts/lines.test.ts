import { expect, test } from 'vitest';
import { textWidth } from '../../ui/fitting';
import { apart, timeTexts } from './Lines';

const GAP = 16;
const TOP = 10;

test('the labels of both lanes are apart and below the top, also where both lines are at the top of the axis', () => {
  for (const heights of [
    [10, 10],
    [10, 12],
    [12, 10],
    [2, 40],
  ]) {
    const [a = 0, b = 0] = apart(heights, GAP, TOP);
    expect(Math.min(a, b), `${heights}`).toBeGreaterThanOrEqual(TOP);
    expect(Math.abs(a - b), `${heights}`).toBeGreaterThanOrEqual(GAP);
    // Which is above stays so.
    expect(Math.sign(b - a)).toBe(Math.sign((heights[1] ?? 0) - (heights[0] ?? 0)) || Math.sign(b - a));
  }
});

test('labels that are apart stay at their lines', () => {
  expect(apart([30, 90], GAP, TOP)).toEqual([30, 90]);
  expect(apart([30], GAP, TOP)).toEqual([30]);
});

test('ticks of time do not overlap, for any run, width and font size', () => {
  expect(timeTexts(8, 300, 13).map(([, text]) => text)).toEqual(['0', '2', '4', '6', '8 ms']);
  expect(timeTexts(8, 160, 13).map(([, text]) => text)).toEqual(['0', '5 ms']);
  expect(timeTexts(5000, 300, 13).map(([, text]) => text)).toEqual(['0', '2,000', '4,000 ms']);
  for (const em of [13, 15, 17]) {
    for (const lastMs of [0.02, 3.7, 8, 200, 5000, 120_000]) {
      for (let width = 80; width < 700; width += 30) {
        const texts = timeTexts(lastMs, width, em);
        expect(texts.at(-1)?.[1]).toMatch(/ ms$/);
        texts.slice(1).forEach(([ms, text], i) => {
          const [before = 0, said = ''] = texts[i] ?? [];
          const free = ((ms - before) / lastMs) * width - (textWidth(text, em) + textWidth(said, em)) / 2;
          if (texts.length > 2) expect(free, `${lastMs} ms in ${width} px`).toBeGreaterThan(0);
        });
      }
    }
  }
});
