import { expect, test } from 'vitest';
import { Column, SERIES } from '../../scenario/generated/wire';
import type { FrameView } from './frame';
import { busy, busyShare, throughput, wastedShare } from './series';

const INTERVAL_NS = 1000;
const WORDS = Math.max(...Object.values(Column)) + 1;

/** Series of samples in which a column grows like this. */
function series(column: number, totals: readonly number[]): Uint32Array {
  const words = new Uint32Array(SERIES.HEADER + totals.length * WORDS);
  words.set([INTERVAL_NS, totals.length, WORDS]);
  for (const [i, total] of totals.entries()) words[SERIES.HEADER + i * WORDS + column] = total;
  return words;
}

test('throughput is the work completed between two samples, per millisecond', () => {
  expect(throughput(series(Column.messages, [2, 5, 5]))).toEqual([
    { ns: 1000, value: 2000 },
    { ns: 2000, value: 3000 },
    { ns: 3000, value: 0 },
  ]);
  expect([throughput(null), throughput(series(Column.messages, []))]).toEqual([[], []]);
});

test('samples are merged if a chart has too little room; an incomplete rest is ignored', () => {
  const sixty = throughput(
    series(
      Column.messages,
      Array.from({ length: 60 }, (_, i) => 3 * (i + 1)),
    ),
  );
  expect(sixty).toHaveLength(60);
  const more = throughput(
    series(
      Column.messages,
      Array.from({ length: 121 }, (_, i) => 3 * (i + 1)),
    ),
  );
  expect(more).toHaveLength(40);
  expect([more[0], more.at(-1)]).toEqual([
    { ns: 3000, value: 3000 },
    { ns: 120_000, value: 3000 },
  ]);
});

test('a total may wrap at 2^32', () => {
  const most = 2 ** 32;
  const told = throughput(
    series(
      Column.messages,
      [most - 4, most - 1, 2, 4].map((total) => total % most),
    ),
  );
  expect(told.slice(1).map(({ value }) => value)).toEqual([3000, 3000, 2000]);
  // 121 samples are taken three at a time: the second three pass the limit.
  const many = Array.from({ length: 121 }, (_, i) => (most - 12 + 3 * i) % most);
  expect(throughput(series(Column.messages, many))[1]).toEqual({ ns: 6000, value: 3000 });
});

test('the busy share of all CPUs never exceeds 100 %', () => {
  // Of two CPUs, one is busy for half a microsecond, rounded up to a whole one.
  const [half, all] = busy(series(Column.busyUs, [1, 4]), 2);
  expect(half).toEqual({ ns: 1000, value: 50 });
  expect(all?.value).toBe(100);
});

test('a window that has not begun has no shares', () => {
  const frame = (windowNs: number) => ({ windowNs, windowBusyNs: 300, windowWastedNs: 60 }) as unknown as FrameView;
  expect([busyShare(frame(100), 4), wastedShare(frame(100), 4)]).toEqual([0.75, 0.15]);
  expect([busyShare(frame(0), 4), wastedShare(frame(0), 4)]).toEqual([0, 0]);
});
