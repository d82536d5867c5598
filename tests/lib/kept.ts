/**
 * `test` with a page that a worker of Playwright reuses: every test opens it again, but the browser has cached and
 * compiled its files, which halves the time to open it. A test that needs a browser without history (a network that
 * fails, a service worker, scripts injected into the page) uses `fresh`, which is Playwright's `test`.
 */
import { type BrowserContext, test as base, type Page } from '@playwright/test';

export { expect, type Locator, type Page, test as fresh } from '@playwright/test';

const PLAIN = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const;

/** The browser keeps fifty entries of history, and some tests count them. */
const MOST_STEPS = 25;

/** Removes the traces of a test: storage, permissions, emulation and listeners. */
async function clear(page: Page): Promise<void> {
  const context = page.context();
  page.removeAllListeners('pageerror').removeAllListeners('console').removeAllListeners('request');
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const steps = await page.evaluate(() => {
    if (location.protocol.startsWith('http')) {
      localStorage.clear();
      sessionStorage.clear();
    }
    return history.length;
  });
  await page.goto('about:blank');
  await context.clearPermissions();
  await page.emulateMedia(PLAIN);
  await page.mouse.move(-1, -1);
  if (steps > MOST_STEPS) await page.close();
}

export const test = base.extend<object, { kept: BrowserContext }>({
  kept: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', serviceWorkers = 'block', viewport = null } = project.use;
      const context = await browser.newContext({ baseURL, serviceWorkers, viewport, locale: 'en-US' });
      // Data-saver mode: no prefetch, which would take a fifth of the time.
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
      );
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, kept, hasTouch, viewport }, use) => {
    // Touch is set when a page is made.
    if (hasTouch) {
      const page = await browser.newPage();
      await use(page);
      await page.close();
      return;
    }
    const page = kept.pages()[0] ?? (await kept.newPage());
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
    await clear(page);
  },
  context: async ({ page }, use) => use(page.context()),
});
