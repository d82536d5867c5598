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
import { useSignsSeen } from './seen';

vi.stubGlobal('OffscreenCanvas', FakeOffscreenCanvas);
vi.stubGlobal('Path2D', FakePath2D);

test.each([
  ['squares alone', [], false],
  ['a circle that waits', [[1]], true],
] as const)('the legend knows %s', (_, waiting, mixed) => {
  const tasks = [ROLES.indexOf('hog'), 0, ROLES.indexOf('sleeper'), 0];
  const lane = new Lane(machine('classroom-8'), Uint16Array.from(tasks));
  const scene = new Scene(lane, layout(lane.machine, 520, 380), namedPalette, { text: 12, stage: false }, 1);
  lane.accept(frameWords(lane.machine, { ns: 1000, running: [0], waiting }), new Uint32Array(0), null);
  const [ground, moves] = [record(), record()];
  Object.assign(moves.ctx, { canvas: { style: {} } });
  scene.draw({ ground: ground.ctx, moves: moves.ctx }, 0);
  const { result } = renderHook(() => useSignsSeen([lane]));
  expect(result.current.has('mixed')).toBe(mixed);
});
