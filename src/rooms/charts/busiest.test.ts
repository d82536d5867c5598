import { expect, test } from 'vitest';
import { frameWords, machine } from '../../../tests/drawing/fake';
import { FrameView } from '../../engine/wire/frame';
import { busiest } from './busiest';

const frame = (running: (number | null)[], waiting: number[][] = []) =>
  new FrameView(frameWords(machine('classroom-8'), { ns: 1, running, waiting }));

test('the busiest CPU has most tasks in both lanes, running or waiting; of equals it is the first', () => {
  expect(busiest([])).toBeNull();
  expect(busiest([frame([])])).toBeNull();
  expect(busiest([frame([null, 0, 1])])).toBe(1);
  expect(busiest([frame([null, 0, 1]), frame([null, null, 0, 1])])).toBe(2);
  expect(busiest([frame([0, 1], [[], [], [], [2, 3]])])).toBe(3);
});
