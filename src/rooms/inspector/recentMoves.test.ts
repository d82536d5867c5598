import { expect, test } from 'vitest';
import { DECISION } from '../../scenario/generated/wire';
import { recentMoves } from './recentMoves';

/** A wake-up that brought `task` from one CPU to another; CPUs below 256. */
function wakeup(task: number, from: number, to: number): number[] {
  const words = new Uint32Array(DECISION.HEADER);
  words[0] = DECISION.HEADER;
  const put = ({ word, shift }: { readonly word: number; readonly shift: number }, value: number) => {
    words[word] = (words[word] ?? 0) | (value << shift);
  };
  put(DECISION.TASK, task);
  put(DECISION.ABOUT.low, from);
  put(DECISION.CHOSEN.low, to);
  return [...words];
}

test('the moves of a CPU are those to it and away from it, the latest first', () => {
  const words = Uint32Array.from([
    ...wakeup(7, 1, 2),
    ...wakeup(8, 2, 3),
    ...wakeup(9, 3, 1),
    ...wakeup(5, 1, 1),
    ...wakeup(6, 4, 5),
  ]);
  const seen = recentMoves({ words, end: 5 }, 1).map(({ task, from, to }) => [task, from, to]);
  expect(seen).toEqual([
    [9, 3, 1],
    [7, 1, 2],
  ]);
});
