import { expect, test } from 'vitest';
import { unknown } from '../../state/studies';
import type { Gain, GainPoint } from '../../state/verdict';
import { gainDrawing, gainSketch, pointTowards } from './gain';

const point = (load: number, mean?: number, half = 0.5): GainPoint => ({
  load,
  tasks: load * 2,
  known: { ...unknown(4), seeds: mean === undefined ? 3 : 4 },
  gain: mean === undefined ? null : { mean, half, n: 4 },
  apart: mean !== undefined && Math.abs(mean) > half,
});
const gain = (here: GainPoint, ...points: GainPoint[]): Gain => ({ points, here, workUnit: 'messages' });

test('the zero line is always drawn, and a higher gain is drawn higher', () => {
  const { zero, here, dots } = gainDrawing(gain(point(14, 8), point(1, 0), point(12, 4), point(48, -2)));
  expect(zero).toBeGreaterThan(0);
  expect(zero).toBeLessThan(100);
  expect(here.y).toBeLessThan(zero);
  expect(dots.at(-1)?.y).toBeGreaterThan(zero);
  expect(dots[0]?.y).toBeCloseTo(zero);
});

test('ticks are round numbers, apart from zero, within the measured range', () => {
  const { ticks } = gainDrawing(gain(point(14, 8.6), point(1, 0), point(48, -0.2)));
  expect(ticks.map(({ value }) => value)).toEqual([5]);
  expect(gainDrawing(gain(point(14, 1), point(1, -7))).ticks.map(({ value }) => value)).toEqual([-5]);
});

test('chance is not drawn as much: the axis spans two percent at least', () => {
  const { here, zero } = gainDrawing(gain(point(14, 0.1, 0.05), point(1, 0, 0)));
  expect(zero - here.y).toBeLessThan(10);
});

test('a point that is not measured leaves the line out and keeps its place', () => {
  const drawn = gainDrawing(gain(point(14), point(1), point(48)));
  expect(drawn.line).toBe('');
  expect(drawn.dots.map(({ x, y }) => [x, y])).toEqual([
    [0, drawn.zero],
    [100, drawn.zero],
  ]);
  expect(drawn.here.y).toBe(drawn.zero);
});

test('a load beyond the curve widens it', () => {
  const { first, last, here } = gainDrawing(gain(point(60, 1), point(1, 1), point(48, 1)));
  expect([first, last, here.x]).toEqual([1, 60, 100]);
});

test('pointing at a load chooses the nearest point on that side, and a step by key the next', () => {
  const gains = gain(point(14, 1), point(1, 1), point(12, 1), point(18, 1), point(48, 1));
  expect([2, 11, 13, 15, 30, 40, 14].map((value) => pointTowards(gains, value))).toEqual([1, 12, 12, 18, 18, 48, null]);
});

test('a small curve is drawn once every load was measured, including the current one', () => {
  expect(gainSketch(gain(point(14), point(1, 0), point(48, -1)))).toEqual({ line: '', zero: 50 });
  expect(gainSketch(gain(point(14, 8), point(1, 0), point(48)))).toMatchObject({ line: '' });
  const drawn = gainSketch(gain(point(14, 8), point(1, 0), point(20, 9, 12), point(48, -1)));
  expect(drawn.line).toMatch(/^M0,/);
  expect(drawn.zero).toBeGreaterThan(50);
  // Of one load there is no curve.
  expect(gainSketch(gain(point(14, 8))).line).toBe('');
});
