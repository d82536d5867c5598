import { expect, test } from 'vitest';
import { ANSWERS, DECIDEDS } from '../../scenario/generated/vocab';
import { DECISION } from '../../scenario/generated/wire';
import { type Head, headAt } from '../wire/records';
import { type Far, moveKind, Tally } from './telling';

/** Clusters of four. */
const far: Far = (a, b) => (a === b ? 'cpu' : a >> 2 === b >> 2 ? 'cluster' : 'llc');

/** A wake-up of `task` by CPU `from` that chose the CPU `chosen`. */
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

test('the layout of the constructed records equals that of the core', () => {
  const head = (record: number[]) => headAt(words(record), 0, record.length, 0)!;
  expect(DECISION.HEADER).toBe(6);
  expect(head(wake(7, 3, 2, 5))).toMatchObject({ kind: 'wake', ns: 7, task: 3, cpu: 2, chosen: 5 });
  expect(moveKind(head(wake(7, 3, 2, 5)), far)).toEqual({ kind: 'wake', distance: 'llc' });
  expect(moveKind(head(steal(7, 3, 2, 1)), far)).toEqual({ kind: 'steal', distance: 'cluster' });
});

test('a placed task moves from the deciding CPU even if it stays, a pulled one from its queue; without a CPU there is no move', () => {
  // The woken task had run on CPU 9.
  const about = { task: 3, cpu: 2, about: 9, chosen: 2, steps: words() } as Head;
  for (const kind of ['wake', 'fork', 'exec'] as const) {
    expect(moveKind({ ...about, kind }, far)).toEqual({ kind, distance: 'cpu' });
    expect(moveKind({ ...about, kind, task: null }, far)).toBeNull();
  }
  expect(moveKind({ ...about, kind: 'push' }, far)).toEqual({ kind: 'push', distance: 'llc' });
  expect(moveKind({ ...about, kind: 'steal', task: null }, far)).toBeNull();
});

test('the result is the kind of move whose share differs most, with its first decisions', () => {
  const tally = new Tally([far, far], 0);
  // A leaves the cluster in 30 of 100 moves, B in 6 of 200: more of B's stay, since B makes more moves.
  tally.accept(0, wakes(70, 1, 2));
  tally.accept(0, wakes(30, 1, 6, 500));
  tally.accept(1, wakes(194, 1, 2));
  tally.accept(1, wakes(6, 1, 6, 500));
  const found = tally.find();
  expect(found).toMatchObject({ kind: 'wake', of: [30, 6], moves: [100, 200], distance: 'llc', lane: 0 });
  expect(found?.first[0]).toEqual(words(wake(500, 0, 1, 6)));
  expect(found?.first).toHaveLength(8);
});

test('a mechanism of one lane only is the result, though it moves few tasks', () => {
  const tally = new Tally([far, far], 0);
  tally.accept(0, wakes(1000, 1, 2));
  // The effects of the steals differ more than the steals themselves.
  tally.accept(1, wakes(785, 1, 2));
  tally.accept(1, wakes(200, 1, 6));
  tally.accept(1, words(...Array.from({ length: 15 }, (_, i) => steal(2000 + i, i, 0, 3))));
  expect(tally.find()).toMatchObject({ kind: 'steal', of: [0, 15], lane: 1 });
});

test('a mechanism of one lane only counts if it is beyond chance', () => {
  const tally = new Tally([far, far], 0);
  tally.accept(0, wakes(500, 1, 2));
  tally.accept(0, wakes(500, 1, 6));
  tally.accept(1, wakes(700, 1, 2));
  tally.accept(1, wakes(298, 1, 6));
  tally.accept(1, words(steal(2000, 1, 0, 3), steal(2001, 2, 0, 3)));
  expect(tally.find()).toMatchObject({ kind: 'wake', distance: 'llc', lane: 0 });
});

test('of kinds with similar differences the rarest is the result', () => {
  const tally = new Tally([far, far], 0);
  for (const [lane, near, away, stays] of [[0, 200, 775, 25] as const, [1, 500, 495, 5] as const]) {
    tally.accept(lane, wakes(near, 1, 2, 100 * lane));
    tally.accept(lane, wakes(away, 1, 6));
    tally.accept(lane, wakes(stays, 1, 1));
  }
  const found = tally.find();
  expect(found).toMatchObject({ distance: 'cluster', of: [200, 500], moves: [1000, 1000], lane: 1 });
  expect(found?.first[0]).toEqual(words(wake(100, 0, 1, 2)));
});

test('the result does not depend on the size of the answers', () => {
  const tally = new Tally([far, far], 0);
  const answer = wakes(100, 1, 6);
  tally.accept(0, answer);
  tally.accept(1, wakes(100, 1, 2));
  answer.fill(0);
  expect(tally.find()).toMatchObject({ distance: 'llc', lane: 0, first: { 0: words(wake(0, 0, 1, 6)) } });
});

test('shares of a thousand moves differ by chance up to 7.3 points, and not from 7.4 points on', () => {
  const differ = (...away: [number, number]) => {
    const tally = new Tally([far, far], 0);
    for (const lane of [0, 1] as const) {
      tally.accept(lane, wakes(1000 - away[lane], 1, 2));
      tally.accept(lane, wakes(away[lane], 1, 6));
    }
    return tally.find() !== null;
  };
  expect([differ(500, 573), differ(500, 574)]).toEqual([false, true]);
});

test('lanes that differ by chance, or only in their number of moves, have no result', () => {
  const tally = new Tally([far, far], 0);
  tally.accept(0, wakes(50, 1, 2));
  tally.accept(0, wakes(50, 1, 6));
  tally.accept(1, wakes(120, 1, 2));
  tally.accept(1, wakes(110, 1, 6));
  expect(tally.find()).toBeNull();
  const alone = new Tally([far, far], 0);
  expect(alone.find()).toBeNull();
  alone.accept(1, wakes(500, 1, 2));
  expect(alone.find(), 'nothing to tell it from').toBeNull();
  alone.accept(0, wakes(10, 1, 2));
  expect(alone.find(), 'all moves are of one kind').toBeNull();
});

test('decisions before the end of the warm-up do not count', () => {
  const tally = new Tally([far, far], 1000);
  tally.accept(0, wakes(100, 1, 6));
  tally.accept(1, wakes(100, 1, 2));
  expect(tally.find()).toBeNull();
  tally.accept(0, wakes(50, 1, 2, 1000));
  tally.accept(1, wakes(50, 1, 6, 1000));
  expect(tally.find()).toMatchObject({ lane: 1, distance: 'llc', of: [0, 50] });
});
