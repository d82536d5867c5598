import AxeBuilder from '@axe-core/playwright';
import { askWhy, bubble, edit, openTab } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

const clock = (page: Page) => page.getByRole('status', { name: /Simulated time|模拟时间/ });
const lens = (page: Page) => page.getByRole('complementary', { name: /^(Decision lens|决策透镜)/ });

async function openPaused(page: Page, fragment = 'p=cluster&t=4ms', time = '4.000 ms'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(clock(page)).toHaveText(time);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxOf = async (page: Page, selector: string): Promise<Box> => (await page.locator(selector).boundingBox())!;

/** The bubble of a CPU is whole, in its lane, and not on its CPU. */
async function expectPlaced(page: Page, lane: 'a' | 'b', cpu: number): Promise<void> {
  await askWhy(page, lane, cpu);
  const of = await boxOf(page, `.machine[data-lane="${lane}"] [data-cpu="${cpu}"] rect`);
  const room = await boxOf(page, `section.lane-${lane}`);
  const { x, y, width, height } = await boxOf(page, '#why');
  const what = `CPU ${cpu} of ${lane}`;
  expect(x >= room.x - 1 && x + width <= room.x + room.width + 1, `${what}: beyond the sides of its lane`).toBe(true);
  expect(y >= room.y - 1 && y + height <= room.y + room.height + 1, `${what}: above or below its lane`).toBe(true);
  const apart = x + width <= of.x || of.x + of.width <= x || y + height <= of.y || of.y + of.height <= y;
  expect(apart, `${what}: over its CPU`).toBe(true);
  expect(await bubble(page).getAttribute('data-cut'), `${what}: cut off`).toBeNull();
}

test('a CPU explains its task in a sentence, one click shows every step, and Escape returns', async ({ page }) => {
  await openPaused(page);
  // On a busy CPU the bubble is about its task.
  const busy = page.locator('.machine[data-lane="b"] [data-cpu]').and(page.getByRole('button', { name: /running/ }));
  const cpu = Number(await busy.first().getAttribute('data-cpu'));
  await askWhy(page, 'b', cpu);
  await expect(bubble(page)).toContainText(new RegExp(`Why is task \\d+ on CPU ${cpu}\\?.+\\.`, 's'));
  await page.keyboard.press('Escape');
  await expect(bubble(page)).toBeHidden();

  const idle = page.locator('.machine[data-lane="b"] [data-cpu]').and(page.getByRole('button', { name: /: idle$/ }));
  const other = Number(await idle.first().getAttribute('data-cpu'));
  await askWhy(page, 'b', other);
  await expect(bubble(page)).toContainText(/because .+\./);
  // With a menu open Escape closes that alone.
  const menu = page.locator('.menu:popover-open');
  const opener = page.getByRole('button', { name: 'Edit', exact: true });
  await opener.press('Enter');
  const editing = page.getByRole('complementary', { name: 'Edit the experiment' });
  await expect(editing).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(bubble(page)).toBeVisible();
  await expect(editing).toBeVisible();
  await editing.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(opener).toBeFocused();
  const sentence = (await bubble(page).locator('.why-words p').textContent()) ?? '';
  await bubble(page).getByRole('button', { name: 'Every step' }).click();
  await expect(bubble(page)).toBeHidden();
  // The lens is of the same decision.
  const cpuOf = /^CPU \d+/.exec(sentence)?.[0];
  expect(cpuOf, sentence).toBeDefined();
  await expect(lens(page).locator('.lens-column[data-lane="b"] h3')).toContainText(cpuOf!);
});

test('a throttled control group is explained first: its name, its quota and the next refill', async ({ page }) => {
  await openPaused(page, 'p=container', '280.000 ms');
  await askWhy(page, 'a', 1);
  await expect(bubble(page).getByRole('heading')).toHaveText('Why does CPU 1 run none of its tasks?');
  await expect(bubble(page).locator('.why-words p').first()).toHaveText(
    '‖ The control group web is throttled on CPU 1: its quota for this period (50 ms of 100 ms) is used up. The next period begins at 300 ms.',
  );
  await expect(bubble(page).locator('.why-words p').last()).toHaveText(/^Decided last here: CPU 1 was chosen because/);
  // Half a phone has room for the first sentence, uncut.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bubble(page).locator('.why-words p').last()).toBeHidden();
  await expect(bubble(page)).not.toHaveAttribute('data-cut');
  await page.setViewportSize({ width: 1440, height: 900 });
  // The same CPU in the lane without a limit.
  await askWhy(page, 'b', 1);
  await expect(bubble(page).getByRole('heading')).toHaveText('What was decided last on CPU 1?');
  await expect(bubble(page)).not.toContainText('throttled');
});

for (const [width, height, lang] of [
  [1440, 900, 'en'],
  [1024, 768, 'zh'],
  [390, 844, 'en'],
  [390, 844, 'zh'],
] as const) {
  test(`at ${width}×${height} in ${lang} a bubble is inside its lane and never over its CPU`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openPaused(page, `p=cluster&t=4ms&lang=${lang}`);
    const before = await boxOf(page, '.machine[data-lane="b"] [data-cpu="9"]');
    for (const lane of ['a', 'b'] as const)
      for (const cpu of [0, 5, 9, 14, 23]) {
        await expectPlaced(page, lane, cpu);
        await page.keyboard.press('Escape');
      }
    expect(await boxOf(page, '.machine[data-lane="b"] [data-cpu="9"]')).toEqual(before);
    await askWhy(page, 'b', 9);
    for (const button of await bubble(page).getByRole('button').all()) {
      const { width: w, height: h } = (await button.boundingBox())!;
      expect(Math.min(w, h)).toBeGreaterThanOrEqual(width < 700 ? 44 : 24);
    }
    const { violations } = await new AxeBuilder({ page }).include('#why').analyze();
    expect(violations).toEqual([]);
  });
}

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap on a small CPU asks why, and so does one on its neighbour', { tag: '@long' }, async ({ page }) => {
    await openPaused(page);
    const cpu = (number: number) => page.locator(`.machine[data-lane="b"] [data-cpu="${number}"]`);
    await cpu(6).tap();
    await expect(bubble(page)).toContainText('CPU 6');
    await cpu(4).tap();
    await expect(bubble(page)).toContainText('CPU 4');
    await expect(page.locator('#inspector')).toBeHidden();
    await expect(page.locator('.app-bar .home')).toBeInViewport({ ratio: 1 });
  });
});

test('the bubble stays while the run plays and follows the moment once the run is paused', {
  tag: '@long',
}, async ({ page }) => {
  await openPaused(page);
  await askWhy(page, 'b', 5);
  const when = bubble(page).locator('.why-when');
  await expect(when).toHaveText(/^Decided at [\d.]+\sms\.$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^(Play|Pause)$/ }).click();
  await askWhy(page, 'b', 5);
  await expect(when).toHaveText(/; the run has gone on\.$/);
  const read = await bubble(page).textContent();
  await page.waitForTimeout(600);
  expect(await bubble(page).textContent()).toBe(read);
  await page.getByRole('button', { name: /^(Play|Pause)$/ }).click();
  await expect(when).toHaveText(/^Decided at [\d.]+\sms\.$/);
  // The bubble does not survive a change of the run.
  await page.getByLabel('Experiment', { exact: true }).last().selectOption('classroom');
  await expect(bubble(page)).toBeHidden();
});

test('on a stage it has type for the last row, and the lens opens and closes there', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&t=4ms&cue=0');
  await expectPlaced(page, 'b', 9);
  const size = await bubble(page).evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(size).toBeGreaterThanOrEqual(0.022 * 1080);
  await bubble(page).getByRole('button', { name: 'Every step' }).click();
  await expect(lens(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lens(page)).toBeHidden();
  await expect(page.locator('.app-present')).toBeVisible();
});

test('the most telling difference is beside the first one, with its moment and every step of both lanes', async ({
  page,
}) => {
  await openPaused(page);
  await openTab(page, 'Why');
  const telling = page.getByRole('region', { name: 'Most telling difference' });
  await expect(telling).toContainText(
    /one kind of move \(wake-up, same .+\): [\d.]+\s% of all moves in A, [\d.]+\s% in B/,
  );
  const [, when] = /At ([\d.]+\sms) task \d+ shows it\. A: CPU/.exec((await telling.textContent()) ?? '') ?? [];
  await telling.getByRole('button', { name: 'Most telling difference' }).click();
  expect(when).toBeDefined();
  await expect(clock(page)).toHaveText(when!);
  await telling.getByRole('button', { name: 'Every step in B' }).click();
  await expect(lens(page)).toBeVisible();
});

test('while tasks are only being started, a notice links to the first completed work', async ({ page }) => {
  await openPaused(page, 'p=big&t=4ms');
  const notice = page.getByRole('status').filter({ hasText: '400 tasks are starting: nothing is done before' });
  const [, when] = /before ([\d.]+\sms)/.exec((await notice.textContent()) ?? '') ?? [];
  await notice.getByRole('button', { name: 'Jump there' }).click();
  expect(when).toBeDefined();
  await expect(clock(page)).toHaveText(when!);
  await expect(notice).toBeHidden();
});

test('a switch without effect is explained in place of the verdict and at the switches, with one that has an effect', async ({
  page,
}) => {
  await openPaused(page, 'p=cluster&machine=xeon-e5-2630v4-20&t=4ms');
  const said = page.getByText('No effect of cluster domain, cluster scan: the machine has no clusters.');
  await expect(page.getByRole('region', { name: /^Verdict/ }).filter({ has: said })).toContainText(
    'These settings change nothing',
  );
  const open = await edit(page);
  await expect(open.getByText('the machine has no clusters')).toBeVisible();
  await open.getByRole('button', { name: 'Try steal in B' }).click();
  await expect(said).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: /steal/ }).first()).toBeVisible();
});
