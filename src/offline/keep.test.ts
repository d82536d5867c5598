import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keep, renew } from './keep';
import { keptStore } from './kept';

/** A browser whose service worker says whether it has every file. */
function browser({ controlled, kept }: { controlled: boolean; kept: boolean }) {
  const worker = { postMessage: vi.fn((_: string, [port]: readonly MessagePort[]) => port?.postMessage(now.kept)) };
  const now = { kept, changed: () => {} };
  const registration = Object.assign(new EventTarget(), {
    active: worker,
    waiting: null as unknown,
    installing: null as unknown,
  });
  const serviceWorker = {
    controller: controlled ? worker : null,
    ready: Promise.resolve({ active: worker }),
    register: vi.fn(async () => registration),
    addEventListener: (_: string, listener: () => void) => {
      now.changed = listener;
    },
  };
  vi.stubGlobal('navigator', { serviceWorker });
  return { now, worker, serviceWorker, registration };
}

const isKept = () => keptStore.getState().kept;

beforeEach(() => {
  vi.stubEnv('MODE', 'production');
  keptStore.setState({ kept: false });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a page is said to be ready without a network when the service worker has every file, and not before', async () => {
  const { now, serviceWorker } = browser({ controlled: false, kept: false });
  await keep(Promise.resolve());
  expect(serviceWorker.register).toHaveBeenCalledWith('./sw.js');
  expect(isKept()).toBe(false);
  now.kept = true;
  now.changed();
  await vi.waitFor(() => expect(isKept()).toBe(true));
});

test('a page that is not kept yet is kept once the page has time for it', async () => {
  const { serviceWorker } = browser({ controlled: false, kept: true });
  let hasTime = () => {};
  const keeping = keep(
    new Promise<void>((resolve) => {
      hasTime = resolve;
    }),
  );
  await Promise.resolve();
  expect(serviceWorker.register).not.toHaveBeenCalled();
  hasTime();
  await keeping;
  expect(serviceWorker.register).toHaveBeenCalledOnce();
});

test('a page that is kept is ready at once, and a newer version waits until all its parts are loaded', async () => {
  const { worker, serviceWorker } = browser({ controlled: true, kept: true });
  await keep(new Promise(() => {}));
  expect(isKept()).toBe(true);
  expect(worker.postMessage.mock.calls[0]?.[0]).toMatch(/keep/);
  expect(serviceWorker.register).not.toHaveBeenCalled();
  await renew();
  expect(serviceWorker.register).toHaveBeenCalledOnce();
});

test('a newer version takes over when a page has all its parts, however it came', async () => {
  const newer = (state: string) => Object.assign(new EventTarget(), { state, postMessage: vi.fn() });
  const { registration } = browser({ controlled: true, kept: true });
  const waits = newer('installed');
  registration.waiting = waits;
  await keep(new Promise(() => {}));
  expect(waits.postMessage).not.toHaveBeenCalled();
  await renew();
  expect(waits.postMessage).toHaveBeenCalledWith('take over');
  const comes = newer('installing');
  registration.installing = comes;
  registration.dispatchEvent(new Event('updatefound'));
  expect(comes.postMessage).not.toHaveBeenCalled();
  comes.state = 'installed';
  comes.dispatchEvent(new Event('statechange'));
  expect(comes.postMessage).toHaveBeenCalledWith('take over');
});

test('where the browser keeps no pages nothing is said', async () => {
  vi.stubGlobal('navigator', {});
  await keep(Promise.resolve());
  await renew();
  expect(isKept()).toBe(false);
});
