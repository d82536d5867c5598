import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepOffline } from './keep';
import { keptStore } from './kept';

/** A browser whose service worker answers whether it has every file. */
function browser(stored: boolean) {
  const now = { stored, controllerChanges: () => {} };
  const active = { postMessage: vi.fn((_: string, [port]: readonly MessagePort[]) => port?.postMessage(now.stored)) };
  const serviceWorker = {
    ready: Promise.resolve({ active }),
    register: vi.fn(async () => ({})),
    addEventListener: (_: string, listener: () => void) => {
      now.controllerChanges = listener;
    },
  };
  vi.stubGlobal('navigator', { serviceWorker });
  return { now, active, serviceWorker };
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

test('the page is ready offline when the service worker has every file, and not before', async () => {
  const { now, active, serviceWorker } = browser(false);
  await keepOffline();
  expect(serviceWorker.register).toHaveBeenCalledWith('./sw.js');
  expect(active.postMessage.mock.calls[0]?.[0]).toMatch(/keep/);
  expect(isKept()).toBe(false);
  now.stored = true;
  now.controllerChanges();
  await vi.waitFor(() => expect(isKept()).toBe(true));
});

test('every visit checks for a new version at once', async () => {
  const { serviceWorker } = browser(true);
  const kept = keepOffline();
  expect(serviceWorker.register).toHaveBeenCalledOnce();
  await kept;
  expect(isKept()).toBe(true);
});

test('without service workers the page is not ready offline', async () => {
  vi.stubGlobal('navigator', {});
  await keepOffline();
  expect(isKept()).toBe(false);
});
