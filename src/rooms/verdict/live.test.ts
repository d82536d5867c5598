import { expect, test } from 'vitest';
import type { FrameView } from '../../engine/wire/frame';
import { Column, SERIES } from '../../scenario/generated/wire';
import { liveLines } from './live';

const WORDS = 4;

/** So many messages in each millisecond. */
function lane(perMs: readonly number[]) {
  const series = new Uint32Array(SERIES.HEADER + perMs.length * WORDS);
  series.set([1e6, perMs.length, WORDS]);
  let all = 0;
  for (const [i, count] of perMs.entries()) {
    all += count;
    series[SERIES.HEADER + i * WORDS + Column.messages] = all;
  }
  return { series, frame: { windowNs: perMs.length * 1e6, windowMessages: all } as FrameView };
}

test('lines begin at zero, both on one axis, with the mean of the run at their end', () => {
  const [a, b] = liveLines([lane([1000, 1500]), lane([1000, 1750])], 'messages');
  expect(a?.path).toMatch(/^M0 100L50\.00 /);
  expect(b?.end).toBeLessThan(a?.end ?? 0);
  expect([a?.text, b?.text]).toEqual(['1,250', '1,375']);
});

test('before anything is done there is no line and no number', () => {
  expect(liveLines([{ series: null, frame: null }], 'messages')).toEqual([{ path: '', end: 100, text: '–' }]);
});

test('jobs, of which there are few, are counted by the second', () => {
  expect(liveLines([lane([0, 1])], 'jobs')[0]?.text).toBe('500');
});
