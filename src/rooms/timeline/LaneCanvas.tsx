/** One lane of the timeline: its canvas with pointer and key handlers. */
import { type PointerEvent, useEffect, useRef } from 'react';
import type { LaneKey } from '../../state/view';
import { useT } from '../../words';
import { brushed } from './camera';
import type { Hit, TimelineScene } from './scene';
import type { Stretch } from './stretch';
import type { Canvases } from './useDrawing';

/** A pointer that moved less counts as a click (px). */
const CLICK_PX = 4;

export interface LaneCanvasProps {
  readonly scene: TimelineScene;
  readonly canvases: Canvases;
  /** The lane's index, and its name. */
  readonly index: number;
  readonly lane: LaneKey;
  readonly size: { readonly w: number; readonly h: number; readonly ratio: number };
  readonly playing: boolean;
  readonly picked: Stretch | null;
  readonly furthestNs: () => number;
  /** The item under the pointer, or null; the clicked item. */
  readonly onPoint: (hit: Hit | null) => void;
  readonly onClick: (hit: Hit) => void;
  /** The item that the keys selected; null: they left. */
  readonly onPick: (stretch: Stretch | null) => void;
  readonly onEnter: (stretch: Stretch) => void;
}

export function LaneCanvas(props: LaneCanvasProps) {
  const { scene, canvases, index, lane, size, playing, picked, furthestNs, onPoint, onClick, onPick, onEnter } = props;
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const brush = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly x: number; lastX: number; lastY: number; readonly brush: boolean } | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (element) canvases.set(index, element);
    scene.dirty = true;
    return () => void canvases.delete(index);
  }, [canvases, scene, index]);

  // React registers wheel listeners as passive, but these have to prevent scrolling.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (scene.scrolls && !event.ctrlKey) {
        scene.scrollBy(event.deltaY);
        return;
      }
      const at = (event.offsetX - scene.gutter.all) / scene.span.width;
      scene.zoomBy(Math.exp(event.deltaY * 0.002), Math.min(Math.max(at, 0), 1), playing, furthestNs());
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scene, playing, furthestNs]);

  const showBrush = (from: number, to: number | null): void => {
    if (!brush.current) return;
    brush.current.hidden = to === null;
    if (to === null) return;
    brush.current.style.left = `${Math.min(from, to)}px`;
    brush.current.style.width = `${Math.abs(to - from)}px`;
  };
  const onDown = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.button !== 0) return;
    const { offsetX, offsetY } = event.nativeEvent;
    const isBrush = event.shiftKey || offsetY > scene.axis;
    drag.current = { x: offsetX, lastX: offsetX, lastY: offsetY, brush: isBrush };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { offsetX, offsetY } = event.nativeEvent;
    const { current } = drag;
    if (current?.brush) showBrush(current.x, offsetX);
    else if (current) {
      if (!playing && Math.abs(offsetX - current.x) >= CLICK_PX) scene.panBy(current.lastX - offsetX, furthestNs());
      if (scene.scrolls) scene.scrollBy(current.lastY - offsetY);
      Object.assign(current, { lastX: offsetX, lastY: offsetY });
    } else onPoint(scene.hit(index, offsetX, offsetY));
  };
  const onUp = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { offsetX, offsetY } = event.nativeEvent;
    const { current } = drag;
    drag.current = null;
    showBrush(0, null);
    if (!current) return;
    if (Math.abs(offsetX - current.x) >= CLICK_PX) {
      if (current.brush) scene.look(brushed(scene.timeAt(current.x), scene.timeAt(offsetX)));
      return;
    }
    const hit = scene.hit(index, offsetX, offsetY);
    if (hit) onClick(hit);
  };
  const onKey = (event: React.KeyboardEvent): void => {
    const pickedHere = picked?.lane === index ? picked : null;
    if (event.key === 'Escape' && pickedHere) onPick(null);
    else if (event.key === 'Enter' && pickedHere) onEnter(pickedHere);
    else if (event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      scene.openBeside(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key.startsWith('Arrow')) onPick(scene.beside(pickedHere, index, event.key) ?? pickedHere);
    else return;
    // The page has the same shortcuts.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      className="timeline-lane"
      data-lane={lane}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between intervals.
      tabIndex={0}
      aria-label={t('timeline.lane', { lane: lane.toUpperCase() })}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowUp Shift+ArrowDown Enter"
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible') && picked?.lane !== index) onPick(scene.beside(null, index, ''));
      }}
      onKeyDown={onKey}
    >
      <canvas
        ref={canvas}
        className="timeline-canvas"
        role="img"
        aria-label={t('timeline.label', { lane: lane.toUpperCase() })}
        style={{ width: size.w, height: size.h, touchAction: scene.scrolls ? 'none' : 'pan-y' }}
        width={Math.round(size.w * size.ratio)}
        height={Math.round(size.h * size.ratio)}
        onPointerMove={onMove}
        onPointerDown={onDown}
        onPointerUp={onUp}
        onPointerCancel={() => {
          drag.current = null;
          showBrush(0, null);
        }}
        onPointerLeave={() => onPoint(null)}
      />
      <div className="timeline-brush" ref={brush} hidden />
    </div>
  );
}
