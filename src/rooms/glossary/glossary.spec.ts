import { fromMore } from '../../../tests/hands';
import { expect, test } from '../../../tests/lib/kept';

test('the glossary opens from the menu and by link, and is searched in both languages', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&t=1ms');
  await fromMore(page, 'Glossary');
  const glossary = page.getByRole('dialog', { name: 'Glossary' });
  await expect(glossary).toBeVisible();
  await expect(page).toHaveURL(/show=glossary/);
  const [field, first] = await Promise.all(
    [glossary.getByRole('searchbox'), glossary.locator('dt').first()].map((one) => one.boundingBox()),
  );
  expect(first!.y - (field!.y + field!.height)).toBeGreaterThanOrEqual(8);
  await glossary.getByRole('searchbox').fill('时间片');
  await expect(glossary.locator('dt')).toHaveText(['time slice 时间片']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(glossary).toHaveCount(0);
  await page.goto('./#v3&p=cluster&show=glossary&lang=zh');
  await expect(page.getByRole('dialog', { name: '术语表' })).toBeVisible();
});
