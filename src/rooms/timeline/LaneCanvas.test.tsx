// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LaneCanvas } from './LaneCanvas';
import type { TimelineScene } from './scene';

afterEach(cleanup);

test('only the main button of a pointer pins the item under it', () => {
  const onClick = vi.fn();
  const props = { index: 0, lane: 'a', size: { w: 100, h: 50, ratio: 1 }, playing: false, picked: null } as const;
  const scene = { axis: 40, scrolls: false, hit: () => 'a stretch' } as unknown as TimelineScene;
  const deaf = { furthestNs: () => 0, onPoint() {}, onPick() {}, onEnter() {} };
  render(<LaneCanvas {...props} {...deaf} scene={scene} canvases={new Map()} onClick={onClick} />);
  const canvas = screen.getByRole('img');
  canvas.setPointerCapture = () => {};
  for (const button of [1, 2, 0]) {
    expect(onClick).not.toHaveBeenCalled();
    fireEvent.pointerDown(canvas, { button });
    fireEvent.pointerUp(canvas, { button });
  }
  expect(onClick).toHaveBeenCalledExactlyOnceWith('a stretch');
});
