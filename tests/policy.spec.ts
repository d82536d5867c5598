import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { DECK_POLICY, POLICY } from '../scripts/lib/policy.mjs';
import { fromMore } from './hands';

/** Records the requests that the policy refuses, in the page and in its frames. */
async function watch(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('refusedByPolicy', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
      const { refusedByPolicy } = window as unknown as { refusedByPolicy: (what: string) => void };
      refusedByPolicy(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
    });
  });
  return refused;
}

test('the page has the policy of the documentation, and the policy holds', async ({ page }) => {
  const told = readFileSync(join(import.meta.dirname, '../docs/hosting.md'), 'utf8');
  expect(told).toContain(`\n${POLICY}\n`);
  const refused = await watch(page);
  for (const [i, [address, own]] of [
    ['./', POLICY] as const,
    ['./examples/deck/index.html', DECK_POLICY] as const,
  ].entries()) {
    await page.goto(address);
    await expect(page.locator('meta[http-equiv="Content-Security-Policy"]')).toHaveAttribute('content', own);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.head.append(script);
      return 'ran' in window;
    });
    expect(ran).toBe(false);
    // Navigation drops the records of a page.
    await expect.poll(() => refused.filter((what) => what.startsWith('script-src-elem inline'))).toHaveLength(i + 1);
  }
});

test('the policy refuses nothing that the page needs', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  const refused = await watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.goto('./#v3&p=classroom&t=1ms&notes=1ms:here');
  await page.reload();
  await expect(page.locator('.lane-a canvas').first()).toBeVisible();
  const dialog = page.getByRole('dialog');
  for (const key of ['?', 'k', 'c', 'i', 'o', 'm']) {
    await page.keyboard.press(key);
    await expect(dialog, key).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog, key).toBeHidden();
  }
  for (const name of ['Share', 'Embed']) {
    if (name === 'Embed') await fromMore(page, name);
    else await page.getByRole('button', { name, exact: true }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
  }
  // A chart as an image.
  for (const kind of ['PNG', 'SVG']) {
    await page.locator('.takeaway-button').first().click();
    const download = page.waitForEvent('download');
    await page.locator('.takeaway-menu:popover-open').getByRole('button', { name: kind }).click();
    await download;
  }
  await page.keyboard.press('s');
  await expect(page.getByRole('region', { name: 'Presentation' })).toBeVisible();
  await page.goto('./#v3&act=2.1');
  await page.reload();
  await expect(page.locator('.act-figure')).toBeVisible();
  await page.goto('./#v3&p=cluster&show=replication');
  await page.reload();
  await expect(page.getByRole('table').first()).toBeVisible();
  await page.goto('./examples/deck/index.html');
  await page.keyboard.press('PageDown');
  await expect(page.frameLocator('iframe[title="Classroom"]').locator('.embed-play')).toHaveClass(/playing/);
  expect(refused).toEqual([]);
});
