/** Registers the service worker, which stores the page for use offline. */
import { keptStore } from './kept';

/**
 * The browser compares sw.js with the one it has: this is also the check for a new version. Where service workers are not
 * available (plain http from another host, a sandboxed frame), the page needs the network.
 */
export async function keepOffline(): Promise<void> {
  if (import.meta.env.MODE !== 'production') return;
  try {
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('controllerchange', () => void ask());
    await serviceWorker.register('./sw.js');
    await ask();
  } catch {}
}

async function ask(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (active && (await hasEveryFile(active))) keptStore.setState({ kept: true });
}

/** Whether every file is stored, those of this very version included. */
const hasEveryFile = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data === true);
    };
    worker.postMessage(import.meta.url, [port2]);
  });
