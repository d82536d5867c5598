import { useSyncExternalStore } from 'react';
import { useView } from '../state/view';

/** A right column needs width, and height for its five charts. On a phone everything is one column. */
const crowded = window.matchMedia('(min-width: 701px) and ((max-width: 1180px) or (max-height: 820px))');
const phone = window.matchMedia('(max-width: 700px)');

function watch(changed: () => void): () => void {
  crowded.addEventListener('change', changed);
  phone.addEventListener('change', changed);
  return () => {
    crowded.removeEventListener('change', changed);
    phone.removeEventListener('change', changed);
  };
}

/**
 * Whether the charts share the foot of the page with the timeline: where space is short, or type is large, or an act
 * takes the room of a column.
 */
export function useFoot(act: boolean): boolean {
  const short = useSyncExternalStore(watch, () => crowded.matches);
  const column = useSyncExternalStore(watch, () => phone.matches);
  const large = useView((view) => view.theme === 'projector');
  return !column && (short || large || act);
}
