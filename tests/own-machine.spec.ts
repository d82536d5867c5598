import { expect, test } from '@playwright/test';

const OWN = './#v2&p=cluster&machine=pack:1,numa:2,l3:2,core:2,pu:2;like:epyc;name:Mine';

test('a link with a machine of its own opens it, and keeps it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(OWN);
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 16);
  expect(page.url()).toContain('machine=pack:1,numa:2,l3:2,core:2,pu:2;like:epyc;name:Mine');
  await page.reload();
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 16);
});
