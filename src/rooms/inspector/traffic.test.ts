import { expect, test } from 'vitest';
import { FrameView } from '../../engine/wire/frame';
import { CAUSES, NO_TASK } from '../../scenario/generated/vocab';
import { FRAME } from '../../scenario/generated/wire';
import { thingsEn } from './things.en';
import { thingsZh } from './things.zh';
import { linesOfLink, linesOfNode, movesAt, occupancyOf } from './traffic';

/** Four CPUs in four units on two nodes: CPU 0 runs, CPU 1 runs with two waiting, the others idle. */
function frame(): FrameView {
  const words = new Uint32Array(FRAME.HEADER + 4 + 2 + 8 + 4 + 16 * FRAME.CAUSE_COUNT);
  words[FRAME.CPUS] = 4;
  words[FRAME.WAITING] = 2;
  words[FRAME.UNITS] = 4;
  words[FRAME.NODES] = 2;
  words.set([7, 8 | (2 << 16) | (4 << 24), NO_TASK, NO_TASK], FRAME.HEADER);
  const pairs = FRAME.HEADER + 4 + 2 + 8;
  words.set([0, 5, 6, 0], pairs);
  const flow = (from: number, to: number, cause: (typeof CAUSES)[number], n: number) => {
    words[pairs + 4 + (from * 4 + to) * FRAME.CAUSE_COUNT + CAUSES.indexOf(cause)] = n;
  };
  flow(0, 1, 'wake', 3);
  flow(0, 2, 'steal', 4);
  flow(3, 1, 'steal', 5);
  return new FrameView(words);
}

test('busy and waiting tasks are counted', () => {
  expect(occupancyOf(frame(), [0, 1, 2])).toEqual({ cpus: 3, busy: 2, waiting: 2, overloaded: 1 });
});

test('moves inside, into and out of a set of units, by cause; between two sets only theirs', () => {
  expect(movesAt(frame(), new Set([0, 1]))).toEqual([
    { cause: 'wake', within: 3, in: 0, out: 0 },
    { cause: 'steal', within: 0, in: 5, out: 4 },
  ]);
  expect(movesAt(frame(), new Set([0, 1]), new Set([3]))).toContainEqual({ cause: 'steal', within: 0, in: 5, out: 0 });
});

test('cache lines of a node and of a link', () => {
  expect(linesOfNode(frame(), 0)).toEqual({ inside: 0, outside: 11 });
  expect(linesOfLink(frame(), 1, 0)).toBe(11);
});

test('both languages have the words', () => {
  expect(Object.keys(thingsZh)).toEqual(Object.keys(thingsEn));
});
