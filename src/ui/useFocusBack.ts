import { type RefObject, useLayoutEffect } from 'react';

/** Whoever is in `box` when it closes is where they were when it opened. */
export function useFocusBack(box: RefObject<HTMLElement | null>): void {
  // Of a layout: what closes still has the focus then.
  useLayoutEffect(() => {
    const own = box.current;
    const before = document.activeElement as HTMLElement | null;
    return () => {
      if (own?.contains(document.activeElement)) before?.focus();
    };
  }, [box]);
}
