/**
 * What a page says to a new version of the service worker that waits. A type alone: the service worker is one file, which can
 * import nothing.
 */
export type TakeOver = 'take over';
