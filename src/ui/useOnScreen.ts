import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is on the screen. */
export function useOnScreen(ref: RefObject<Element | null>): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === true));
    if (ref.current) watch.observe(ref.current);
    return () => watch.disconnect();
  }, [ref]);
  return shown;
}
