/**
 * The service worker: keeps every file of the page, so that a page that was open once opens again without a network. A
 * new version is kept as soon as a page is opened while there is a network, and is what the next page shows.
 */
import { type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

declare const self: {
  /** Every file of the build (`vite.config.ts`). */
  readonly __WB_MANIFEST: PrecacheEntry[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: () => void): void;
};

// A page of the version before has loaded all its parts by now (`app/ahead.ts`).
self.addEventListener('install', () => void self.skipWaiting());
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
