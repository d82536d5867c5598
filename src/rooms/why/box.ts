/** The place of a bubble, and what closes it. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { onFrame } from '../../engine/loop';
import { useRun } from '../../state/run';
import { type Explained, isCovered, look, useView, viewStore } from '../../state/view';
import type { Area } from '../../ui/beside';
import { placeBubble } from './placeBubble';

export const close = () => look({ explained: null });

/** The focus does not get lost with what had it. */
export const focusCpu = ({ lane }: Explained, cpu: number | null) =>
  document.querySelector<SVGElement>(`[data-lane="${lane}"] [data-cpu="${cpu}"]`)?.focus();

/** The bubble closes when the run or the step of an act changes. */
export function useClosing(explained: Explained): void {
  const feed = useRun((run) => run.feeds[explained.lane === 'a' ? 0 : 1]);
  const openStep = useView((view) => view.openStep);
  const began = useRef({ feed, openStep });
  useEffect(() => {
    if (began.current.feed !== feed || began.current.openStep !== openStep) close();
  }, [feed, openStep]);
}

/** Keeps the bubble next to its CPU, whatever happens to the size of the lane. */
export function usePlace(box: RefObject<HTMLDivElement | null>, cpu: number | null): void {
  const place = useCallback(() => {
    const bubble = box.current;
    const lane = bubble?.offsetParent;
    const cell = lane?.querySelector(`[data-cpu="${cpu}"] rect`);
    const machine = cell?.closest('.machine');
    if (!bubble || !lane || !cell || !machine) return;
    const { left, top } = lane.getBoundingClientRect();
    const areaOf = (element: Element): Area => {
      const box = element.getBoundingClientRect();
      return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
    };
    // Its natural height, independent of earlier limits; the tip counts only if nothing is cut.
    const cut = bubble.dataset.cut !== undefined;
    const border = bubble.offsetHeight - bubble.clientHeight;
    const bubbleSize = { width: bubble.offsetWidth, height: cut ? bubble.scrollHeight + border : bubble.offsetHeight };
    // Over the lane's name only if the drawing alone has no room.
    const inside = placeBubble(areaOf(cell), bubbleSize, areaOf(machine));
    const { x, y, side, tip, most } =
      inside.most === null ? inside : placeBubble(areaOf(cell), bubbleSize, areaOf(lane));
    bubble.dataset.side = side;
    bubble.toggleAttribute('data-cut', most !== null);
    const style = `inset-inline-start: ${x}px; inset-block-start: ${y}px; --tip: ${tip}px; max-block-size: ${most === null ? 'none' : `${most}px`}`;
    if (bubble.style.cssText !== style) bubble.style.cssText = style;
  }, [box, cpu]);
  useLayoutEffect(place);
  useEffect(() => onFrame(place), [place]);
}

/** Escape closes it; the focus returns to its CPU. */
export function useEscape(box: RefObject<HTMLDivElement | null>, explained: Explained, cpu: number | null): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isCovered(viewStore.getState())) return;
      event.preventDefault();
      const inside = box.current?.contains(document.activeElement);
      close();
      if (inside) focusCpu(explained, cpu);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [box, explained, cpu]);
}
