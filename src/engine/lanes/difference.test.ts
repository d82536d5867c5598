import { expect, test } from 'vitest';
import { ANSWERS, DECIDEDS } from '../../scenario/generated/vocab';
import { Comparison } from './difference';

/** A wake-up of `task` at `ns` that chose the CPU `chosen`. */
const wake = (ns: number, task: number, chosen: number): number[] => [6, ns, 0, task, chosen, 100];
const gated = (ns: number): number[] => [
  9 | (DECIDEDS.indexOf('newidle') << 24),
  ns,
  0,
  0xffff,
  0,
  0,
  ANSWERS.indexOf('gated') << 16,
  500,
  0,
];
const words = (...records: number[][]) => Uint32Array.from(records.flat());

test('equal records are skipped, and searches for work that were not allowed are ignored', () => {
  const comparison = new Comparison();
  comparison.accept(0, words(wake(10, 1, 3), gated(11), wake(20, 2, 4)), 30);
  comparison.accept(1, words(wake(10, 1, 3), wake(20, 2, 4), gated(25)), 30);
  expect(comparison.find()).toBeNull();
});

test('the first difference is found, whatever the size of the answers', () => {
  const comparison = new Comparison();
  comparison.accept(0, words(wake(10, 1, 3)), 15);
  comparison.accept(1, words(wake(10, 1, 3), wake(20, 2, 5)), 25);
  expect(comparison.find()).toBeNull();
  comparison.accept(0, words(wake(20, 2, 4), wake(30, 1, 1)), 40);
  expect(comparison.find()).toEqual({ ns: 20, records: [words(wake(20, 2, 4)), words(wake(20, 2, 5))] });
});

test('a search for work is a difference if it moved a task in one lane only', () => {
  const looked = [...gated(11).slice(0, 6), ANSWERS.indexOf('balanced') << 16, 0];
  const stolen = looked.with(3, 7);
  const pulled = looked.with(6, ANSWERS.indexOf('moved') << 16);
  const first = (theirs: number[]) => {
    const comparison = new Comparison();
    comparison.accept(0, words(gated(11)), 30);
    comparison.accept(1, words(theirs), 30);
    return comparison.find();
  };
  expect(first(looked)).toBeNull();
  for (const theirs of [stolen, pulled]) {
    expect(first(theirs)).toEqual({ ns: 11, records: [words(gated(11)), words(theirs)] });
  }
});

test('a decision of only one lane is a difference once the other has passed its time', () => {
  for (const [lane, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const taken = words(wake(10, 1, 3));
    const comparison = new Comparison();
    comparison.accept(lane, taken, 15);
    comparison.accept(other, words(), 10);
    expect(comparison.find()).toBeNull();
    comparison.accept(other, words(), 11);
    const records = lane === 0 ? [taken, null] : [null, taken];
    expect(comparison.find()).toEqual({ ns: 10, records });

    const later = new Comparison();
    later.accept(lane, taken, 15);
    later.accept(other, words(wake(12, 1, 3)), 15);
    expect(later.find()).toEqual({ ns: 10, records });
  }
});

test('decisions at the same time are compared if the same CPU makes the same kind of decision', () => {
  const ours = wake(10, 1, 3);
  for (const theirs of [
    // CPU 1 wakes the task up; it is forked, not woken.
    ours.with(3, 1 | (1 << 16)),
    ours.with(0, 6 | (DECIDEDS.indexOf('fork') << 24)),
  ]) {
    const comparison = new Comparison();
    comparison.accept(0, words(ours), 15);
    comparison.accept(1, words(theirs), 15);
    expect(comparison.find()).toEqual({ ns: 10, records: [words(ours), null] });
  }
});

test('times beyond four seconds, which need two words, are compared correctly', () => {
  const late = wake(10, 1, 3).with(2, 1);
  const comparison = new Comparison();
  comparison.accept(0, words(late), 2 ** 33);
  comparison.accept(1, words(wake(20, 1, 3), late), 2 ** 33);
  expect(comparison.find()).toEqual({ ns: 20, records: [null, words(wake(20, 1, 3))] });
  const alone = new Comparison();
  alone.accept(0, words(late), 2 ** 33);
  alone.accept(1, words(), 2 ** 33);
  expect(alone.find()?.ns).toBe(2 ** 32 + 10);
});
