import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useView } from '../../state/view';
import type { Room } from './fitting';

/** The width of a row of two (em). */
const LEAST_ROW = 28;

/** The room of the element that holds the charts, measured before it is painted and whenever it changes. */
export function useRoom(place: Room['place']): readonly [RefObject<HTMLElement | null>, Room] {
  const ref = useRef<HTMLElement>(null);
  // Another theme may have another type size.
  const theme = useView((view) => view.theme);
  const [row, setRow] = useState({ width: 0, gap: 0, em: 1 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const element = ref.current;
    if (place !== 'row' || !element) return;
    const measure = () => {
      const { columnGap, fontSize } = getComputedStyle(element);
      setRow({ width: element.clientWidth, gap: Number.parseFloat(columnGap), em: Number.parseFloat(fontSize) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, theme]);
  // If not even two fit in a row, they are stacked.
  const narrow = row.width > 0 && row.width < LEAST_ROW * row.em;
  return [ref, place === 'row' && !narrow ? { place, ...row } : { place: 'column' }];
}
