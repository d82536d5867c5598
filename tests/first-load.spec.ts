import { expect, test } from '@playwright/test';
import { firstLoad, MOST_BYTES, WAYS } from '../scripts/lib/first-load.mjs';

/** The others load little beside what one of these loads. */
const OFTEN = ['gallery', 'experiment', 'act with a decision', 'embedded'];

for (const way of WAYS) {
  const tag = OFTEN.includes(way.name) ? [] : '@long';
  test(`${way.name}: what is needed at first sight is small`, { tag }, async ({ page, baseURL }) => {
    const { files, wasm, total } = await firstLoad(page, baseURL ?? '', way);
    expect(wasm).toBeGreaterThan(0);
    expect(total, JSON.stringify(files, null, 1)).toBeLessThan(MOST_BYTES);
  });
}

test('what is opened later is there already, without a network', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  // The last of what is loaded ahead, but for what packs links.
  const report = page.waitForResponse(/replication\.words\.en.*\.js$/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v2&p=classroom&t=1ms');
  await (await report).finished();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  const dialog = page.getByRole('dialog');
  for (const key of ['?', 'k', 'c', 'i', 'o']) {
    await page.keyboard.press(key);
    await expect(dialog, key).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Escape');
    await expect(dialog, key).toBeHidden({ timeout: 20_000 });
  }
});
