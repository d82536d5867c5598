import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { fromMore } from './hands';

const FILE = join(import.meta.dirname, 'fixtures/recordings/own-messaging.perf.txt.gz');
const NO_MACHINE = join(import.meta.dirname, 'fixtures/recordings/own-comms.ftrace.txt.gz');
const LSCPU = join(import.meta.dirname, 'fixtures/recordings/own-machine.lscpu.json');

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function open(page: Page, ...files: string[]) {
  await page.goto('./#v3&p=steal');
  await fromMore(page, 'Open a recording…');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(files);
  return dialog;
}

const laneA = (page: Page) => page.locator('.lane-a');

async function show(page: Page, ...files: string[]) {
  const dialog = await open(page, ...files);
  await dialog.getByRole('button', { name: 'Show it beside the model' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(laneA(page).getByRole('heading')).toHaveText(/^recorded: Linux/);
}

test('a recording says what it is, and is shown beside the model', async ({ page }) => {
  const dialog = await open(page, FILE);
  await expect(dialog.getByRole('heading', { name: /^A recording: .* of 2 CPUs/ })).toBeVisible();
  await expect(dialog).toContainText('recorded on Linux 6.18.44-fc-v669; the nearest kernel of the simulator is 6.18');
  await expect(dialog).toContainText('The machine is described in the recording.');
  await dialog.getByRole('button', { name: 'Show it beside the model' }).click();
  await expect(laneA(page).getByRole('heading')).toHaveText('recorded: Linux 6.18.44');
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 2);
  await expect(page.locator('.legend-line')).toContainText('sched-messaging');
  await expect.poll(() => page.url()).toMatch(/rec=[0-9a-f]{16}:\d+:\d+:own-messaging/);
});

test('a row of a list goes to its moment, and a bubble says who woke the task', async ({ page }) => {
  await show(page, FILE);
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.locator('.recorded-lists ol').first().getByRole('button').first().click();
  await expect(page.locator('#why')).toContainText(/Woken|This window has no wake-up of it/);
  await expect(page.locator('#why')).toContainText('A recording does not say why.');
});

test('a machine beside it makes distances, without one they are not counted', async ({ page }) => {
  const dialog = await open(page, NO_MACHINE);
  await expect(dialog).toContainText('No machine was given: crossings are not counted.');
  await dialog.locator('input[type=file]').setInputFiles([LSCPU]);
  await expect(dialog).toContainText('The machine is that of the text beside it');
});

test('a link without its file asks for it, and shows the other lane', async ({ page, browser }) => {
  await show(page, FILE);
  await expect.poll(() => page.url()).toMatch(/rec=/);
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(other.locator('.notices')).toContainText('A link does not contain the file');
  await expect(other.locator('.m-cpu')).toHaveCount(2 * 2);
  await other.locator('.notices').getByRole('button', { name: 'Choose files' }).click();
  await other.getByRole('dialog').locator('input[type=file]').setInputFiles([FILE]);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await expect(other.locator('.legend-line')).toContainText('sched-messaging');
  await expect(other.locator('.notices')).not.toContainText('which stays');
});

test('what is no recording is refused in a sentence', async ({ page }) => {
  await page.goto('./#v3&p=steal');
  await fromMore(page, 'Open a recording…');
  const dialog = page.getByRole('dialog');
  const file = { name: 'perf.data', mimeType: '', buffer: Buffer.from('PERFILE2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa') };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('alert')).toContainText('perf script');
});

/** Replays a part of the recording in lane B. */
async function replay(page: Page) {
  const dialog = await open(page, FILE);
  await dialog.getByLabel('length (ms)').fill('40');
  await dialog.getByRole('button', { name: 'Replay it in lane B' }).click();
  await expect(dialog).toHaveCount(0);
}

const nearness = (page: Page) => page.getByRole('region', { name: 'Replay' });
const LINK = /w=replay,.*rec=|rec=.*w=replay,/;

test('a replay says first how near it is to its recording, and a reload finds its file', async ({ page }) => {
  await replay(page);
  await expect(laneA(page).getByRole('heading')).toHaveText('recorded: Linux 6.18.44');
  const rows = nearness(page).getByRole('row');
  await expect(rows.filter({ hasText: 'Length' })).toContainText(/holds|roughly|does not/);
  await expect(rows).toHaveCount(12);
  await expect(page.locator('.verdict-said')).toContainText('A is measured, B is a model');
  await expect.poll(() => page.url()).toMatch(LINK);
  await page.reload();
  await page.getByRole('tab', { name: 'Why' }).click();
  await expect(rows).toHaveCount(12);
  await expect(page.locator('.notices')).not.toContainText('drop');
});

test('a recording that is shown is replayed in lane B, and two replays are compared', async ({ page }) => {
  await show(page, FILE);
  await page.getByRole('tab', { name: 'Why' }).click();
  await nearness(page).getByRole('button', { name: 'Replay it in lane B' }).click();
  await nearness(page).getByRole('button', { name: 'Compare two replays' }).click();
  await expect(laneA(page).getByRole('heading').first()).not.toContainText('recorded');
  await expect(page.locator('.verdict-said')).not.toContainText('A is measured');
  await expect.poll(() => page.url()).toContain('w=replay');
  expect(page.url()).not.toContain('rec=');
  await expect(nearness(page).getByRole('row')).toHaveCount(12);
});

test('a link without its replay asks for it, and the recording makes it again', async ({ page, browser }) => {
  await replay(page);
  await expect.poll(() => page.url()).toMatch(LINK);
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(other.locator('.notices')).toContainText('and its replay: drop the recording here');
  await other.locator('.notices').getByRole('button', { name: 'Choose files' }).click();
  await other.getByRole('dialog').locator('input[type=file]').setInputFiles([FILE]);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await expect(laneA(other).getByRole('heading')).toHaveText('recorded: Linux 6.18.44');
  await expect(other.locator('.notices')).not.toContainText('drop');
});

test('a replay file makes a link of two replays whole', async ({ page, browser }) => {
  await replay(page);
  const saved = page.waitForEvent('download');
  await nearness(page).getByRole('button', { name: 'Save the replay file' }).click();
  const path = await (await saved).path();
  await nearness(page).getByRole('button', { name: 'Compare two replays' }).click();
  await expect.poll(() => page.url()).not.toContain('rec=');
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(other.locator('.notices')).toContainText('drop the replay file here');
  await other.locator('.notices').getByRole('button', { name: 'Choose files' }).click();
  await other.getByRole('dialog').locator('input[type=file]').setInputFiles([path]);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await expect(other.locator('.m-cpu')).toHaveCount(2 * 2);
});

test('a window in which no task runs has no replay', async ({ page }) => {
  const dialog = await open(page, FILE);
  await dialog.getByLabel('length (ms)').fill('0');
  await dialog.getByLabel('from (ms after the beginning)').fill('50');
  await dialog.getByRole('button', { name: 'Replay it in lane B' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'There is no replay' })).toBeVisible();
});
