import { type RefObject, useEffect, useRef, useState } from 'react';

/** The width of an element and its font size (px); 0 before they are known. */
export function useWidth<E extends Element>(): {
  readonly ref: RefObject<E | null>;
  readonly width: number;
  readonly size: number;
} {
  const ref = useRef<E>(null);
  const [room, setRoom] = useState({ width: 0, size: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const width = Math.floor(entry.contentRect.width);
      const size = Number.parseFloat(getComputedStyle(entry.target).fontSize);
      setRoom((old) => (old.width === width && old.size === size ? old : { width, size }));
    });
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, ...room };
}
