/**
 * The browser features that drawings need and happy-dom lacks: sizes, canvases, and animation frames under control of a
 * test.
 */
import { vi } from 'vitest';
import { FakeOffscreenCanvas, FakePath2D, type Recording, record } from './record';

export interface Stage {
  /** Runs an animation frame at `nowMs`. */
  tick(nowMs: number): void;
  /** The calls recorded on a canvas of the page. */
  drawn(canvas: Element | null): Recording | undefined;
}

/** Every element is `width` by `height` px. */
export function setStage(width: number, height: number): Stage {
  let turn: FrameRequestCallback = () => {};
  const recordings = new Map<Element, Recording>();
  vi.stubGlobal('requestAnimationFrame', (next: FrameRequestCallback) => {
    turn = next;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {});
  vi.stubGlobal('OffscreenCanvas', FakeOffscreenCanvas);
  vi.stubGlobal('Path2D', FakePath2D);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(readonly changed: () => void) {}
      observe(): void {
        this.changed();
      }
      disconnect(): void {}
    },
  );
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray;
      constructor(w: number, h: number) {
        this.data = new Uint8ClampedArray(w * h * 4);
      }
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const recording = recordings.get(this) ?? record();
    recordings.set(this, recording);
    Object.assign(recording.ctx, { canvas: this });
    return recording.ctx as never;
  });
  return {
    tick: (nowMs) => turn(nowMs),
    drawn: (canvas) => (canvas ? recordings.get(canvas) : undefined),
  };
}
