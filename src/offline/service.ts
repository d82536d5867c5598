/**
 * The service worker: keeps every file of the page, so that a page that was open once opens again without a network. A
 * new version is kept as soon as a page is opened while there is a network, and is what the next page shows.
 */
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import type { TakeOver } from './messages';

interface Question {
  /** A script of the page that asks; or `TakeOver`. */
  readonly data: string;
  readonly ports: readonly MessagePort[];
  waitUntil(answer: Promise<void>): void;
}

declare const self: {
  /** Every file of the build (`vite.config.ts`). */
  readonly __WB_MANIFEST: PrecacheEntry[];
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (question: Question) => void): void;
};

const files = self.__WB_MANIFEST;

precacheAndRoute(files, { ignoreURLParametersMatching: [/./] });

// A page asks whether it is kept. It is served from here from then on, also in what it has not loaded yet. Or one that has all its
// parts (`shell/ahead.ts`) says that the version before may go, and its files.
self.addEventListener('message', (question) => {
  if (question.data === ('take over' satisfies TakeOver)) {
    question.waitUntil(self.skipWaiting());
    return;
  }
  question.waitUntil(isKept(question.data).then((kept) => question.ports[0]?.postMessage(kept)));
});

async function isKept(script: string): Promise<boolean> {
  await self.clients.claim();
  const found = await Promise.all([script, ...files.map(({ url }) => url)].map((url) => matchPrecache(url)));
  return found.every((file) => file !== undefined);
}
