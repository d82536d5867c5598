import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '../../../tests/lib/kept';

const clock = (page: Page) => page.getByRole('status', { name: /Simulated time|模拟时间/ });

async function openPaused(page: Page, fragment = '#v3&p=cluster&t=4ms', time = '4.000 ms'): Promise<void> {
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

test('the texts of an exported timeline do not overlap', async ({ page }) => {
  await openPaused(page);
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

const lane = (page: Page, name: 'A' | 'B') => page.getByRole('application', { name: `lane ${name}`, exact: true });
const card = (page: Page) => page.locator('.timeline-card:popover-open');

/** Moves over a row of a lane, from the right, until the card shows the wanted text; returns the position. */
async function seek(page: Page, name: 'A' | 'B', y: number, sought: RegExp): Promise<{ x: number; y: number }> {
  const box = (await lane(page, name).boundingBox())!;
  for (let share = 0.9; share > 0.2; share -= 0.015) {
    const at = { x: box.x + box.width * share, y: box.y + y };
    await page.mouse.move(at.x, at.y);
    await page.waitForTimeout(40);
    const text = await card(page)
      .textContent({ timeout: 1000 })
      .catch(() => '');
    if (sought.test(text ?? '')) return at;
  }
  throw new Error(`nothing says ${sought}`);
}

test('a bar shows its task, wait, waker and distance, and links to the decision', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page);
  const at = await seek(page, 'B', 8, /^Task \d+, (client|server) ran/);
  await expect(card(page)).toContainText(
    /waited[\d.]+\s(ns|µs) in the queue of CPU \d+woken bytask \d+ on CPU \d+, same (CPU|cluster|LLC)why hereCPU \d+ was chosen because/,
  );
  // The clicked item stays selected, and the export contains it with its arrow.
  await page.mouse.click(at.x, at.y);
  await page.mouse.move(0, 0);
  expect(await drawing(page)).toMatch(/<path d="M[\d. ]+C[\d. -]+" fill="none" stroke="#14191f" stroke-width="2"/);
  await expect(card(page)).toBeVisible();
  expect((await new AxeBuilder({ page }).include('.timeline-panel').analyze()).violations).toEqual([]);
  const task = /Task (\d+)/.exec((await card(page).textContent()) ?? '')?.[1];
  await card(page)
    .getByRole('button', { name: /was chosen because/ })
    .click();
  await expect(page.getByRole('complementary', { name: new RegExp(`^Decision lens: .*task ${task}$`) })).toBeVisible();
});

test('a folded row shows the number of busy CPUs and opens on a click', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=big&t=4ms');
  const at = await seek(page, 'B', 6, /^CPU 0–23 \d+ of 24 busy; click to open$/);
  await page.mouse.click(at.x, at.y);
  await page.mouse.move(at.x, at.y + 2);
  await expect(card(page)).not.toContainText(/^CPU 0–23 /);
});

test('by keys alone: from stretch to stretch, to its links and away', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  await page.getByRole('button', { name: 'zoom out' }).focus();
  while (!(await lane(page, 'A').evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab');
  await expect(card(page)).toContainText(/^Task \d+/);
  const first = await card(page).textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(card(page)).not.toHaveText(first ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(card(page)).toContainText(/ on CPU 1/);
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeHidden();
  await expect(clock(page)).toHaveText('4.000 ms');
});

test('on a phone a tap pins the card', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPaused(page);
  await lane(page, 'B').scrollIntoViewIfNeeded();
  const at = await seek(page, 'B', 8, /^Task \d+/);
  await page.mouse.click(at.x, at.y);
  await page.mouse.move(10, 10);
  await expect(card(page)).toContainText('why here');
  const box = (await card(page).boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  expect(box.y + box.height).toBeLessThanOrEqual(844);
});
