import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { complaints } from './lib/complaints';

// With the permission to register a service worker, no warning about it appears.
test.use({ serviceWorkers: 'allow' });

for (const [what, fragment] of [
  ['the gallery', ''],
  ['an experiment', '#v3&p=cluster'],
] as const) {
  test(`${what} loads from a sub-path without errors or warnings`, async ({ page }) => {
    const heard = complaints(page);
    await page.goto(`./${fragment}`);
    await expect(page.getByText('Scheduler Playground').first()).toBeVisible();
    await expect(page.locator('canvas').first()).toBeVisible();
    expect(heard).toEqual([]);
  });
}

test('loads inside an iframe on a page of another origin', async ({ page, baseURL }) => {
  const heard = complaints(page);
  // A real server, since browsers treat a response mocked by the test as a request from outside the local network.
  const slides = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>slides</title><link rel="icon" href="data:,"><iframe src="${baseURL}" width="1024" height="768"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => slides.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://localhost:${(slides.address() as AddressInfo).port}/`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText('Scheduler Playground').first()).toBeVisible();
    expect(heard).toEqual([]);
  } finally {
    slides.close();
    slides.closeAllConnections();
  }
});

test('a browser without JavaScript, and one that is too old, are told what the page needs', async ({
  browser,
  baseURL,
}) => {
  const without = await browser.newPage({ javaScriptEnabled: false });
  await without.goto(`${baseURL}#v3&p=cluster`);
  await expect(without.locator('noscript p')).toContainText('needs JavaScript');
  await expect(without.locator('noscript p')).toBeVisible();
  await without.close();
  const old = await browser.newPage({ serviceWorkers: 'block' });
  await old.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await old.goto(`${baseURL}#v3&p=cluster`);
  await expect(old.getByRole('alert').filter({ hasText: 'Firefox 125' })).toBeInViewport({ ratio: 1 });
  await old.close();
});
