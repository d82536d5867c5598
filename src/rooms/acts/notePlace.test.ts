import { expect, test } from 'vitest';
import { leader, placed, written } from './notePlace';
import type { Ground } from './places';

/** Four CPUs in a row in a cluster with its name above them, and room below and at the right. */
const GROUND: Ground = {
  width: 400,
  height: 300,
  text: 12,
  cpus: [0, 1, 2, 3].map((cpu) => ({ x: 10 + cpu * 60, y: 30, w: 56, h: 60 })),
  units: [{ x: 5, y: 5, w: 250, h: 95, label: { x: 10, y: 10, w: 240, h: 16 }, tag: null }],
  nodes: [],
};
const [first, , third] = GROUND.cpus;

/** Whether a point of the line is inside a box. */
const crosses = (
  [from, to]: ReturnType<typeof leader>,
  boxes: readonly { x: number; y: number; w: number; h: number }[],
) =>
  Array.from({ length: 99 }, (_, i) => (i + 1) / 100).some((share) => {
    const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
    return boxes.some((box) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h);
  });

test('a line to a word crosses no text if it can avoid it', () => {
  // From middle to middle it would strike through the number of CPU 2, or of CPU 3.
  for (const box of [
    { x: 260, y: 4, w: 120, h: 50 },
    { x: 200, y: 120, w: 120, h: 50 },
  ]) {
    const line = leader(third!, box, [], GROUND);
    expect(crosses(line, written(GROUND))).toBe(false);
  }
});

test('the line crosses no lit shape and none of the parts that it connects', () => {
  const box = { x: 262, y: 30, w: 100, h: 60 };
  const line = leader(first!, box, GROUND.cpus, GROUND);
  const shapes = GROUND.cpus
    .slice(1)
    .map(({ x, y, w, h }) => ({ x: x + w * 0.3, y: y + h * 0.25, w: w * 0.4, h: h * 0.5 }));
  expect(crosses(line, [...shapes, first!, box])).toBe(false);
});

test('a word does not lie on the arrow of a decision', () => {
  // The free room below is crossed by an arrow from the left to the right.
  const arrow = [
    { x: 30, y: 60 },
    { x: 380, y: 290 },
  ] as const;
  const box = placed([{ w: 120, h: 50 }], third!, GROUND.cpus, GROUND, arrow);
  expect(crosses(arrow, [box])).toBe(false);
  expect(crosses(arrow, [placed([{ w: 120, h: 50 }], third!, GROUND.cpus, GROUND)])).toBe(true);
});
