import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fromMore, openTab } from '../../../tests/hands';
import { expect, test } from '../../../tests/lib/kept';

const pane = (page: Page) => page.getByRole('complementary', { name: /^(Your scheduler|你的调度器)$/ });
const status = (page: Page) => pane(page).getByRole('status');
/** The lines of the source, without the sentences between them. */
const source = async (page: Page) => (await pane(page).locator('.cm-line').allInnerTexts()).join('\n');

const UNKNOWN = 'static int later(void)\n{\n\treturn soon;\n}\n';

async function open(page: Page, lang = 'en'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&p=cluster&t=1ms&lang=${lang}`);
  await fromMore(page, lang === 'en' ? 'Your scheduler' : '你的调度器');
  await expect(pane(page)).toBeVisible();
}

/** Replaces the whole source. */
async function write(page: Page, text: string): Promise<void> {
  await pane(page).locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('a starter is checked, its knob writes into the source, and undo takes it back', async ({ page }) => {
  await open(page);
  await expect(status(page)).toHaveText(/^checked, \d+ lines$/);
  await expect(pane(page).locator('summary')).toHaveText('First in, first out');
  const knob = pane(page).getByRole('slider', { name: 'slice_ns' });
  await expect(knob).toHaveAttribute('aria-valuetext', /^100\s?ms$/);
  await knob.focus();
  await page.keyboard.press('Home');
  await expect(knob).toHaveAttribute('aria-valuetext', /^1(\.00)?\s?ms$/);
  expect(await source(page)).toContain('slice_ns = 1000000;');
  await pane(page).locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(knob).toHaveAttribute('aria-valuetext', /^100\s?ms$/);
});

test('a problem is underlined, with a sentence under its line in the language of the page', async ({ page }) => {
  await open(page);
  await write(page, UNKNOWN);
  await expect(pane(page).locator('.cm-lintRange-error', { hasText: 'soon' })).toHaveText('soon');
  await expect(pane(page).locator('.cm-said-error', { hasText: 'soon' })).toHaveText('soon is not declared.');
  await expect(status(page)).toHaveText(/error/);
  await status(page).getByRole('button').click();
  // The first problem is that the table of hooks is missing.
  await page.keyboard.insertText('/* at the first */ ');
  expect(await source(page)).toContain('/* at the first */ static');
  // What was typed opens again, in another language too.
  await page.waitForTimeout(600);
  await page.goto('about:blank');
  await open(page, 'zh');
  await expect(pane(page).locator('.cm-said-error', { hasText: 'soon' })).toHaveText('soon 没有声明。');
  expect(await source(page)).toContain('/* at the first */ static');
});

test('letters that are typed are no shortcuts, and hooks and functions are completed', async ({ page }) => {
  await open(page);
  await write(page, '');
  await page.keyboard.type('void BPF_STRUCT_OPS(upd');
  await expect(pane(page).getByRole('option', { name: /update_idle/ })).toBeVisible();
  await expect(pane(page).locator('.cm-completionInfo')).toContainText('A CPU becomes idle or busy.');
  await page.keyboard.press('Escape');
  await write(page, '');
  await page.keyboard.type('scx_bpf_kick');
  await pane(page)
    .getByRole('option', { name: /scx_bpf_kick_cpu/ })
    .click();
  await expect.poll(() => source(page)).toContain('scx_bpf_kick_cpu');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a starter replaces nothing that was typed; files are opened and saved', { tag: '@long' }, async ({ page }) => {
  await open(page);
  await write(page, 'int mine; /* .name = "mine" */');
  const menu = () => pane(page).getByRole('button', { name: /^File: / });
  await menu().click();
  await pane(page).getByRole('button', { name: /^mlfq/ }).click();
  await expect(pane(page).locator('summary')).toHaveText('Multi-level feedback queue');
  await expect(status(page)).toHaveText(/^checked, \d+ lines$/);
  await menu().click();
  await pane(page)
    .getByRole('button', { name: /^mine\.bpf\.c/ })
    .click();
  expect(await source(page)).toContain('int mine;');
  await menu().click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    pane(page).getByRole('button', { name: 'Save as .bpf.c' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('mine.bpf.c');
  const text = readFileSync(await saved.path(), 'utf8');
  expect(text).toContain('int mine;');
  expect(text).toContain('SEC("license") = "GPL"');
  await pane(page)
    .locator('input[type="file"]')
    .setInputFiles({ name: 'x.bpf.c', mimeType: 'text/x-csrc', buffer: Buffer.from('int opened;') });
  await expect.poll(() => source(page)).toBe('int opened;');
  await pane(page)
    .locator('input[type="file"]')
    .setInputFiles({ name: 'big.c', mimeType: 'text/x-csrc', buffer: Buffer.alloc(2 << 20, 'x') });
  await expect(pane(page).getByRole('alert')).toHaveText('big.c has 2.0 MB. At most 1 MB can be opened.');
  expect(await source(page)).toBe('int opened;');
});

test('a file that is dropped on the page opens in the editor', async ({ page }) => {
  await page.goto('./#v3&p=cluster&t=1ms');
  await expect(page.locator('#lanes')).toBeVisible();
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['int dropped;'], 'dropped.bpf.c'));
    return data;
  });
  await page.dispatchEvent('#lanes', 'drop', { dataTransfer: files });
  await expect(pane(page)).toBeVisible();
  await expect.poll(() => source(page)).toBe('int dropped;');
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const)
  test(`at ${width} px the source has room and nothing lies outside the window`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    const code = await pane(page).locator('.policy-code').boundingBox();
    expect(code!.height).toBeGreaterThan(150);
    expect(code!.x + code!.width).toBeLessThanOrEqual(width);
    const room = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(room).toBeLessThanOrEqual(width);
    if (width > 700) await expect(page.locator('.machine').first()).toBeInViewport();
  });

/** Tasks of CPUs 2 and 3 wait in a queue that nobody consumes. */
const STALL = `#include <scx/common.bpf.h>

u64 nr_queued;

void BPF_STRUCT_OPS(stall_enqueue, struct task_struct *p, u64 enq_flags)
{
	scx_bpf_dsq_insert(p, (scx_bpf_task_cpu(p) >> 1) & 1, 5000000, enq_flags);
	nr_queued++;
	bpf_printk("%llu queued", nr_queued);
}

void BPF_STRUCT_OPS(stall_dispatch, s32 cpu, struct task_struct *prev)
{
	scx_bpf_dsq_move_to_local(0);
}

s32 BPF_STRUCT_OPS_SLEEPABLE(stall_init)
{
	int err = scx_bpf_create_dsq(0, -1);

	return err ? err : scx_bpf_create_dsq(1, -1);
}

SCX_OPS_DEFINE(stall_ops,
	       .enqueue = (void *)stall_enqueue,
	       .dispatch = (void *)stall_dispatch,
	       .init = (void *)stall_init,
	       .timeout_ms = 4,
	       .name = "stall");
`;

const title = (page: Page) => page.getByRole('region', { name: 'Lane B' }).getByRole('heading', { level: 2 });
const runButton = (page: Page) => pane(page).getByRole('button', { name: 'Run in lane B' });

test('lane B runs the source and follows it; its knobs are in the document, and the link has all', async ({ page }) => {
  await open(page);
  await runButton(page).click();
  await expect(title(page)).toHaveText(/^fifo, Linux 6\.18/);
  await expect(pane(page).getByText('Lane B follows what you type.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dispatch queues of fifo' })).toBeVisible();
  await expect(runButton(page)).toHaveCount(0);
  const knob = pane(page).getByRole('slider', { name: 'slice_ns' });
  await knob.focus();
  await page.keyboard.press('Home');
  await expect(knob).toHaveAttribute('aria-valuetext', /^1(\.00)?\s?ms$/);
  expect(await source(page)).toContain('slice_ns = 100000000;');
  await write(page, readFileSync('examples/policies/fifo.bpf.c', 'utf8').replaceAll('fifo', 'mine'));
  await expect(title(page)).toHaveText(/^mine, Linux 6\.18/);
  await expect(page).toHaveURL(/&ext=/);
  await page.waitForTimeout(600);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(title(page)).toHaveText(/^mine, Linux 6\.18/);
  await fromMore(page, 'Your scheduler');
  await expect.poll(() => source(page)).toContain('mine_select_cpu');
  await expect(knob).toHaveAttribute('aria-valuetext', /^1(\.00)?\s?ms$/);
  await pane(page)
    .getByRole('button', { name: /^File: / })
    .click();
  await pane(page).getByRole('button', { name: 'Lane B: the kernel’s scheduler again' }).click();
  await expect(title(page)).toHaveText(/EEVDF|plain kernel|with /);
});

test('the first and the most telling difference of a policy and the kernel are found', { tag: '@long' }, async ({
  page,
}) => {
  await open(page);
  await runButton(page).click();
  await expect(title(page)).toHaveText(/^fifo, Linux 6\.18/);
  await openTab(page, 'Why');
  const clock = page.getByRole('status', { name: 'Simulated time' });
  const first = page.getByRole('button', { name: 'First difference' });
  await first.click();
  await expect(first.locator('..')).toContainText(/CPU \d+/);
  const telling = page.getByRole('region', { name: 'Most telling difference' });
  await expect(telling).toContainText(/[\d.]+\s% of all moves in A, [\d.]+\s% in B/);
  const [, when] = /At ([\d.]+\sms) task \d+ shows it\./.exec((await telling.textContent()) ?? '') ?? [];
  await telling.getByRole('button', { name: 'Most telling difference' }).click();
  await expect(clock).toHaveText(when!);
});

test('a source with an error does not run; one that is too long for the link says so', async ({ page }) => {
  await open(page);
  await write(page, UNKNOWN);
  await expect(runButton(page)).toBeDisabled();
  await write(page, `${STALL}\n/* ${'x'.repeat(8000)} */\n`);
  await expect(runButton(page)).toBeEnabled();
  await pane(page).locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(title(page)).toHaveText(/^stall, /);
  await expect(pane(page).getByText(/it is not in the link: save the file/)).toBeVisible();
  await expect(page).not.toHaveURL(/&ext=/);
});

test('an ejected policy: when, which task, which line, and the way to the cause', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&machine=classroom-8&kernel=6.18&w=pairs,n=12&t=12ms&limit=20');
  await fromMore(page, 'Your scheduler');
  await write(page, STALL);
  await runButton(page).click();
  const ejected = pane(page).getByRole('region', { name: /^Ejected at/ });
  await expect(ejected).toContainText(/Runnable task stall: task \d+ was runnable for/);
  await expect(ejected).toContainText(/line 7 put task \d+ into DSQ 1/);
  await expect(pane(page).locator('.cm-faulty')).toContainText('scx_bpf_dsq_insert');
  await ejected.getByRole('button', { name: 'Go to the moment' }).click();
  await expect(page.locator('.clock').first()).toHaveText(/^0\.\d+\s?ms/);
  // The reason stays in sight at the moment of the cause.
  await expect(ejected.getByRole('button', { name: /^Back to/ })).toBeVisible();
  await expect(pane(page).getByRole('list', { name: 'What bpf_printk wrote' })).toContainText(/line 9: \d+ queued/);
  await expect(page.getByRole('region', { name: 'Dispatch queues of stall' })).toContainText('DSQ 1');
});

test('a decision of the policy lights its lines, with what they found', async ({ page }) => {
  await open(page);
  await runButton(page).click();
  await expect(title(page)).toHaveText(/^fifo, /);
  await page.locator('#lanes').focus();
  await page.locator('.lane-b [data-cpu="2"]').first().click({ force: true });
  const why = page.getByRole('group', { name: /^Why / });
  await expect(why).toContainText(/scheduler of this lane/);
  await why.getByRole('button', { name: 'Every step' }).click();
  await expect(pane(page).locator('.cm-lit-last')).toContainText('scx_bpf_');
  await expect(pane(page).locator('.cm-found').last()).toContainText(/CPU \d+ chosen/);
});

test('a link opens a challenge with its goal; its score has stars and a code', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&challenge=one_sleeper');
  const goal = pane(page).getByRole('region', { name: 'Eight hogs, one sleeper' });
  await expect(goal).toContainText('under 1 ms');
  await goal.getByText('What would help?').click();
  await expect(goal.locator('details')).toContainText('SCX_ENQ_PREEMPT');
  await pane(page)
    .getByRole('button', { name: /^File: / })
    .click();
  await pane(page).getByRole('button', { name: /^mlfq/ }).click();
  await expect(status(page)).toHaveText(/^checked, \d+ lines$/);
  await goal.getByRole('button', { name: 'Practise on 3 seeds' }).click();
  await expect(goal.getByRole('row', { name: /^seed [123] .*yes$/ })).toHaveCount(3);
  await goal.getByRole('button', { name: 'Judge' }).click();
  await expect(goal.getByRole('status')).toContainText(/3 of 3 stars: 16 of 16 seeds/);
  await expect(goal.getByRole('status')).toContainText(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
  // The attempt is kept: it opens its text again, and can be cleared.
  const attempts = goal.getByRole('table').filter({ hasText: 'Your attempts' });
  await expect(attempts.getByRole('row', { name: /^1: mlfq 3 of 3 .*[0-9A-Z]{4}-[0-9A-Z]{4} 3$/ })).toBeVisible();
  await write(page, '');
  await page.reload();
  await attempts.getByRole('button', { name: '1: mlfq' }).click();
  await expect.poll(() => source(page)).toContain('Multi-level feedback queue');
  await goal.getByRole('button', { name: 'Clear them' }).click();
  await expect(attempts).toHaveCount(0);
});

test('Run many sweeps a knob of the scheduler of lane B', { tag: '@long' }, async ({ page }) => {
  await open(page);
  await runButton(page).click();
  await expect(title(page)).toHaveText(/^fifo, /);
  await page.locator('#lanes').focus();
  await page.keyboard.press('m');
  const many = page.getByRole('dialog', { name: 'Run many' });
  await many.getByRole('button', { name: 'Sweep' }).click();
  await many.getByLabel('Parameter', { exact: true }).selectOption('slice_ns (fifo)');
  await many.getByLabel('Values', { exact: true }).fill('1000000,20000000');
  await many.getByLabel('Paired seeds', { exact: true }).fill('2');
  await many.getByLabel('Simulated time per run (ms)').fill('5');
  await many.getByLabel('Simulated time per run (ms)').blur();
  await many.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(many.getByText(/^8 runs in/).first()).toBeVisible({ timeout: 30_000 });
  await expect(many.locator('.verdict')).toContainText(/1000000|20000000|1,000,000|20,000,000/);
});
