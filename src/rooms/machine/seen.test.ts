// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { frameWords, machine } from '../../../tests/drawing/fake';
import { namedPalette } from '../../../tests/drawing/palette';
import { FakeOffscreenCanvas, FakePath2D, record } from '../../../tests/drawing/record';
import { Lane } from '../../engine/lanes/lane';
import { ROLES } from '../../scenario/generated/vocab';
import { layout } from './layout';
import { Scene } from './scene';
import { useSeen } from './seen';

vi.stubGlobal('OffscreenCanvas', FakeOffscreenCanvas);
vi.stubGlobal('Path2D', FakePath2D);

/** What a lane has shown of itself whose tasks are of these groups, in a frame. */
function seenOf(tasks: readonly number[], frame: Parameters<typeof frameWords>[1]) {
  const lane = new Lane(machine('classroom-8'), Uint16Array.from(tasks));
  const scene = new Scene(lane, layout(lane.machine, 520, 380), namedPalette, { text: 12, stage: false }, 1);
  lane.accept(frameWords(lane.machine, frame), new Uint32Array(0), null);
  const [ground, moves] = [record(), record()];
  Object.assign(moves.ctx, { canvas: { style: {} } });
  scene.draw({ ground: ground.ctx, moves: moves.ctx }, 0);
  return renderHook(() => useSeen([lane])).result.current;
}

test.each([
  ['squares alone', [], false],
  ['a circle that waits', [[1]], true],
] as const)('the legend knows %s', (_, waiting, mixed) => {
  const tasks = [ROLES.indexOf('hog'), 0, ROLES.indexOf('sleeper'), 0];
  expect(seenOf(tasks, { ns: 1000, running: [0], waiting }).has('mixed')).toBe(mixed);
});

test('an idle CPU is dashed', () => {
  const seen = seenOf([ROLES.indexOf('hog'), 0], { ns: 1000, running: [0] });
  expect(seen.has('dashed')).toBe(true);
});

test('where every CPU runs something, nothing is dashed', () => {
  const tasks = Array.from({ length: 8 }, () => [ROLES.indexOf('hog'), 0]).flat();
  const running = [0, 1, 2, 3, 4, 5, 6, 7];
  expect(seenOf(tasks, { ns: 1000, running }).has('dashed')).toBe(false);
});
