import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { edit } from '../../../tests/hands';
import { MACHINES } from '../../scenario/catalog';
import { PRESET_IDS } from '../../scenario/presets';

const clock = (page: Page) => page.locator('.clock');
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
/** The simulated time of a card's picture (ns); 0: nothing was drawn yet. */
const shown = async (of: Locator): Promise<number> => Number(await of.locator('canvas').getAttribute('data-ns'));

async function open(page: Page, fragment = '', reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
  await page.emulateMedia({ reducedMotion });
  await page.goto(`./${fragment}`);
}

test('without a fragment the page opens the gallery; every card is a link to what it shows', async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle('Scheduler Playground');
  const experiments = page.getByRole('region', { name: 'Experiments' });
  await expect(experiments.getByRole('link')).toHaveCount(PRESET_IDS.length);
  await expect(page.getByRole('region', { name: 'Machines' }).getByRole('link')).toHaveCount(
    Object.keys(MACHINES).length,
  );
  await expect(page.getByRole('region', { name: 'Acts' }).getByRole('link').first()).toHaveAttribute(
    'href',
    /#v1&act=1/,
  );
  await expect(card(page, 'Idle stealing')).toHaveAttribute('href', '#v1&p=steal');
  await expect(clock(page)).toHaveCount(0);
  await card(page, 'Idle stealing').click();
  await expect(page).toHaveURL(/#v1&p=steal$/);
  await expect(clock(page)).toBeVisible();
  await expect(page.getByLabel('Experiment', { exact: true }).last()).toHaveValue('steal');
  await page.goBack();
  await expect(card(page, 'Idle stealing')).toBeVisible();
  await card(page, 'IBM NUMA-Q (2003) · 16 CPUs').click();
  await edit(page);
  await expect(page.getByLabel('Machine', { exact: true })).toHaveValue('numaq-16');
  await expect(page).toHaveURL(/#v1&p=numa2003&machine=numaq-16&w=hackbench,g=20&t=\d+ms$/);
});

test('from the front door into the experiment, and back', async ({ page }) => {
  await open(page, '', 'reduce');
  await page.getByRole('button', { name: 'To the experiment' }).click();
  await expect(page).toHaveURL(/#v1&p=cluster$/);
  await expect(clock(page)).toHaveText('4.000 ms');
  await page.goBack();
  await expect(card(page, 'Idle stealing')).toBeVisible();
});

test('pictures run while they are seen, and no others do', { tag: '@long' }, async ({ page }) => {
  await open(page);
  const [first, last] = [card(page, 'Cluster-first wake-up'), card(page, 'Classroom · 8 CPUs')];
  await expect.poll(() => shown(first)).toBeGreaterThan(4e6);
  const before = await shown(first);
  await expect.poll(() => shown(first)).toBeGreaterThan(before);
  expect(await shown(last)).toBe(0);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => shown(last)).toBeGreaterThan(0);
  const stood = await shown(first);
  await page.waitForTimeout(800);
  expect(await shown(first)).toBe(stood);
});

test('where motion is not wanted, pictures stand still', async ({ page }) => {
  await open(page, '', 'reduce');
  const first = card(page, 'Cluster-first wake-up');
  await first.scrollIntoViewIfNeeded();
  await expect.poll(() => shown(first)).toBeGreaterThan(4e6 - 1);
  const at = await shown(first);
  await page.waitForTimeout(1000);
  expect(await shown(first)).toBe(at);
});

test('any fragment opens what it says, and an embedded page has no gallery', { tag: '@long' }, async ({ page }) => {
  await open(page, '#v1', 'reduce');
  await expect(clock(page)).toHaveText('4.000 ms');
  await open(page, '#v1&p=classroom&embed=1&show=gallery', 'reduce');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play or pause' })).toBeVisible();
  await expect(page.locator('.gallery')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForTimeout(500);
  await expect(page.locator('.gallery, dialog')).toHaveCount(0);
});

test('from an experiment the gallery is one key or one click away, and the experiment is as it was', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, '#v1&p=steal&t=40ms', 'reduce');
  await expect(clock(page)).toHaveText('40.000 ms');
  await page.keyboard.press('.');
  await page.keyboard.press(' ');
  await page.keyboard.press('g');
  await expect(page).toHaveURL(/#v1&p=steal&t=40ms&show=gallery$/);
  await expect(card(page, 'Two threads, one line')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#v1&p=steal&t=40ms$/);
  await expect(clock(page)).toHaveText(/^40\.0/);
  await page.getByRole('button', { name: 'Scheduler Playground' }).click();
  await expect(page.locator('.gallery')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'To the experiment' }).click();
  await expect(clock(page)).toHaveText('40.000 ms');
  await expect(page.getByLabel('Experiment', { exact: true }).last()).toHaveValue('steal');
});

test('the lanes stand still while the gallery is open, and go on after it', { tag: '@long' }, async ({ page }) => {
  await open(page, '#v1&p=cluster&t=0ms');
  const now = async () => Number.parseFloat((await clock(page).textContent()) ?? '');
  await expect.poll(now).toBeGreaterThan(0);
  await page.keyboard.press('g');
  await expect(page.locator('.gallery')).toBeVisible();
  await page.waitForTimeout(1500);
  await page.keyboard.press('g');
  const there = await now();
  // 1.5 s of watching would have been 0.015 ms.
  await expect.poll(now).toBeGreaterThan(there);
});

test('the gallery is for everyone: keys, both languages, themes', { tag: '@long' }, async ({ page }) => {
  await open(page, '', 'reduce');
  await expect(page.getByRole('heading', { name: 'Experiments', exact: true })).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { name: '实验', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/show=gallery.*lang=zh|lang=zh.*show=gallery/);
  await page.keyboard.press('t');
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Keys of an experiment do nothing here.
  await page.keyboard.press('?');
  await expect(page.locator('dialog')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).include('.gallery').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const) {
  test(`the gallery fits at ${width} by ${height}`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, '', 'reduce');
    await expect(card(page, 'Cluster-first wake-up')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
