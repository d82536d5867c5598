import { expect, test } from 'vitest';
import { fakeLane, frameWords } from '../../../tests/drawing/fake';
import { CpuFlag, FrameView } from '../../engine/wire/frame';
import { taskOn, wakingOn } from './waking';

test('the subject of a CPU is its running task, or the one about to run', () => {
  const { machine } = fakeLane('classroom-8', 8);
  const frame = new FrameView(
    frameWords(machine, { ns: 1, running: [4, null, null], waiting: [[1], [2, 3]], flags: [0, 0, 0] }),
  );
  expect([0, 1, 2].map((cpu) => taskOn(frame, cpu))).toEqual([4, 2, null]);
  expect([0, 1, 2].map((cpu) => wakingOn(frame, cpu))).toEqual([null, 2, null]);
});

test('the subject of a CPU with a throttled control group is the CPU', () => {
  const { machine } = fakeLane('classroom-8', 8);
  const frame = new FrameView(
    frameWords(machine, { ns: 1, running: [null, null], waiting: [[1], [2]], flags: [CpuFlag.throttled, 0] }),
  );
  expect([0, 1].map((cpu) => taskOn(frame, cpu))).toEqual([null, 2]);
});
