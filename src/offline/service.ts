/**
 * The service worker: keeps every file of the page, so that a page that was open once opens again without a network. A
 * new version is kept as soon as a page is opened while there is a network, and is what the next page shows.
 */
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

interface Question {
  /** A script of the page that asks. */
  readonly data: string;
  readonly ports: readonly MessagePort[];
  waitUntil(answer: Promise<void>): void;
}

declare const self: {
  /** Every file of the build (`vite.config.ts`). */
  readonly __WB_MANIFEST: PrecacheEntry[];
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: () => void): void;
  addEventListener(type: 'message', listener: (question: Question) => void): void;
};

const files = self.__WB_MANIFEST;

// A page of the version before has loaded all its parts by now (`shell/ahead.ts`).
self.addEventListener('install', () => void self.skipWaiting());
precacheAndRoute(files, { ignoreURLParametersMatching: [/./] });

// A page asks whether it is kept. It is served from here from then on, also in what it has not loaded yet.
self.addEventListener('message', (question) => {
  question.waitUntil(isKept(question.data).then((kept) => question.ports[0]?.postMessage(kept)));
});

async function isKept(script: string): Promise<boolean> {
  await self.clients.claim();
  const found = await Promise.all([script, ...files.map(({ url }) => url)].map((url) => matchPrecache(url)));
  return found.every((file) => file !== undefined);
}
