import { type RefObject, useEffect, useRef } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import { onFrame } from '../../engine/loop';
import { onThemeChange } from '../../signs/palette';

const EVERY_MS = 100;
/** Charts alternate, so that their drawing is spread over the animation frames. */
const TURNS = 6;
let charts = 0;

/** The size of a chart (px), measured when it changes and not while drawing. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** The type size. */
  readonly em: number;
}

/**
 * Draws into an element outside React: when the feeds have something new and at most ten times a
 * second, or at once when `draw` itself changes (another language, other feeds) or the size does.
 */
export function useChart<E extends Element>(
  feeds: readonly ChartFeed[],
  draw: (element: E, room: Room) => void,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const phaseMs = (charts++ % TURNS) * (EVERY_MS / TURNS);
    let lastTurn = -1;
    let seen = -1;
    let room: Room | null = null;
    const em = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      room = { width, height, em: em(entry.target) };
      seen = -1;
    });
    if (ref.current) observer.observe(ref.current);
    // Another theme may have another type size.
    const stopTheme = onThemeChange(() => {
      if (!room || !ref.current) return;
      room = { ...room, em: em(ref.current) };
      seen = -1;
    });
    const stop = onFrame((nowMs) => {
      const versions = feeds.reduce((sum, feed) => sum + feed.version, 0);
      const turn = Math.floor((nowMs + phaseMs) / EVERY_MS);
      if (versions === seen || (seen >= 0 && turn === lastTurn) || !ref.current || !room) return;
      seen = versions;
      lastTurn = turn;
      draw(ref.current, room);
    });
    return () => {
      stop();
      stopTheme();
      observer.disconnect();
    };
  }, [feeds, draw]);
  return ref;
}
