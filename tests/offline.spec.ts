import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ACT_NUMBERS } from '../src/scenario/acts';
import { fromMore } from './hands';

/** Opens a page that is never idle, so it prefetches nothing; its parts are not loaded yet. */
async function open(page: Page, fragment = ''): Promise<void> {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await shown(page);
}

async function shown(page: Page): Promise<void> {
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: /could not be shown|无法显示/ });
const reload = (page: Page) => notice(page).getByRole('button', { name: /Reload|重新加载/ });
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('the service worker is one classic script without imports', () => {
  expect(readFileSync('dist/sw.js', 'utf8')).not.toMatch(/^(import|export)\b|[;}](import|export)\b/);
});

test('a part that cannot be loaded shows one notice; reloading brings the part and keeps the document', async ({
  page,
}) => {
  await open(page, '#v3&p=cluster&seed=9');
  await page.context().setOffline(true);
  await page.keyboard.press('?');
  await expect(notice(page)).toHaveCount(1);
  await expect(page.locator('#lanes')).toBeVisible();
  // Without a network the button keeps the page.
  await reload(page).click();
  await expect(reload(page)).toBeEnabled();
  await page.keyboard.press('.');
  await expect(page.locator('.clock')).not.toHaveText(/^0\.000/);
  await page.context().setOffline(false);
  await reload(page).click();
  await expect(notice(page)).toHaveCount(0);
  await shown(page);
  await expect(page).toHaveURL(/seed=9/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('a part whose style sheet cannot be loaded is not shown without it', async ({ page }) => {
  const styles = /\/table-dialog-.*\.css$/;
  const rules = page.getByRole('dialog', { name: 'Kernel rules' });
  await page.route(styles, (route) => route.abort());
  await open(page, '#v3&p=cluster&t=1ms');
  await page.keyboard.press('k');
  await expect(notice(page)).toHaveCount(1);
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.keyboard.press('k');
  await expect(notice(page)).toHaveCount(1);
  await expect(rules).toHaveCount(0);
  await page.unroute(styles);
  await reload(page).click();
  await expect(notice(page)).toHaveCount(0);
  await shown(page);
  await page.keyboard.press('k');
  await expect(rules).toBeVisible();
});

test('if a language cannot be loaded, the notice is in the present one; after a reload the language is there', async ({
  page,
}) => {
  await open(page, '#v3&p=cluster');
  await page.context().setOffline(true);
  await fromMore(page, '中文');
  await expect(notice(page)).toContainText('A part of the page could not be shown');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.context().setOffline(false);
  await reload(page).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
});

test('the gallery stays if the target of a link cannot be loaded', async ({ page }) => {
  await open(page);
  await page.context().setOffline(true);
  await card(page, 'Idle stealing').click();
  await expect(notice(page)).toBeVisible();
  await page.goBack();
  await expect(card(page, 'Idle stealing')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await card(page, 'Idle stealing').click();
  await expect(notice(page)).toBeVisible();
  await page.context().setOffline(false);
  await reload(page).click();
  await expect(page.getByLabel('Experiment', { exact: true }).last()).toHaveValue('steal');
});

for (const [what, file, fragment] of [
  ['a script', /\/page-.*\.js$/, '#v3&p=cluster&embed=1'],
  ['its words', /\/first\.en-.*\.js$/, ''],
  ['its styles', /\/index-.*\.css$/, '#v3&p=cluster'],
] as const) {
  test(`a page without ${what} shows a message, and opens after a reload`, async ({ page }) => {
    await page.route(file, (route) => route.abort());
    await page.goto(`./${fragment}`);
    const message = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' });
    await expect(message).toBeInViewport();
    await page.unroute(file);
    await message.getByRole('button').click();
    await expect(page.locator('canvas').first()).toBeVisible();
    await expect(message).toHaveCount(0);
  });
}

test('if the gallery cannot be loaded, the notice covers its prerendered picture', async ({ page }) => {
  await page.route(/\/Front-.*\.js$/, (route) => route.abort());
  await page.goto('./');
  await expect(notice(page)).toBeInViewport();
  await expect(notice(page)).toHaveCount(1);
  await expect(page.locator('#prerendered')).toBeVisible();
});

test('if an act cannot be loaded, the notice has the language and the frame of its link', async ({ page }) => {
  await page.route(/\/acts-.*\.js$/, (route) => route.abort());
  await page.goto('./#v3&act=1.4&lang=zh&theme=dark&embed=1');
  await expect(notice(page)).toContainText('无法显示');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('data-embed', 'true');
  await expect(page.locator('.embed-play')).not.toHaveClass(/playing/);
});

test('lanes of the gallery that failed to start are started with “Try again”', async ({ page }) => {
  const simulator = /\.wasm$/;
  await page.route(simulator, (route) => route.abort());
  await page.goto('./');
  const failure = page.getByRole('alert').filter({ hasText: 'could not be started' });
  await expect(failure).toBeVisible();
  await page.unroute(simulator);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => Number(await page.locator('.front-lanes').getAttribute('data-ns'))).toBeGreaterThan(0);
  await expect(failure).toHaveCount(0);
});

test('an embedded page has a heading', async ({ page }) => {
  await page.goto('./#v3&p=cluster&embed=1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scheduler Playground');
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  const kept = (page: Page) => page.getByText('Ready without a network');

  test('an assignment that was opened once can be answered offline', async ({ page, context }) => {
    await page.goto('./#assignment');
    // All files are stored before the service worker is active.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await context.setOffline(true);
    await page.reload();
    await page.getByLabel('Open an assignment').setInputFiles('examples/assignments/nice.json');
    await page.getByRole('spinbutton', { name: 'Your guess' }).fill('75');
    await page.getByRole('button', { name: 'Run it' }).click();
    await expect(page.locator('.assignment-parts li').first()).toHaveAttribute('data-right', 'true', {
      timeout: 60_000,
    });
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Make the code' }).click();
    await expect(page.getByLabel('Your code')).toHaveValue(/^SPA1\./);
  });

  test('a page that was opened once opens again offline, in every part and with any link, and so does the deck', {
    tag: '@long',
  }, async ({ page, context }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('./#v3&p=classroom');
    await expect(kept(page)).toHaveCount(1, { timeout: 60_000 });
    // Text for screen readers takes no room, also on a phone.
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize(size);
    await context.setOffline(true);
    // Parts that were not loaded before.
    const dialog = page.getByRole('dialog');
    for (const key of ['?', 'k', 'c', 'i', 'o', 'm']) {
      await page.keyboard.press(key);
      await expect(dialog, key).toBeVisible();
      if (key === 'm') {
        await dialog.getByLabel('Paired seeds', { exact: true }).fill('2');
        await dialog.getByLabel('Simulated time per run (ms)').fill('20');
        await dialog.getByRole('button', { name: 'Run', exact: true }).click();
        await expect(dialog.getByText(/^4 runs in /).first()).toBeVisible({ timeout: 30_000 });
      }
      await page.keyboard.press('Escape');
      await expect(dialog, key).toBeHidden();
    }
    await fromMore(page, 'The acts');
    for (const act of ACT_NUMBERS.map(String)) {
      await page.getByRole('combobox', { name: 'Acts' }).selectOption(act);
      await expect(page).toHaveURL(new RegExp(`act=${act}\\.1`));
      await expect(page.locator('.acts[data-arrived=true]')).toBeVisible();
    }
    await page.keyboard.press('g');
    await expect(page.locator('.front-lanes')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await page.goto('./#v3&p=classroom');
    const reloaded = await page.reload();
    expect(reloaded?.fromServiceWorker()).toBe(true);
    await expect(page.locator('canvas').first()).toBeVisible();
    await expect(kept(page)).toHaveCount(1);
    await fromMore(page, '中文');
    await expect(page.getByText('无网络也可用')).toHaveCount(1);
    const other = await context.newPage();
    await other.goto('./index.html?from=talk#v3&p=steal&lang=zh&t=1ms');
    await expect(other.locator('.clock')).toHaveText(/^1\./);
    await expect(other.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(notice(other)).toHaveCount(0);
    await other.goto('./examples/deck/index.html#/1');
    const button = other.frameLocator('iframe[title="Classroom"]').locator('.embed-play');
    await expect(button).toHaveClass(/playing/);
  });
});
