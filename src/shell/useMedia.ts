import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches the window now. */
export function useMedia(query: MediaQueryList): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => query.matches);
}
