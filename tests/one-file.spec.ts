import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { buildOneFile } from './lib/one-file';

// Each worker process builds the file once.
let folder = '';
test.beforeAll(() => {
  folder = buildOneFile();
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the file, and records errors and requests. */
async function open(page: Page, fragment: string): Promise<string[]> {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('request', (request) => {
    const own = /^(data|blob):|playground\.html/.test(request.url());
    if (!own) heard.push(`asked for ${request.url()}`);
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${pathToFileURL(join(folder, 'playground.html')).href}${fragment}`);
  return heard;
}

const tag = { tag: '@long' };

test('the page is one file of the size in the documentation', tag, () => {
  expect(readdirSync(folder)).toEqual(['playground.html']);
  const text = readFileSync(join(folder, 'playground.html'), 'utf8');
  expect(text.match(/<(?:link|script|img)[^>]* (?:href|src)="(?!data:)/g)).toBeNull();
  const told = /one file of ([\d.]+) MB/.exec(readFileSync('docs/hosting.md', 'utf8'))?.[1];
  expect(statSync(join(folder, 'playground.html')).size / 1e6).toBeCloseTo(Number(told), 0);
});

test('an experiment runs from the file', tag, async ({ page }) => {
  const heard = await open(page, '#v3&p=cluster&t=2ms');
  await expect(page.locator('.clock')).toHaveText('2.000 ms');
  await page.keyboard.press(' ');
  await expect(page.locator('.clock')).not.toHaveText('2.000 ms');
  expect(heard).toEqual([]);
});

test('the first screen opens from the file, in both languages', tag, async ({ page }) => {
  const heard = await open(page, '');
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  expect(heard).toEqual([]);
});

test('an act opens from the file', tag, async ({ page }) => {
  const heard = await open(page, '#v3&act=2.1');
  await expect(page.locator('.acts[data-arrived=true]')).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/act=2\.2/);
  expect(heard).toEqual([]);
});

test('the file has the published tables, and runs many seeds', tag, async ({ page }) => {
  const heard = await open(page, '#v3&p=classroom&t=0ms&show=replication');
  await expect(page.locator('.overview table').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.overview')).toHaveCount(0);
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Paired seeds', { exact: true }).fill('2');
  await dialog.getByLabel('Simulated time per run (ms)').fill('20');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.locator('.verdict')).toBeVisible();
  expect(heard).toEqual([]);
});

test('a stage and its speaker’s window work together from the file', tag, async ({ page, context }) => {
  const heard = await open(page, '#v3&p=cluster&t=2ms&notes=1ms:First&cue=0');
  await expect(page.locator('.lane-b canvas').first()).toBeVisible();
  const [speaker] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('v')]);
  await expect(speaker.getByText('Cluster-first wake-up')).toBeVisible();
  await speaker.keyboard.press('PageDown');
  await expect(page.locator('.cue-text')).toHaveText('First');
  expect(heard).toEqual([]);
});
