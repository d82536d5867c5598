import { expect, test } from 'vitest';
import type { MachineDescription } from '../../scenario/generated/types';
import { Lane } from './lane';

function lane() {
  const own = new Lane({} as MachineDescription, new Uint16Array());
  const heard: string[] = [];
  const stops = [
    own.onLog((log) => heard.push(`log ${log.join()}`)),
    own.onReset((log) => heard.push(`reset ${log.join()}`)),
  ];
  return { own, heard, stops };
}
const words = (...all: number[]) => Uint32Array.from(all);

test('a step updates the frame and its records, and keeps the series until new ones arrive', () => {
  const { own, heard } = lane();
  expect([own.frame, own.series, own.version, own.opening]).toEqual([null, null, 0, []]);
  own.accept(words(7), words(1, 2), words(9));
  own.accept(words(8), words(), null);
  expect(own.frame?.words).toEqual(words(8));
  expect(own.series).toEqual(words(9));
  expect([own.version, heard]).toEqual([2, ['log 1,2']]);
});

test('a lane that is opened has the records up to its start moment', () => {
  const { own, heard } = lane();
  own.open([
    { frame: words(1), log: words(), series: null },
    { frame: words(2), log: words(5), series: words(3) },
  ]);
  expect(own.opening.map(({ frame, log }) => [...frame.words, ...log])).toEqual([[1], [2, 5]]);
  expect([own.frame?.words, own.series, heard]).toEqual([words(2), words(3), ['log 5']]);
});

test('a seek calls the reset listeners with its last window', () => {
  const { own, heard } = lane();
  own.jump({ frame: words(4), log: words(6, 7), series: words(1), loggedFromNs: 30 });
  expect(heard).toEqual(['reset 6,7']);
  expect(own.opening.map(({ frame, log }) => [...frame.words, ...log])).toEqual([[4, 6, 7]]);
  expect([own.frame?.words, own.series, own.version, own.loggedFromNs]).toEqual([words(4), words(1), 1, 30]);
  own.reset();
  expect(own.loggedFromNs).toBe(0);
  expect([own.frame, own.series, own.opening, own.version]).toEqual([null, null, [], 2]);
  expect(heard).toEqual(['reset 6,7', 'reset ']);
});

test('a removed listener is not called', () => {
  const { own, heard, stops } = lane();
  for (const stop of stops) stop();
  own.accept(words(1), words(1), null);
  own.reset();
  expect(heard).toEqual([]);
});
