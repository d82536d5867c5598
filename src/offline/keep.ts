/** Has the browser keep the page. */
import { keptStore } from './kept';
import type { TakeOver } from './messages';

/**
 * Lets the browser keep the page where it keeps none yet, once `free` has come true. One that is kept says so at once, and waits
 * for `renew`: a new version takes its files away. Where the browser keeps no pages, as in a frame without an origin, the network
 * is needed every time.
 */
export async function keep(free: Promise<unknown>): Promise<void> {
  const { serviceWorker } = navigator;
  if (import.meta.env.MODE !== 'production' || !serviceWorker) return;
  serviceWorker.addEventListener('controllerchange', () => void ask());
  if (serviceWorker.controller) return await ask();
  await free;
  await renew();
}

/** Lets the browser keep the newest version. The page that is open has all its parts by now. */
export async function renew(): Promise<void> {
  if (import.meta.env.MODE !== 'production' || !navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register('./sw.js');
    letNewOneIn(registration);
    await ask();
  } catch {}
}

/** A new version waits, however it came, until a page says that it needs the files of the one before no more. */
function letNewOneIn(registration: ServiceWorkerRegistration): void {
  const follow = (worker: ServiceWorker | null) => {
    const tell = () =>
      worker?.state === 'installed' && registration.active && worker.postMessage('take over' satisfies TakeOver);
    worker?.addEventListener('statechange', tell);
    tell();
  };
  follow(registration.waiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

async function ask(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (active && (await keeps(active))) keptStore.setState({ kept: true });
}

/** Whether a service worker has every file, those of this very version, too. It serves this page from now on. */
const keeps = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data === true);
    };
    worker.postMessage(import.meta.url, [port2]);
  });
