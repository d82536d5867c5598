import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ACT_NUMBERS } from '../src/scenario/acts';
import { fromMore } from './hands';

/** Opens a page and takes the network away once it has loaded all that may be opened. */
async function openThenOffline(page: Page, fragment = ''): Promise<void> {
  // The words of the other language come last.
  const last = page.waitForResponse(/\/first\.zh-.*\.js$/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await (await last).finished();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

/** The same, for a page that was never idle. */
async function openThenOfflineAtOnce(page: Page, fragment = ''): Promise<void> {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: /could not be shown|无法显示/ });
const again = (page: Page) => page.getByRole('button', { name: 'Try again' });
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

for (const [what, fragment] of [
  ['the gallery', ''],
  ['an experiment', '#v2&p=cluster'],
] as const) {
  test(`${what} loads all there is ahead`, { tag: '@long' }, async ({ page }) => {
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(request.url().replace(/.*\//, '')));
    await openThenOffline(page, fragment);
    // The deck is a page of its own, what an embedded page listens with belongs to those, and a picture that stands before
    // the page runs to the bare address.
    const others = /^(first|deck|api)-/;
    // The whole simulator runs what the grouped one does.
    const grouped = await page.locator('script[data-grouped]').getAttribute('data-grouped');
    const left = readdirSync('dist/assets').filter((file) => !others.test(file) && !asked.has(file));
    expect(left.filter((file) => !grouped?.endsWith(`/${file}`))).toEqual([]);
  });
}

test('the service worker is one file: as a plain script it can import nothing', () => {
  expect(readFileSync('dist/sw.js', 'utf8')).not.toMatch(/^import\b|[;}]import\b/);
});

test('the gallery opens everything without a network', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  await openThenOffline(page);
  await card(page, 'Idle stealing').click();
  await expect(page.locator('.clock')).toHaveText(/^[1-9]/);
  await expect(page.getByLabel('Experiment', { exact: true }).last()).toHaveValue('steal');
  await page.goBack();
  await page.getByRole('navigation', { name: 'The acts' }).getByRole('link').first().click();
  await expect(page.locator('.acts[data-arrived=true]')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('an experiment opens everything without a network', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  await openThenOffline(page, '#v2&p=cluster');
  await fromMore(page, 'The acts');
  for (const act of ACT_NUMBERS.map(String)) {
    await page.getByRole('combobox', { name: 'Acts' }).selectOption(act);
    await expect(page).toHaveURL(new RegExp(`act=${act}&step=1`));
    await expect(page.locator('.acts[data-arrived=true]')).toBeVisible();
  }
  await page.goto('./#v2&p=classroom');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Paired seeds', { exact: true }).fill('2');
  await dialog.getByLabel('Simulated time per run (ms)').fill('20');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByText(/^4 runs in /).first()).toBeVisible({ timeout: 30_000 });
  await expect(dialog.locator('.verdict')).toBeVisible();
  await page.keyboard.press('Escape');
  await fromMore(page, '中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.keyboard.press('g');
  await expect.poll(async () => Number(await page.locator('.front-lanes').getAttribute('data-ns'))).toBeGreaterThan(0);
  await expect(notice(page)).toHaveCount(0);
});

test('what could not be loaded is said, and opens once there is a network again', { tag: '@long' }, async ({
  page,
}) => {
  await openThenOfflineAtOnce(page);
  await card(page, 'Idle stealing').click();
  await expect(notice(page)).toBeVisible();
  await again(page).click();
  await expect(again(page)).toBeEnabled();
  await expect(notice(page)).toBeVisible();
  // Back is the gallery, as it was.
  await page.goBack();
  await expect(card(page, 'Idle stealing')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await page.getByRole('navigation', { name: 'The acts' }).getByRole('link').first().click();
  await expect(notice(page)).toBeVisible();
  await expect(card(page, 'Idle stealing')).toBeVisible();
  await page.context().setOffline(false);
  await again(page).click();
  await expect(page.locator('.acts[data-arrived=true]')).toBeVisible();
});

test('an experiment goes on without the part that could not be loaded', { tag: '@long' }, async ({ page }) => {
  await openThenOfflineAtOnce(page, '#v2&p=cluster');
  const lanes = page.locator('#lanes');
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await page.keyboard.press('?');
  await expect(notice(page)).toBeVisible();
  await expect(lanes).toBeVisible();
  await dismiss.click();
  // Keys are heard as before.
  await page.keyboard.press('a');
  await expect(notice(page)).toBeVisible();
  await dismiss.click();
  await fromMore(page, '中文');
  await expect(notice(page)).toContainText('A part of the page could not be shown');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(lanes).toBeVisible();
  await page.context().setOffline(false);
  await again(page).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
});

const rules = (page: Page) => page.getByRole('dialog', { name: 'Kernel rules' });
const isStyled = (page: Page) =>
  expect(rules(page).locator('.rules-table tbody tr').first()).toHaveCSS('border-bottom-style', 'solid');

test('styles that did not come are asked for again with what they belong to', async ({ page }) => {
  const styles = /\/Rules-.*\.css$/;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.route(styles, (route) => route.abort());
  await page.goto('./#v2&p=cluster&t=1ms');
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.keyboard.press('k');
  await expect(notice(page)).toBeVisible();
  const lost = page.waitForEvent('requestfailed', (request) => styles.test(request.url()));
  await page.keyboard.press('k');
  await lost;
  await expect(rules(page)).toHaveCount(0);
  // Nothing else is kept from opening.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.unroute(styles);
  await page.keyboard.press('k');
  await isStyled(page);
});

test('styles that were lost when all was loaded ahead are there when a dialog is opened', { tag: '@long' }, async ({
  page,
}) => {
  const styles = /\/Rules-.*\.css$/;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(styles, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => styles.test(request.url()));
  await page.goto('./#v2&p=cluster&t=1ms');
  await lost;
  await page.unroute(styles);
  await page.keyboard.press('k');
  await isStyled(page);
});

test('what could not be loaded is said in Chinese', { tag: '@long' }, async ({ page }) => {
  await openThenOfflineAtOnce(page, '#v2&p=cluster&lang=zh');
  await page.keyboard.press('a');
  await expect(notice(page)).toContainText('无法显示');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.locator('.acts[data-arrived=true]')).toBeVisible();
  await expect(page).toHaveURL(/lang=zh.*act=1|act=1.*lang=zh/);
});

for (const [what, file, fragment] of [
  ['a script', /\/page-.*\.js$/, '#v2&p=cluster&embed=1'],
  ['its words', /\/first\.en-.*\.js$/, ''],
  ['its styles', /\/index-.*\.css$/, '#v2&p=cluster'],
] as const) {
  test(`a page without ${what} says so over all there is, and opens once that can be had`, async ({ page }) => {
    await page.route(file, (route) => route.abort());
    await page.goto(`./${fragment}`);
    const said = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' });
    await expect(said).toBeInViewport();
    await page.unroute(file);
    await said.getByRole('button').click();
    await expect(page.locator('canvas').first()).toBeVisible();
    await expect(said).toHaveCount(0);
  });
}

test('a gallery that could not be loaded is said once, over its still picture', async ({ page }) => {
  await page.route(/\/Front-.*\.js$/, (route) => route.abort());
  await page.goto('./');
  await expect(notice(page)).toBeInViewport();
  await expect(notice(page)).toHaveCount(1);
  await expect(page.locator('#still')).toBeVisible();
});

test('an act that could not be loaded is missed in the language and the frame of its link', async ({ page }) => {
  await page.route(/\/acts-.*\.js$/, (route) => route.abort());
  await page.goto('./#v2&act=1&step=3&lang=zh&theme=dark&embed=1');
  await expect(notice(page)).toContainText('无法显示');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('data-embed', 'true');
  await expect(page.locator('.embed-play')).not.toHaveClass(/playing/);
});

test('lanes of the gallery that could not be started are started when that is asked for again', async ({ page }) => {
  const simulator = /\/sched_wasm_columns-.*\.wasm$/;
  await page.route(simulator, (route) => route.abort());
  await page.goto('./');
  const said = page.getByRole('alert').filter({ hasText: 'could not be started' });
  await expect(said).toBeVisible();
  await page.unroute(simulator);
  await said.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => Number(await page.locator('.front-lanes').getAttribute('data-ns'))).toBeGreaterThan(0);
  await expect(said).toHaveCount(0);
});

test('an embedded page has a heading', async ({ page }) => {
  await page.goto('./#v2&p=cluster&embed=1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scheduler Playground');
});

test.describe('a page that was open once', () => {
  test.use({ serviceWorkers: 'allow' });

  test('opens again without a network, with any link, and so does the deck', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('./#v2&p=classroom');
    const kept = page.getByText('Ready without a network');
    await expect(kept).toHaveCount(1, { timeout: 60_000 });
    // What is said to screen readers alone takes no room, on a phone neither.
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize(size);
    await context.setOffline(true);
    // What the page has not opened yet opens, too.
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(notice(page)).toHaveCount(0);
    const reloaded = await page.reload();
    expect(reloaded?.fromServiceWorker()).toBe(true);
    await expect(page.locator('canvas').first()).toBeVisible();
    await expect(kept).toHaveCount(1);
    await fromMore(page, '中文');
    await expect(page.getByText('无网络也可用')).toHaveCount(1);
    const other = await context.newPage();
    await other.goto('./index.html?from=talk#v2&p=steal&lang=zh&t=1ms');
    await expect(other.locator('.clock')).toHaveText(/^1\./);
    await expect(other.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(notice(other)).toHaveCount(0);
    await other.goto('./examples/deck/index.html#/1');
    const button = other.frameLocator('iframe[title="Classroom"]').locator('.embed-play');
    await expect(button).toHaveClass(/playing/);
  });
});
