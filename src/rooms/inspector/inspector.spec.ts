import AxeBuilder from '@axe-core/playwright';
import { bubble, inspect } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

const inspector = (page: Page) => page.getByRole('complementary', { name: /^(Inspector|检查器)/ });
const cpu = (page: Page, lane: 'a' | 'b', number: number) =>
  page.locator(`.machine[data-lane="${lane}"] [data-cpu="${number}"]`);
const tab = (page: Page, name: string) => inspector(page).getByRole('tab', { name });
/** Without the notes of the words that have one. */
const shown = { useInnerText: true };
const clock = (page: Page) => page.getByRole('status', { name: 'Simulated time' });

async function openPaused(page: Page, fragment = '#v3&p=cluster&t=4ms', time = '4.000 ms'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(clock(page)).toHaveText(time);
}

test('a CPU has its domains, with the cluster in lane B and without it in lane A', async ({ page }) => {
  await openPaused(page);
  await inspect(page, 'b', 0);
  await expect(inspector(page)).toHaveAccessibleName('Inspector: CPU 0 of lane B');
  const headings = inspector(page).getByRole('heading', { level: 3 });
  await expect(headings).toHaveText([/^domain0 CL span=0-3$/, /^domain1 MC span=0-23$/, /^\/sys/], shown);
  await expect(inspector(page).getByText('Looks at 0-3 every 4 to 8 ms when idle')).toBeVisible();
  await expect(inspector(page).getByText('Looks at 0-23 every 24 to 48 ms when idle')).toBeVisible();
  await expect(inspector(page).getByText('0000f')).toBeVisible();

  await page.keyboard.press('Escape');
  await inspect(page, 'a', 0);
  await expect(headings).toHaveText([/^domain0 MC span=0-23$/, /^\/sys/], shown);
});

test('its run queue shows the running task, or for how long the CPU has been idle', async ({ page }) => {
  await openPaused(page, '#v3&p=steal&t=40ms', '40.000 ms');
  await inspect(page, 'b', 0);
  await tab(page, 'Run queue').click();
  const rows = inspector(page).locator('.queue-table tbody tr');
  await expect(rows.first()).toHaveText(/^runs\d+ (sender|receiver) of group \d/);
  const running = await inspector(page)
    .locator('.kernel-pairs')
    .filter({ hasText: 'nr_running' })
    .locator('dd')
    .first();
  await expect(rows).toHaveCount(Number(await running.textContent()));
  await expect(inspector(page).getByText('10.0 µs', { exact: true })).toBeAttached();
  await expect(inspector(page).getByText('500 µs', { exact: true }).first()).toBeAttached();
});

test('the O(1) scheduler has no domains, and two arrays', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=numa2003&t=20ms', '20.000 ms');
  await inspect(page, 'a', 0);
  await expect(inspector(page).getByText(/^No scheduling domains: the kernel got them in 2\.6\.7/)).toBeVisible();
  await tab(page, 'Run queue').click();
  await expect(inspector(page).locator('.queue-table tbody tr').first()).toHaveText(/\sms$/);
  await expect(inspector(page).locator('[data-array] h3')).toHaveText(['active array', 'expired array'], shown);
});

test('a recent wake-up lists its steps, and a step highlights its CPU', async ({ page }) => {
  await openPaused(page);
  await inspect(page, 'b', 5);
  await tab(page, 'Decisions').click();
  const wakeup = inspector(page)
    .getByRole('button', { name: /^wake-up/ })
    .first();
  await wakeup.click();
  await expect(wakeup).toHaveAttribute('aria-expanded', 'true');
  await expect(inspector(page).locator('.entry-why')).toHaveText(/^CPU \d+ was chosen because .+\.$/);
  await expect(inspector(page).locator('.step-func').first()).toHaveText(/^(wake_|select_idle_)/);
  const step = inspector(page).locator('.step-cpu').last();
  const tried = (await step.textContent())?.replace('CPU ', '') ?? '';
  await step.hover();
  await expect(cpu(page, 'b', Number(tried))).toHaveAttribute('data-pointed', 'true');
  await inspector(page).getByRole('heading', { level: 2 }).hover();
  await expect(page.locator('[data-pointed]')).toHaveCount(0);

  await inspector(page).getByRole('button', { name: 'Pulls' }).click();
  await expect(inspector(page).getByRole('button', { name: /^wake-up/ })).toHaveCount(0);
});

test('it follows the run: steps at once, playing several times a second', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  await inspect(page, 'b', 5);
  await tab(page, 'Decisions').click();
  const newest = inspector(page).locator('.entry time').first();
  await expect(newest).toHaveText(/ago|now/);
  const before = await inspector(page).locator('.entry').first().textContent();
  await page.getByRole('button', { name: /^(Play|Pause)$/ }).click();
  await expect.poll(() => inspector(page).locator('.entry').first().textContent()).not.toBe(before);
  // A queue that a person reads stays while the run plays.
  await inspector(page)
    .getByRole('button', { name: /^wake-up/ })
    .first()
    .click();
  // The steps get their sentences a little later; the moment of the decision tells which one is shown.
  const moment = async () =>
    /at [\d.]+ ms/.exec((await inspector(page).locator('.entry-steps').textContent()) ?? '')?.[0];
  const shown = await moment();
  expect(shown).toBeDefined();
  await expect(inspector(page).getByRole('button', { name: /^newer/ })).toBeVisible();
  expect(await moment()).toBe(shown);
  await inspector(page)
    .getByRole('button', { name: /^newer/ })
    .click();
  await expect(inspector(page).locator('.entry-steps')).toHaveCount(0);
});

test('from the keyboard: Enter opens and enters, arrows change tab and CPU, Esc leads back', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page);
  await cpu(page, 'a', 0).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cpu(page, 'a', 1)).toBeFocused();
  await expect(inspector(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(bubble(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(bubble(page).getByRole('button', { name: 'Every step' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toHaveAccessibleName('Inspector: CPU 1 of lane A');
  await expect(cpu(page, 'a', 1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(inspector(page)).toHaveAccessibleName('Inspector: CPU 0 of lane A');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Domains')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Run queue')).toBeFocused();
  await expect(tab(page, 'Run queue')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toBeHidden();
  await expect(cpu(page, 'a', 0)).toBeFocused();
});

test('it closes when its CPU is gone, and stays when another run begins', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  await inspect(page, 'b', 5);
  await tab(page, 'Decisions').click();
  await expect(inspector(page).locator('.entry').first()).toBeVisible();
  await page.keyboard.press('r');
  await expect(clock(page)).toHaveText('0.000000 ms');
  await expect(inspector(page).getByText(/^No decision of or for CPU 5 lately/)).toBeVisible();
  await inspect(page, 'b', 20);
  await page.getByLabel('Experiment', { exact: true }).last().selectOption('classroom');
  await expect(cpu(page, 'b', 20)).toHaveCount(0);
  await expect(inspector(page)).toBeHidden();
});

test('in Chinese', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&t=4ms&lang=zh');
  await inspect(page, 'b', 0);
  await expect(inspector(page)).toHaveAccessibleName('检查器：通道 B 的 CPU 0');
  await expect(inspector(page).getByRole('tab')).toHaveText(['调度域', '运行队列', '决策', '迁移']);
  await expect(inspector(page).getByText('空闲时每 4 到 8 ms 查看一次 0-3')).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const) {
  test(`at ${width}×${height} it covers neither its CPU nor a control, and is accessible`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openPaused(page);
    await inspect(page, 'b', 0);
    for (const name of ['Run queue', 'Decisions', 'Domains']) {
      await tab(page, name).click();
      const { violations } = await new AxeBuilder({ page }).include('.inspector').analyze();
      expect(violations).toEqual([]);
    }
    const panel = (await page.locator('#inspector-panel').boundingBox())!;
    expect(panel.x).toBeGreaterThanOrEqual(0);
    expect(panel.x + panel.width).toBeLessThanOrEqual(width);
    const transport = (await page.locator('.transport').boundingBox())!;
    const beside = panel.x >= transport.x + transport.width;
    expect(beside || panel.y + panel.height <= transport.y + 1).toBe(true);
    const cell = (await cpu(page, 'b', 0).boundingBox())!;
    const top = (await inspector(page).boundingBox())!;
    // Half a pixel is not seen.
    expect(cell.y).toBeGreaterThanOrEqual(-0.5);
    const isBeside = cell.x + cell.width <= top.x || cell.x >= top.x + top.width;
    expect(isBeside || cell.y + cell.height <= top.y).toBe(true);
    await inspect(page, 'b', 0);
    await inspector(page).getByRole('button', { name: 'Close the Inspector' }).click();
    await expect(inspector(page)).toBeHidden();
  });
}
