import AxeBuilder from '@axe-core/playwright';
import { inspect } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

const inspector = (page: Page) => page.getByRole('complementary', { name: /^(Inspector|检查器)/ });
const clock = (page: Page) => page.getByRole('status', { name: 'Simulated time' });
const pair = (page: Page, name: string) =>
  inspector(page).locator('.kernel-pairs > div').filter({ hasText: name }).locator('dd');

async function openPaused(page: Page, fragment: string, time: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(clock(page)).toHaveText(time);
}

test('a task shows its history and path, and links to decisions, CPUs and other tasks', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page, '#v3&p=cluster&t=4ms', '4.000 ms');
  await inspect(page, 'b', 5);
  await inspector(page).getByRole('tab', { name: 'Moves' }).click();
  await inspector(page)
    .getByRole('button', { name: /^Replay/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Inspect task/ }).click();
  await expect(inspector(page)).toHaveAccessibleName(/^Inspector: Task \d+ of lane B$/);
  await expect(pair(page, 'switched in')).toHaveText(/^[1-9]/);
  await expect(pair(page, 'cpus_ptr')).toHaveText('0-23');
  await expect(inspector(page).getByText(/^Node 0: .+100\.0\s%$/)).toBeVisible();
  await inspector(page).getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.locator('.machine[data-lane="b"] .m-followed')).toBeAttached();
  const { violations } = await new AxeBuilder({ page }).include('#inspector').analyze();
  expect(violations).toEqual([]);
  await inspector(page)
    .getByRole('button', { name: /^Replay: CPU/ })
    .first()
    .click();
  await expect(page.getByRole('complementary', { name: /^Decision lens/ })).toBeVisible();
});

test('a node is chosen on the machine, also from the keyboard', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=numa2003&t=20ms', '20.000 ms');
  const machine = page.locator('.machine[data-lane="b"]');
  await machine.locator('[data-part="node"]').first().focus();
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toHaveAccessibleName('Inspector: NUMA node 0 of lane B');
  await expect(pair(page, 'CPUs busy')).toHaveText(/^\d of \d$/);
  await expect(pair(page, 'to and from outside')).toHaveText(/per ms$/);
  await machine.locator('[data-part="node"]').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(machine.locator('[data-part="node"]').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toBeHidden();
});

test('a link between two nodes is chosen from the keyboard, and leads to both', async ({ page }) => {
  await openPaused(page, '#v3&p=task-group&t=1ms', '1.000 ms');
  const machine = page.locator('.machine[data-lane="b"]');
  await machine.locator('[data-part="link"]').first().focus();
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toHaveAccessibleName('Inspector: Link between node 0 and node 1 of lane B');
  await expect(pair(page, 'between the two')).toHaveText(/^[1-9].* per ms$/);
  await inspector(page).getByRole('button', { name: 'NUMA node 1' }).click();
  await expect(inspector(page)).toHaveAccessibleName('Inspector: NUMA node 1 of lane B');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap on a cell that is too small to be hit asks why, a second one opens its cluster, which lists its CPUs', {
    tag: '@long',
  }, async ({ page }) => {
    await openPaused(page, '#v3&p=cluster&t=4ms', '4.000 ms');
    const machine = page.locator('.machine[data-lane="a"]');
    await machine.locator('[data-cpu="6"]').tap();
    await expect(page.locator('#why')).toContainText('CPU 6');
    await machine.locator('[data-cpu="6"]').tap();
    await expect(inspector(page)).toHaveAccessibleName('Inspector: Cluster 4-7 of lane A');
    const cpu = inspector(page).getByRole('button', { name: 'Inspect CPU 6' });
    const { width = 0, height = 0 } = (await cpu.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await cpu.tap();
    await expect(inspector(page)).toHaveAccessibleName('Inspector: CPU 6 of lane A');
  });
});

test('a cluster shows its utilization and its moves', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&t=4ms', '4.000 ms');
  await page
    .locator('.machine[data-lane="b"] [data-part="unit"]')
    .first()
    .click({ position: { x: 12, y: 6 } });
  await expect(inspector(page)).toHaveAccessibleName('Inspector: Cluster 0-3 of lane B');
  await expect(pair(page, 'moved inside')).toHaveText(/^[1-9].* per ms$/);
  await expect(inspector(page).locator('.queue-table tbody tr').first()).toContainText('wake-up');
  await inspector(page).getByRole('button', { name: 'Inspect CPU 2' }).click();
  await expect(inspector(page)).toHaveAccessibleName('Inspector: CPU 2 of lane B');
});
