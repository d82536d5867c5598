import { type RefObject, useLayoutEffect } from 'react';

/** If the focus is inside `box` when it closes, it returns to where it was when `box` opened. */
export function useFocusBack(box: RefObject<HTMLElement | null>): void {
  // In a layout effect, the focus is still inside the closing element.
  useLayoutEffect(() => {
    const element = box.current;
    const before = document.activeElement as HTMLElement | null;
    return () => {
      if (element?.contains(document.activeElement)) before?.focus();
    };
  }, [box]);
}
