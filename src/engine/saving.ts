/**
 * Whether the browser is in data-saver mode, in which nothing is prefetched. Only Chromium reports it; the DOM types
 * lack it.
 */
export const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
