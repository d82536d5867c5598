import { appendFileSync } from 'node:fs';
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
  await expect(page.locator('#why')).toContainText(/Woken|This window has no wake-up of this task/);
  await expect(page.locator('#why')).toContainText('A recording does not say why.');
});

test('the bubble says, as ours, what the rules would have asked, and the lens shows every step', {
  tag: '@long',
}, async ({ page }) => {
  await show(page, FILE);
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.locator('.recorded-lists ol').first().getByRole('button').first().click();
  const bubble = page.locator('#why');
  await expect(bubble).toContainText(
    /Ours, not recorded: in that state the rules of Linux 6\.18[.\d]* would have asked/,
  );
  await expect(bubble).toContainText(/They would have chosen CPU [01](, as Linux did|\. Linux chose CPU [01])\./);
  await expect(bubble).toContainText('Assumed, since it is not recorded');
  await bubble.getByRole('button', { name: 'Every step' }).click();
  const lens = page.locator('#decision');
  await expect(lens).toContainText('Ours, not recorded');
  await expect(lens.getByRole('heading', { name: /^Linux 6\.18[.\d]* would choose CPU [01]$/ })).toHaveCount(2);
  await expect(lens.locator('.lens-rows li').first()).toBeVisible();
  await lens.getByRole('button', { name: 'The next one' }).click();
  await expect(lens).toContainText('Ours, not recorded');
  // A task is called by its name.
  await lens.getByRole('button', { name: /^Inspect task [\w-]+:\d+$/ }).click();
  await expect(page.locator('.inspector').getByRole('heading', { name: /^[\w-]+:\d+$/ })).toBeVisible();
});

test('a machine beside it makes distances, without one they are not counted', async ({ page }) => {
  const dialog = await open(page, NO_MACHINE);
  await expect(dialog).toContainText('No machine was given: crossings are not counted.');
  await dialog.locator('input[type=file]').setInputFiles([LSCPU]);
  await expect(dialog).toContainText('The machine is that of the text beside it');
});

test('a link without its file asks for it, and shows the other lane', { tag: '@long' }, async ({ page, browser }) => {
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

/** A text of tracefs of so many bytes, each of whose lines is an event. */
function longText(bytes: number): Buffer {
  const line = (i: number) => {
    const [from, to] = i % 2 === 0 ? [10, 11] : [11, 10];
    const time = `${100 + Math.floor(i / 1e5)}.${String((i % 1e5) * 10).padStart(6, '0')}`;
    return `              t-${from}    [000] d..2.  ${time}: sched_switch: prev_comm=t${from} prev_pid=${from} prev_prio=120 prev_state=R ==> next_comm=t${to} next_pid=${to} next_prio=120\n`;
  };
  return Buffer.from(Array.from({ length: Math.ceil(bytes / line(0).length) }, (_, i) => line(i)).join(''));
}

test('reading a long file says soon what it is, and is cancelled at once', { tag: '@long' }, async ({ page }, info) => {
  await page.goto('./#v3&p=steal');
  await fromMore(page, 'Open a recording…');
  const dialog = page.getByRole('dialog');
  const file = info.outputPath('long.txt');
  const part = longText(20e6);
  for (let i = 0; i < 15; i++) appendFileSync(file, part);
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog).toContainText('This is a preview from the first 8.4 MB.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Reading was cancelled.');
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(dialog.getByRole('heading', { name: /^A recording: / })).toHaveCount(0);
});

test('files that are dropped while another is read wait for their turn, and nothing is lost', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('./#v3&p=steal');
  await fromMore(page, 'Open a recording…');
  const dialog = page.getByRole('dialog');
  const long = { name: 'long.txt', mimeType: 'text/plain', buffer: longText(30e6) };
  await dialog.locator('input[type=file]').setInputFiles(long);
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'short.txt'));
    transfer.items.add(new File(['PERFILE2 and more'], 'perf.data'));
    return transfer;
  }, longText(20e3).toString());
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
  const choice = dialog.getByRole('combobox', { name: 'Recording' });
  await expect(choice.locator('option')).toHaveText(['long.txt', 'short.txt'], { timeout: 30_000 });
  await expect(dialog.getByRole('alert').first()).toContainText('perf script');
  await choice.selectOption('long.txt');
  await expect(dialog).toContainText(/text, 1[5-9]\d,\d{3} events/);
  await choice.selectOption('short.txt');
  await expect(dialog).toContainText(/text, 1\d\d events/);
});

test('what is no recording is refused in a sentence, in both languages', { tag: '@long' }, async ({ page }) => {
  const files = [
    ['empty.txt', '', 'There is nothing in it.', '文件是空的。'],
    ['head.txt', '# tracer: nop\n#\n', 'It has a head, but no event', '只有文件头，没有事件'],
    ['text.txt', 'sched_switch in a letter\n', 'this is no recording that is read', '这不是能读取的录制'],
    ['trace.dat', '\u0017\b\u0044tracing 6', 'trace-cmd report -t -i FILE', '这是 trace.dat'],
    ['a.zip.gz', 'PK\u0003\u0004', 'a zip archive', '这是 zip 压缩包'],
    [
      'ticks.ftrace',
      '  a-1 [000] 12345: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120\n',
      'the times are ticks',
      '时间是时钟滴答',
    ],
    ['raw.ftrace', '1564 1 1680956210250 type: 372\n', 'the option raw', '选项 raw'],
    ['page.systrace', '<!DOCTYPE html><p>no trace', 'without a trace in it', '没有录制内容'],
    ['none.ftrace', '  a-1 [000] d..2. 1.000000: cpu_idle: state=1 cpu_id=0\n', 'of the scheduler', '没有调度器的事件'],
  ] as const;
  for (const [language, place] of [
    ['en', 2],
    ['zh', 3],
  ] as const) {
    await page.goto(`./#v3&p=steal&lang=${language}`);
    await page.reload();
    const data = await page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (const [name, text] of all) transfer.items.add(new File([text], name));
      return transfer;
    }, files);
    for (const type of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('body', type, { dataTransfer: data });
    const alert = page.getByRole('dialog').getByRole('alert').first();
    for (const file of files) await expect(alert).toContainText(file[place]);
    await expect(alert.locator('p')).toHaveCount(files.length);
  }
});

test('perf.data is refused in a sentence', async ({ page }) => {
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

test('a replay says first how near it is to its recording, and a reload finds its file', { tag: '@long' }, async ({
  page,
}) => {
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

test('a recording that is shown is replayed in lane B, and two replays are compared', { tag: '@long' }, async ({
  page,
}) => {
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

test('a link without its replay asks for it, and the recording makes it again', { tag: '@long' }, async ({
  page,
  browser,
}) => {
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

test('a replay file makes a link of two replays whole', { tag: '@long' }, async ({ page, browser }) => {
  await replay(page);
  const saved = page.waitForEvent('download');
  await nearness(page).getByRole('button', { name: 'Save the replay file' }).click();
  const path = await (await saved).path();
  await nearness(page).getByRole('button', { name: 'Compare two replays' }).click();
  await expect.poll(() => page.url()).not.toContain('rec=');
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(other.locator('.notices')).toContainText('A link does not contain the replay file: drop it here.');
  await other.locator('.notices').getByRole('button', { name: 'Choose files' }).click();
  await other.getByRole('dialog').locator('input[type=file]').setInputFiles([path]);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await expect(other.locator('.m-cpu')).toHaveCount(2 * 2);
});

test('a window in which no task runs has no replay', { tag: '@long' }, async ({ page }) => {
  const dialog = await open(page, FILE);
  await dialog.getByLabel('length (ms)').fill('0');
  await dialog.getByLabel('from (ms after the beginning)').fill('50');
  await dialog.getByRole('button', { name: 'Replay it in lane B' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'There is no replay' })).toBeVisible();
});
