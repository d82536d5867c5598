import { expect, type Page, test } from '../../../tests/lib/kept';

/** Short runs, so that sixteen seeds are quick. */
const SHORT = '#v3&p=classroom&limit=10&t=1ms';

const figure = async (page: Page, where: string): Promise<string | undefined> =>
  /[\d.]+ ± [\d.]+ % \w+/.exec(((await page.locator(where).textContent()) ?? '').replaceAll('\u00a0', ' '))?.[0];

async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(page.getByRole('status', { name: 'Simulated time' })).toHaveText('1.000 ms');
}

const over = (page: Page) =>
  expect(page.locator('.headline')).toHaveAttribute('data-over', 'true', { timeout: 60_000 });

test('the verdict over seeds appears by itself and equals that of Run many with the same seeds', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, SHORT);
  await expect(page.locator('.headline-about > span')).toContainText('of 16');
  await over(page);
  await expect(page.locator('.headline-about > span')).toHaveText('messages than A · 16 seeds');
  // Whole, without an ellipsis.
  const cut = (lines: readonly Element[]) =>
    lines.filter((line) => line.scrollWidth > line.clientWidth && getComputedStyle(line).display !== 'inline').length;
  expect(await page.locator('.verdict-said :not(.visually-hidden)').evaluateAll(cut)).toBe(0);
  const said = await figure(page, '.headline-head');
  expect(said).toBeDefined();
  // No line ends inside the figure.
  await expect(page.locator('.headline-head')).toHaveText(/\d\u00a0±\u00a0[\d.]+\u00a0%/);
  await page.keyboard.press('m');
  const many = page.getByRole('dialog', { name: 'Run many' });
  await many.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(many.getByText(/^32 runs in/).first()).toBeVisible({ timeout: 60_000 });
  expect(await figure(page, '.seeds .verdict')).toBe(said);
});

test('on a phone the live lines have the width of the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, SHORT);
  const plot = await page.locator('.live-plot').boundingBox();
  expect(plot?.width).toBeGreaterThan(200);
});

for (const load of [1, 12])
  test(`the label of the current load stays above the plot and between its ends, with ${load} pairs`, async ({
    page,
  }) => {
    await open(page, `${SHORT}&w=pairs,n=${load}`);
    const label = (await page.locator('.gain').getByText('you are here').boundingBox())!;
    const plot = (await page.locator('.gain-plot').boundingBox())!;
    const strip = (await page.locator('.verdict-strip').boundingBox())!;
    expect(label.y + label.height).toBeLessThanOrEqual(plot.y);
    expect(label.y).toBeGreaterThanOrEqual(strip.y);
    expect(plot.y + plot.height).toBeLessThanOrEqual(strip.y + strip.height);
    expect(label.x).toBeGreaterThanOrEqual(plot.x - 1);
    expect(label.x + label.width).toBeLessThanOrEqual(plot.x + plot.width + 1);
  });

test('a point of the gain by load sets the load; known results appear at once', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, SHORT);
  await over(page);
  const said = await page.locator('.headline-head').textContent();
  // The curve follows the verdict: in the end every point has a value.
  await expect(page.locator('.gain-plot > i[data-waits]')).toHaveCount(0, { timeout: 90_000 });
  const loads = page.getByRole('slider', { name: 'Choose a load' });
  await expect(loads).toHaveAttribute('aria-valuetext', /^5 pairs \(10 tasks\): B gains /);
  await loads.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/w=pairs,n=4/);
  await expect(page.locator('.headline-about > span')).toContainText('of 16');
  await loads.fill('6');
  await expect(page).toHaveURL(/w=pairs,n=6/);
  // Navigation within the page keeps its state.
  await page.goto(`./${SHORT}`);
  await expect(page.locator('.headline-head')).toHaveText(said ?? '', { timeout: 1000 });
  await expect(page.locator('.headline')).toHaveAttribute('data-over', 'true');
});

test('a single lane shows its figure', { tag: '@long' }, async ({ page }) => {
  await open(page, `${SHORT}&b=none`);
  await expect(page.locator('.headline-head')).toHaveText(/^A moves [\d.\s]+\s±\s[\d.]+$/, { timeout: 60_000 });
  await expect(page.locator('.gain')).toHaveCount(0);
});

test('on a machine with assumed costs the verdict is a range, and leads to where costs are measured', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(200_000);
  const machine = 'pack:2,numa:1,l3:1,l2:4,core:4,pu:1;like:xeon;name:M;costs:line_cluster:42';
  await page.goto(`./#v3&p=cluster&machine=${machine}&kernel=6.18&a=-cluster_domain&b=cluster_domain`);
  const headline = page.locator('.headline');
  await expect(headline.locator('.rests-on-line')).toContainText('costs assumed, as on Xeon');
  await expect(headline.locator('.headline-head')).toHaveText(/^Between −[\d.]+ and \+[\d.]+\s%$/, {
    timeout: 180_000,
  });
  await headline.locator('.rests-on-line').click();
  await expect(page.getByText(/With costs as on Kunpeng 920:\s\+/)).toBeVisible();
  await page.keyboard.press('Escape');
  await headline.getByRole('button', { name: 'Measure it' }).click();
  await expect(page.getByRole('link', { name: 'measure-costs.c' })).toBeInViewport();
});
