import { expect, test } from 'vitest';
import type { MachineDescription } from '../../scenario/generated/types';
import { Lane } from './lane';

function lane() {
  const feed = new Lane({} as MachineDescription, new Uint16Array());
  const heard: string[] = [];
  const stops = [
    feed.onLog((log) => heard.push(`log ${log.join()}`)),
    feed.onReset((log) => heard.push(`reset ${log.join()}`)),
  ];
  return { feed, heard, stops };
}
const words = (...all: number[]) => Uint32Array.from(all);

test('a step updates the frame and its records, and keeps the series until new ones arrive', () => {
  const { feed, heard } = lane();
  expect([feed.frame, feed.series, feed.version, feed.opening]).toEqual([null, null, 0, []]);
  feed.accept(words(7), words(1, 2), words(9));
  feed.accept(words(8), words(), null);
  expect(feed.frame?.words).toEqual(words(8));
  expect(feed.series).toEqual(words(9));
  expect([feed.version, heard]).toEqual([2, ['log 1,2']]);
});

test('a lane that is opened has the records up to its start moment', () => {
  const { feed, heard } = lane();
  feed.open([
    { frame: words(1), log: words(), series: null },
    { frame: words(2), log: words(5), series: words(3) },
  ]);
  expect(feed.opening.map(({ frame, log }) => [...frame.words, ...log])).toEqual([[1], [2, 5]]);
  expect([feed.frame?.words, feed.series, heard]).toEqual([words(2), words(3), ['log 5']]);
});

test('a seek calls the reset listeners with its last window', () => {
  const { feed, heard } = lane();
  feed.jump({ frame: words(4), log: words(6, 7), series: words(1), loggedFromNs: 30 });
  expect(heard).toEqual(['reset 6,7']);
  expect(feed.opening.map(({ frame, log }) => [...frame.words, ...log])).toEqual([[4, 6, 7]]);
  expect([feed.frame?.words, feed.series, feed.version, feed.loggedFromNs]).toEqual([words(4), words(1), 1, 30]);
  feed.reset();
  expect(feed.loggedFromNs).toBe(0);
  expect([feed.frame, feed.series, feed.opening, feed.version]).toEqual([null, null, [], 2]);
  expect(heard).toEqual(['reset 6,7', 'reset ']);
});

test('a removed listener is not called', () => {
  const { feed, heard, stops } = lane();
  for (const stop of stops) stop();
  feed.accept(words(1), words(1), null);
  feed.reset();
  expect(heard).toEqual([]);
});
