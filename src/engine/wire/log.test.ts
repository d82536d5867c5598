import { expect, test } from 'vitest';
import { eachRecord, type LogRecord } from './log';

test('records are decoded in order, each field from its position, and a partial one is ignored', () => {
  const log = Uint32Array.of(
    ...[7, 2, ((5 << 24) | (9 << 16) | (3 << 8) | 1) >>> 0, ((17 << 24) | (4 << 16) | 300) >>> 0],
    ...[8, 0, 2, 0xffff],
    ...[9, 0, 2],
  );
  const read = (words: Uint32Array) => {
    const all: LogRecord[] = [];
    eachRecord(words, (record) => all.push({ ...record }));
    return all;
  };
  expect(read(log)).toEqual([
    { ns: 2 * 2 ** 32 + 7, kind: 1, cause: 3, how: 9, distance: 5, task: 300, cpu: 4, src: 17 },
    { ns: 8, kind: 2, cause: 0, how: 0, distance: 0, task: 0xffff, cpu: 0, src: 0 },
  ]);
  expect(read(log.subarray(0, 8))).toEqual(read(log));
});
