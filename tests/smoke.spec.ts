import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';

// A page that keeps itself says nothing; one that may not complains.
test.use({ serviceWorkers: 'allow' });

/** Everything the browser complained about while the page was open. */
const complaints = (page: Page): string[] => {
  const list: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') list.push(message.text());
  });
  page.on('pageerror', (error) => list.push(String(error)));
  page.on('requestfailed', (request) => list.push(`${request.url()} failed`));
  page.on('response', (response) => {
    if (response.status() >= 400) list.push(`${response.url()} answered ${response.status()}`);
  });
  return list;
};

for (const [what, fragment] of [
  ['the gallery', ''],
  ['an experiment', '#v2&p=cluster'],
] as const) {
  test(`${what} loads from a sub-path without a complaint`, async ({ page }) => {
    const heard = complaints(page);
    await page.goto(`./${fragment}`);
    await expect(page.getByText('Scheduler Playground').first()).toBeVisible();
    await expect(page.locator('canvas').first()).toBeVisible();
    expect(heard).toEqual([]);
  });
}

test('loads inside an iframe on a page of another origin', async ({ page, baseURL }) => {
  const heard = complaints(page);
  // A real server: browsers count a response made up by the test as coming from outside the local network.
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
