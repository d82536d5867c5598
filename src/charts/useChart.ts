import { type RefObject, useEffect, useRef } from 'react';
import type { ChartFeed } from '../engine/lane';
import { onFrame } from '../engine/loop';

const EVERY_MS = 100;

/** The room a chart has (px), measured when it changes and not while drawing. */
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
    let lastMs = Number.NEGATIVE_INFINITY;
    let seen = -1;
    let room: Room | null = null;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      room = { width, height, em: Number.parseFloat(getComputedStyle(entry.target).fontSize) };
      seen = -1;
    });
    if (ref.current) observer.observe(ref.current);
    const stop = onFrame((nowMs) => {
      const versions = feeds.reduce((sum, feed) => sum + feed.version, 0);
      if (versions === seen || (seen >= 0 && nowMs - lastMs < EVERY_MS) || !ref.current || !room) return;
      seen = versions;
      lastMs = nowMs;
      draw(ref.current, room);
    });
    return () => {
      stop();
      observer.disconnect();
    };
  }, [feeds, draw]);
  return ref;
}
