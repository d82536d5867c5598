import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fromMore } from '../../../tests/hands';
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

test('a starter replaces nothing that was typed; files are opened and saved', async ({ page }) => {
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
