import { expect, test } from 'vitest';
import { fakeLane, frameWords } from '../../../tests/drawing/fake';
import { CpuFlag, FrameView } from '../../engine/wire/frame';
import { taskOn, wakingOn } from './waking';

test('a CPU is asked about for the task it runs, or the one on its way to it', () => {
  const { machine } = fakeLane('classroom-8', 8);
  const frame = new FrameView(
    frameWords(machine, { ns: 1, running: [4, null, null], waiting: [[1], [2, 3]], flags: [0, 0, 0] }),
  );
  expect([0, 1, 2].map((cpu) => taskOn(frame, cpu))).toEqual([4, 2, null]);
  expect([0, 1, 2].map((cpu) => wakingOn(frame, cpu))).toEqual([null, 2, null]);
});

test('a CPU whose control group is throttled is asked about itself: nobody is on the way to it', () => {
  const { machine } = fakeLane('classroom-8', 8);
  const frame = new FrameView(
    frameWords(machine, { ns: 1, running: [null, null], waiting: [[1], [2]], flags: [CpuFlag.throttled, 0] }),
  );
  expect([0, 1].map((cpu) => taskOn(frame, cpu))).toEqual([null, 2]);
});
