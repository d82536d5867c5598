/**
 * The service worker. It stores every file of the build in a cache named after the build, and answers requests from there:
 * a page that was opened once opens again offline, in every part. A new build takes over as soon as it is stored. The cache
 * of the build before it stays, since pages that are still open load their parts from it.
 */

interface WaitEvent {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** A page asks whether it opens offline; `data`: the address of one of its scripts. */
interface Question extends WaitEvent {
  readonly data: string;
  readonly ports: readonly MessagePort[];
}

declare const self: {
  /** The build and its files, filled in by `vite.config.ts`. Files in assets/ have a hash in their name. */
  readonly __BUILD: { readonly version: string; readonly files: readonly string[] };
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WaitEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: Question) => void): void;
};

const { version, files } = self.__BUILD;
/** Other pages of the same origin have caches, too. */
const PREFIX = `scheduler-playground ${self.registration.scope} `;
const NAME = PREFIX + version;

const isHashed = (file: string): boolean => file.startsWith('assets/');

/** The names of the caches of this page, oldest first. */
const cacheNames = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** A file of this build, or else of the build before it. */
async function find(url: string): Promise<Response | undefined> {
  for (const name of [NAME, ...(await cacheNames())]) {
    const found = await (await caches.open(name)).match(url);
    if (found) return found;
  }
  return undefined;
}

async function download(file: string): Promise<Response> {
  const response = await fetch(file, { cache: isHashed(file) ? 'default' : 'no-cache' });
  if (!response.ok) throw new Error(`${response.status} ${file}`);
  // A navigation refuses a response that was redirected.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

/** One file after the other: the page that is open needs the network and the CPU more. */
async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  for (const file of files) {
    // Stored before this installation was interrupted.
    if (await cache.match(file)) continue;
    const stored = isHashed(file) ? await find(file) : undefined;
    await cache.put(file, stored ?? (await download(file)));
  }
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const others = (await cacheNames()).filter((name) => name !== NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function isStored(script: string): Promise<boolean> {
  const found = await Promise.all([script, ...files].map(find));
  return found.every((file) => file !== undefined);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) =>
  event.waitUntil(isStored(event.data).then((stored) => event.ports[0]?.postMessage(stored))),
);
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !url.href.startsWith(self.registration.scope)) return;
  url.search = '';
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  event.respondWith(find(url.href).then((stored) => stored ?? fetch(event.request)));
});

export {};
