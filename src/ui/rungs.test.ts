import { expect, test } from 'vitest';
import { rungs } from './rungs';

test('a chart has at most three grid lines, one of them at zero', () => {
  for (let top = 1; top < 2000; top += 1) {
    for (const most of [1, 2, 3])
      expect(rungs(0, top / 7, most).length, `${top} / 7`).toBeLessThanOrEqual(Math.max(2, most));
    expect(rungs(0, top / 7).length).toBeGreaterThanOrEqual(2);
    const both = rungs(-top / 7, 3);
    expect(both.length).toBeLessThanOrEqual(3);
    expect(both).toContain(0);
  }
  expect(rungs(0, 100)).toEqual([0, 50, 100]);
});
