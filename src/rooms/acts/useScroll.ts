/** Scrolling through an act: it turns from step to step, and inside a step it is the clock. */
import { type RefObject, useEffect, useRef } from 'react';
import { onFrame } from '../../engine/loop';
import { viewStore } from '../../state/view';
import { goThrough, goTo } from './go';
import { FILM_MS, scrollThrough, sectionsOf, TAKES_OVER, wayOf } from './scroll';
import { actsStore, type Opened, stepOf, useStory } from './store';
import { tweened } from './tween';

/** A step opens after scrolling has rested for this long (ms), so that passed steps do not run. */
const REST_MS = 140;
/** The visible fraction of the next step at which it becomes the present one. */
const TURN = 0.55;
export function useScroll(scroller: RefObject<HTMLElement | null>, opened: Opened): void {
  const arrived = useStory((state) => state.arrived);
  /** The position of the last programmatic scroll, which is not an action of the reader. */
  const scrolledTo = useRef<number | null>(null);
  const atEnd = useRef(false);

  // A key or a link opens a step at its moment, the end of its interval, and it stays there when the lens or the results
  // change the sizes.
  useEffect(() => {
    const host = scroller.current;
    if (!host || actsStore.getState().from !== 'key') return;
    atEnd.current = true;
    const toEnd = () => {
      if (!atEnd.current) return;
      scrollThrough(host, opened.at, 1);
      scrolledTo.current = host.scrollTop;
    };
    toEnd();
    const observer = new ResizeObserver(toEnd);
    for (const element of [host, ...sectionsOf(host)]) observer.observe(element);
    return () => observer.disconnect();
  }, [opened, scroller]);

  useEffect(() => {
    const host = scroller.current;
    if (!host || !arrived) return;
    const { step } = stepOf(opened);
    const { from } = actsStore.getState();
    if (from !== 'key') goThrough(shareOf(host, opened.at));
    if (from !== 'key' || !step.shot?.film || viewStore.getState().reducedMotion) return;
    atEnd.current = false;
    const stop = tweened(FILM_MS, (done) => {
      scrollThrough(host, opened.at, done);
      scrolledTo.current = host.scrollTop;
      goThrough(done);
    });
    for (const kind of TAKES_OVER) window.addEventListener(kind, stop, { passive: true, once: true });
    return () => {
      stop();
      for (const kind of TAKES_OVER) window.removeEventListener(kind, stop);
    };
  }, [arrived, opened, scroller]);

  useEffect(() => {
    const host = scroller.current;
    if (!host) return;
    let moved = false;
    let rest = 0;
    const scrolled = () => {
      if (scrolledTo.current !== null && Math.abs(host.scrollTop - scrolledTo.current) < 2) return;
      scrolledTo.current = null;
      atEnd.current = false;
      moved = true;
    };
    host.addEventListener('scroll', scrolled, { passive: true });
    const stop = onFrame(() => {
      if (!moved) return;
      moved = false;
      const at = placeIn(host);
      clearTimeout(rest);
      if (at === opened.at) goThrough(shareOf(host, at));
      else rest = window.setTimeout(() => turnTo(host, opened), REST_MS);
    });
    return () => {
      host.removeEventListener('scroll', scrolled);
      stop();
      clearTimeout(rest);
    };
  }, [opened, scroller]);
}

/** The position of the step that is being read. */
function placeIn(host: HTMLElement): number {
  const line = host.scrollTop + host.clientHeight * TURN;
  const tops = sectionsOf(host).map((section) => section.offsetTop);
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
}

/** The scrolled fraction of a step's interval. */
function shareOf(host: HTMLElement, at: number): number {
  const way = wayOf(host, at);
  if (!way || way.length === 0) return 1;
  return Math.min(1, Math.max(0, (host.scrollTop - way.top) / way.length));
}

function turnTo(host: HTMLElement, { number, at }: Opened): void {
  const place = placeIn(host);
  if (place !== at) goTo(number, place + 1, place > at ? 'above' : 'below');
}
