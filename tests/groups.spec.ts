import { askWhy, bubble, edit, inspect } from './hands';
import { expect, type Page, test } from './lib/kept';

const inspector = (page: Page) => page.getByRole('complementary', { name: /^Inspector/ });

/** Opens the preset, paused. */
async function openContainer(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=container');
  await expect(page.getByRole('status', { name: 'Simulated time' })).toHaveText('280.000 ms');
}

/** CPUs of a lane with a throttled control group. */
const throttled = (page: Page, lane: 'a' | 'b') =>
  page
    .locator(`.machine[data-lane="${lane}"] [data-cpu]`)
    .and(page.getByRole('button', { name: /: idle, .*a control group throttled/ }));

test('a container with a CPU limit opens throttled: on the machine, in the explanation and in the Inspector', async ({
  page,
}) => {
  await openContainer(page);
  await expect(throttled(page, 'a').nth(1)).toBeVisible();
  await expect(throttled(page, 'b')).toHaveCount(0);
  await expect(page.getByText('control group throttled', { exact: true })).toBeVisible();
  const cpu = Number(await throttled(page, 'a').first().getAttribute('data-cpu'));
  // The waiting task does not move: the click is on the CPU.
  await askWhy(page, 'a', cpu);
  await expect(bubble(page)).toContainText(
    new RegExp(`^Why does CPU ${cpu} run none of its tasks\\?‖ The control group web is throttled.+because .+\\.`),
  );
  await page.keyboard.press('Escape');
  await inspect(page, 'a', cpu);
  await inspector(page).getByRole('tab', { name: 'Run queue' }).click();
  await expect(
    inspector(page).getByText('‖ The control group web is throttled here: its tasks wait for runtime.'),
  ).toBeVisible();
  await expect(inspector(page).getByRole('row', { name: /^web ‖ throttled \d/ })).toBeVisible();
  // Wake-ups that wait for tens of milliseconds, while CPUs idle; none in B.
  const counter = (name: string) => page.locator('#drawer').getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(counter('wake-up latency p99')).toHaveText(/p99[1-9]\d\.\d\sms\d+\sµs$/);
  await expect(counter('nr_throttled')).toHaveText(/nr_throttled[1-9]\d*0$/);
});

test('the timeline names the throttled group of the tasks that wait on an idle CPU', { tag: '@long' }, async ({
  page,
}) => {
  await openContainer(page);
  await page.getByRole('tab', { name: 'Timeline', exact: true }).click();
  const cpu = Number(await throttled(page, 'a').first().getAttribute('data-cpu'));
  const lane = page.getByRole('application', { name: 'lane A', exact: true });
  await expect(lane).toBeVisible();
  const box = (await lane.boundingBox())!;
  const card = page.locator('.timeline-card:popover-open');
  // The rows of CPUs from the top, at the right edge: now.
  await expect(async () => {
    const told: string[] = [];
    for (let y = 4; y < box.height - 20; y += 6) {
      await page.mouse.move(box.x + box.width - 12, box.y + y);
      told.push((await card.textContent({ timeout: 500 }).catch(() => '')) ?? '');
    }
    expect(told.join('\n')).toMatch(
      new RegExp(`CPU ${cpu}.*idle: the control group of a waiting task is throttled \\(‖\\)`),
    );
  }).toPass();
});

test('control groups can be changed, added and removed in the settings, and are in the link', async ({ page }) => {
  await openContainer(page);
  await (await edit(page)).getByRole('button', { name: 'More settings' }).click();
  const web = page.getByRole('group', { name: 'web', exact: true });
  const quota = web.getByLabel('cpu.max (µs)');
  await expect(quota).toHaveValue('50000');
  await quota.fill('999');
  await quota.press('Enter');
  await expect(page.getByText('999: a quota is at least 1000 µs, or empty for max.')).toBeVisible();
  await quota.fill('');
  await quota.press('Enter');
  await expect(throttled(page, 'a')).toHaveCount(0);
  await expect(page).toHaveURL(/[&]cg=/);
  await page.getByRole('button', { name: 'Add a control group' }).click();
  const third = page.getByRole('group', { name: 'group 3', exact: true });
  await expect(third).toBeVisible();
  await page.getByRole('button', { name: 'Remove group 3' }).click();
  await expect(third).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove web' }).click();
  await expect(web).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'batch', exact: true })).toBeVisible();
});
