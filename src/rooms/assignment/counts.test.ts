import { expect, test } from 'vitest';
import type { Mark, Row, Value } from '../../engine/assignments';
import { barsOf, countsOf, cpusOf, textOf, ticksOf } from './counts';

const mark = (isRight: boolean): Mark => ({
  points: isRight ? 1 : 0,
  by_hand: false,
  parts: [{ what: 'options', is_right: isRight, points: 0, of: 1 }],
  replay: 'same',
  runs: '',
});

const row = (value: Value, isRight: boolean): Row => ({ answers: [value], marks: [mark(isRight)] }) as unknown as Row;

test('guesses are counted in bars, and those beyond the axis at its ends', () => {
  const bars = barsOf([-50, -10, 0, 0.5, 19.9, 20, 99], -10, 20, 3);
  expect(bars.map(({ count }) => count)).toEqual([2, 2, 3]);
  expect([bars[0]?.from, bars[2]?.to]).toEqual([-10, 20]);
});

test('choices are counted, the most frequent first, and the right one is known', () => {
  const rows = [row([1], false), row([0], true), row([1], false), row(null, false)];
  const ask = { kind: 'choice', experiment: 'x', several: false, options: [] } as const;
  const counts = countsOf(rows, 0, (value) => textOf(ask, value, (at) => `option ${at}`));
  expect(counts).toEqual([
    { answer: 'option 1', count: 2, isRight: false },
    { answer: 'option 0', count: 1, isRight: true },
  ]);
});

test('switches are told with their values', () => {
  const ask = { kind: 'switches', experiment: 'x', lane: 'B', switches: [], goal: [] } as const;
  expect(textOf(ask, { steal: 'on', wake_affine: false }, String)).toBe('steal: on, wake_affine: false');
});

test('CPUs are counted by number, without empty answers and texts', () => {
  const counts = cpusOf([row(20, true), row(18, false), row(20, true), row(null, false), row('18', false)], 0);
  expect([...counts]).toEqual([
    [20, { count: 2, isRight: true }],
    [18, { count: 1, isRight: false }],
  ]);
});

test('the axis of counts has whole numbers, and its end is at least the highest bar', () => {
  expect(ticksOf(1)).toEqual({ ticks: [0, 1], top: 1 });
  expect(ticksOf(5)).toEqual({ ticks: [0, 2, 4, 6], top: 6 });
  expect(ticksOf(200)).toEqual({ ticks: [0, 50, 100, 150, 200], top: 200 });
});
