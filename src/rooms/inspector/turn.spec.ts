import AxeBuilder from '@axe-core/playwright';
import { askWhy, bubble, inspect } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

const inspector = (page: Page) => page.getByRole('complementary', { name: /^Inspector/ });

async function openQueue(page: Page, fragment: string, lane: 'a' | 'b'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(page.getByRole('status', { name: 'Simulated time' })).toHaveText('115.000 ms');
  await inspect(page, lane, 0);
  await inspector(page).getByRole('tab', { name: 'Run queue' }).click();
}

test('the queue of a CPU is a number line with a sentence, and shows delayed tasks', async ({ page }) => {
  await openQueue(page, '#v3&p=debt&kernel=6.12.0', 'b');
  const why = /^hog \d runs on: protected until it is at \+[\d.]+\sms\.$/;
  await expect(inspector(page).getByText(why)).toBeVisible();
  const line = inspector(page).getByRole('img', { name: why });
  await expect(line.locator('[data-state="delayed"]')).toContainText('sleeper 2');
  await expect(line.locator('.nl-next')).toHaveCount(1);
  await expect(inspector(page).getByRole('row', { name: /^ghost Follow task 2/ })).toContainText('no');
});

test('the same work under CFS and under O(1) has a line, with the same text for screen readers', {
  tag: '@long',
}, async ({ page }) => {
  await openQueue(page, '#v3&p=debt&ka=6.5&t=115ms', 'a');
  await expect(inspector(page).getByRole('img', { name: /least vruntime|a buddy/ })).toContainText('min_vruntime');
  const { violations } = await new AxeBuilder({ page }).include('#inspector').analyze();
  expect(violations).toEqual([]);
  await page.goto('about:blank');
  await openQueue(page, '#v3&p=debt&kb=2.5.5x&t=115ms', 'b');
  await expect(inspector(page).getByRole('img', { name: /active array/ })).toContainText('expired array');
});

test('the lens explains the pick of every scheduler, with its queue as a line', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [kernel, why, last] of [
    ['6.12', /^Task \d runs next: of the eligible tasks it has the earliest virtual deadline\.$/, 'update_deadline'],
    ['6.5', /^Task \d runs next: its vruntime is the least\.$/, 'entity_before'],
    [
      '2.5.5x',
      /^Task \d runs next: (its priority is the highest in the active array|the active array is empty)/,
      'task_timeslice',
    ],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`./#v3&p=turns&ka=${kernel}&t=${kernel === '2.5.5x' ? 152 : 115}ms`);
    await askWhy(page, 'a', 0);
    await bubble(page).getByRole('button', { name: 'Every step' }).click();
    const lens = page.locator('#decision .lens-column[data-lane="a"]');
    await page.getByRole('button', { name: 'Kernel names' }).click();
    await expect(lens.getByRole('img', { name: why }).locator('.nl-next')).toHaveCount(1);
    await expect(lens.locator('.decision-func').filter({ hasText: last }).first()).toBeVisible();
  }
});

test('lag over time is among the charts, with both lanes on the same axes', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=debt');
  const lane = (name: 'A' | 'B') =>
    page.getByRole('img', { name: `Lag over time of the tasks of CPU 0, lane ${name}` });
  await expect(lane('B').locator('[data-state="delayed"]').first()).toBeAttached();
  await expect(lane('A').locator('.lag-stroke').first()).toBeAttached();
  await expect(lane('A').locator('[data-state="delayed"]')).toHaveCount(0);
  const axes = await Promise.all(
    (['A', 'B'] as const).map((name) =>
      lane(name)
        .locator('.svg-grid')
        .evaluateAll((lines) => lines.map((line) => line.getAttribute('d'))),
    ),
  );
  expect(axes[0]).toHaveLength(3);
  expect(axes[0]).toEqual(axes[1]);
});
