import { expect, test } from 'vitest';
import { ANSWERS, DECIDEDS } from '../../scenario/generated/vocab';
import { DECISION } from '../../scenario/generated/wire';
import { headAt } from '../wire/records';
import { type Far, moveKind, Tally } from './telling';

/** Clusters of four. */
const far: Far = (a, b) => (a === b ? 'cpu' : a >> 2 === b >> 2 ? 'cluster' : 'llc');

/** A wake-up of `task` by CPU `from` that went to `chosen`. */
const wake = (ns: number, task: number, from: number, chosen: number): number[] => [
  6,
  ns,
  0,
  task | (from << 16),
  chosen,
  100,
];
/** A steal of `task` from a queue. */
const steal = (ns: number, task: number, cpu: number, from: number): number[] => [
  9 | (DECIDEDS.indexOf('steal') << 24),
  ns,
  0,
  0xffff | (cpu << 16),
  cpu,
  0,
  (from << 8) | (ANSWERS.indexOf('moved') << 16),
  task,
  0,
];
const words = (...records: number[][]) => Uint32Array.from(records.flat());
const wakes = (count: number, from: number, to: number, ns = 0) =>
  words(...Array.from({ length: count }, (_, i) => wake(ns + i, i, from, to)));

test('the layout of the constructed records is that of the core', () => {
  const head = (record: number[]) => headAt(words(record), 0, record.length, 0)!;
  expect(DECISION.HEADER).toBe(6);
  expect(head(wake(7, 3, 2, 5))).toMatchObject({ kind: 'wake', ns: 7, task: 3, cpu: 2, chosen: 5 });
  expect(moveKind(head(wake(7, 3, 2, 5)), far)).toEqual({ kind: 'wake', distance: 'llc' });
  expect(moveKind(head(steal(7, 3, 2, 1)), far)).toEqual({ kind: 'steal', distance: 'cluster' });
});

test('of all kinds of moves that whose share differs most is told, with the first of them', () => {
  const tally = new Tally([far, far], 0);
  // A leaves the cluster with 30 of 100, B with 6 of 200: more of B's stay, since it has more of all.
  tally.accept(0, wakes(70, 1, 2));
  tally.accept(0, wakes(30, 1, 6, 500));
  tally.accept(1, wakes(194, 1, 2));
  tally.accept(1, wakes(6, 1, 6, 500));
  const found = tally.find();
  expect(found).toMatchObject({ kind: 'wake', of: [30, 6], moves: [100, 200], distance: 'llc', lane: 0 });
  expect(found?.first[0]).toEqual(words(wake(500, 0, 1, 6)));
  expect(found?.first).toHaveLength(8);
});

test('a mechanism that only one lane has is told, though it moves few', () => {
  const tally = new Tally([far, far], 0);
  tally.accept(0, wakes(1000, 1, 2));
  // What the thefts bring about differs more than they do.
  tally.accept(1, wakes(785, 1, 2));
  tally.accept(1, wakes(200, 1, 6));
  tally.accept(1, words(...Array.from({ length: 15 }, (_, i) => steal(2000 + i, i, 0, 3))));
  expect(tally.find()).toMatchObject({ kind: 'steal', of: [0, 15], lane: 1 });
});

test('where lanes differ by chance only, or in nothing but how much they do, none is told', () => {
  const tally = new Tally([far, far], 0);
  tally.accept(0, wakes(50, 1, 2));
  tally.accept(0, wakes(50, 1, 6));
  tally.accept(1, wakes(120, 1, 2));
  tally.accept(1, wakes(110, 1, 6));
  expect(tally.find()).toBeNull();
  expect(new Tally([far, far], 0).find()).toBeNull();
});

test('what comes before the warm-up is over does not count', () => {
  const tally = new Tally([far, far], 1000);
  tally.accept(0, wakes(100, 1, 6));
  tally.accept(1, wakes(100, 1, 2));
  expect(tally.find()).toBeNull();
  tally.accept(0, wakes(50, 1, 2, 1000));
  tally.accept(1, wakes(50, 1, 6, 1000));
  expect(tally.find()).toMatchObject({ lane: 1, distance: 'llc', of: [0, 50] });
});
