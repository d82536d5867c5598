import { openTab } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(page.locator('.lane-a canvas').first()).toBeVisible();
}

const names = (page: Page) =>
  page.locator('.charts > .card').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-chart')));

test('the label of a lane is not cut, though both are at the top of the axis', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=cluster&w=hackbench,g=30,l=100000,p,T&t=20ms');
  await openTab(page, 'Numbers');
  const chart = page.getByRole('region', { name: '%busy' }).locator('svg.lines');
  for (const lane of ['a', 'b']) await expect(chart.locator(`.end-${lane}`)).toHaveText(/ (99|100) %$/);
  const room = await chart.boundingBox();
  for (const lane of ['a', 'b']) {
    const label = await chart.locator(`.end-${lane}`).boundingBox();
    // Half a pixel is not seen.
    expect((label?.y ?? 0) + 0.5).toBeGreaterThanOrEqual(room?.y ?? Number.NaN);
    expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0));
  }
});

test('a row of charts has those that it has room for, in every width and after the theme', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await open(page, 'p=cluster&t=2ms');
  await openTab(page, 'Numbers');
  await expect.poll(() => names(page)).toEqual(['throughput', 'busy', 'wakes', 'migrations', 'counters']);
  for (const chart of await page.locator('svg.lines').all()) {
    await expect(chart.locator('.grid line').nth(1)).toBeAttached();
    await expect(chart.locator('.grid line').nth(3)).not.toBeAttached();
  }
  for (const height of [800, 900]) {
    await page.setViewportSize({ width: 1440, height });
    // The figures of a run change; the distances of its wake-ups are all in the picture.
    await expect(page.locator('[data-chart="wakes"] .distances li').last()).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => names(page)).toEqual(['throughput', 'wakes', 'migrations', 'counters']);
  await page.setViewportSize({ width: 720, height: 768 });
  await expect.poll(() => names(page)).toHaveLength(3);
  for (const card of await page.locator('.charts > .card').all()) {
    const box = await card.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(720);
  }
});

test('the lag chart opens with a CPU that has tasks', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, 'p=turns&kernel=6.12.0&b=-cluster_domain&machine=core-ultra5-225u-14&cpus=all&t=100ms');
  await openTab(page, 'Numbers');
  // Both lanes run a hog on CPU 3, and nothing on CPU 0.
  await expect(page.locator('.lag-panel > .unit')).toContainText('CPU 3.');
  await expect(page.locator('.lag-panel .lag-lane')).toHaveCount(2);
});
