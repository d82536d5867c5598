import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';

const clock = (page: Page) => page.getByRole('status', { name: /Simulated time|模拟时间/ });

async function openPaused(page: Page, fragment = '#v1&p=cluster&t=4ms', time = '4.000 ms'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(clock(page)).toHaveText(time);
}

/** The timeline as a drawing that was saved. */
async function drawing(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Take away: Timeline' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'SVG drawing' }).click();
  return await readFile(await (await download).path(), 'utf8');
}

test('no text of a timeline that is taken away lies over another', async ({ page }) => {
  await openPaused(page);
  await expect(page.getByRole('button', { name: /First difference/ })).toBeVisible();
  const svg = await drawing(page);
  const over = await page.evaluate((source) => {
    const holder = document.body.appendChild(document.createElement('div'));
    holder.innerHTML = source;
    const texts = [...holder.querySelectorAll('text')].map((text) => ({
      text: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    holder.remove();
    return texts.flatMap((a, i) =>
      texts
        .slice(i + 1)
        .filter((b) => Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1)
        .filter((b) => Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 4)
        .map((b) => `${a.text} is over ${b.text}`),
    );
  }, svg);
  expect(over).toEqual([]);
});
