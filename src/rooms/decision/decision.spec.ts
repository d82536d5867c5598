import AxeBuilder from '@axe-core/playwright';
import { bubble, inspect } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

const lens = (page: Page) => page.getByRole('complementary', { name: /^(Decision lens|决策透镜)/ });
const layer = (page: Page) => page.locator('.decision-layer');
const present = (page: Page) => lens(page).locator('[aria-current="step"]');
const inspector = (page: Page) => page.getByRole('complementary', { name: /^(Inspector|检查器)/ });
const clock = (page: Page) => page.getByRole('status', { name: /Simulated time|模拟时间/ });

async function openPaused(page: Page, fragment = '#v3&p=cluster&t=4ms', time = '4.000 ms'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(clock(page)).toHaveText(time);
}

/** Opens the lens on the newest decision of a kind in the Inspector's list. */
async function replay(page: Page, lane: 'a' | 'b', kind: RegExp): Promise<void> {
  await inspect(page, lane, 5);
  await inspector(page).getByRole('tab', { name: 'Decisions' }).click();
  await inspector(page).getByRole('button', { name: kind }).first().click();
  await inspector(page).getByRole('button', { name: 'Replay' }).click();
  await expect(lens(page)).toBeVisible();
}

test('from the list of decisions: keys step, the numbers on the machine follow, Enter and Esc lead out', async ({
  page,
}) => {
  await openPaused(page);
  await replay(page, 'b', /^wake-up/);
  await expect(clock(page)).not.toHaveText('4.000 ms');
  await expect(lens(page)).toHaveAccessibleName(/^Decision lens: CPU \d+ wakes task \d+$/);
  const steps = lens(page).locator('.decision-steps > li');
  const count = await steps.count();
  expect(count).toBeGreaterThan(2);
  await expect(present(page)).toContainText('1');
  const spoken = lens(page).locator('[aria-live]');
  await expect(spoken).toHaveText(/^Step 1 of \d+\. /);
  for (let step = 2; step < count; step += 1) {
    await page.keyboard.press(step % 2 ? 'j' : 'ArrowRight');
    await expect(present(page).locator('.decision-number')).toHaveText(String(step));
    await expect(layer(page).locator('.decision-tag[data-kind="present"]')).toHaveText(new RegExp(`^${step}\\D$`));
    const cpu = (await present(page).locator('.mono').textContent())?.replace('CPU ', '') ?? '';
    await expect(layer(page).locator('.decision-tag[data-kind="present"]')).toHaveAttribute('data-tried', cpu);
    await expect(spoken).toContainText(`Step ${step} of ${count}.`);
  }
  await page.keyboard.press('End');
  await expect(present(page)).toContainText(/^Result.*was chosen because/);
  await expect(layer(page)).toHaveAttribute('data-done', 'true');
  await page.keyboard.press('k');
  await expect(layer(page)).toHaveAttribute('data-done', 'false');
  await page.keyboard.press('Home');
  await expect(present(page).locator('.decision-number')).toHaveText('1');
  await page.keyboard.press('Enter');
  await expect(lens(page)).toBeHidden();
  await expect(inspector(page)).toBeVisible();
});

test('beside the steps of one lane are the decision of the other, and buttons to its steps and back', async ({
  page,
}) => {
  await openPaused(page);
  await replay(page, 'b', /^wake-up/);
  await expect(lens(page)).toHaveClass(/lane-b/);
  const task = / task (\d+)$/.exec((await lens(page).getAttribute('aria-label')) ?? '')?.[1];
  const own = await lens(page).locator('.decision-result b').textContent();
  const other = lens(page).locator('.decision-other');
  await expect(other).toContainText(/^In A at [\d.]+\sms: CPU \d+ was chosen because/);
  const theirs = / ms: (.+\.)/.exec(((await other.textContent()) ?? '').replaceAll('\u00a0', ' '))?.[1];
  await other.getByRole('button', { name: 'Every step in A' }).click();
  await expect(lens(page)).toHaveClass(/lane-a/);
  await expect(lens(page)).toHaveAccessibleName(new RegExp(` task ${task}$`));
  await expect(lens(page).locator('.decision-result b')).toHaveText(theirs ?? '');
  await other.getByRole('button', { name: 'Every step in B' }).click();
  await expect(lens(page)).toHaveClass(/lane-b/);
  await expect(lens(page).locator('.decision-result b')).toHaveText(own ?? '');
});

test('from the list of moves, and Esc closes', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  await inspect(page, 'b', 0);
  await inspector(page).getByRole('tab', { name: 'Moves' }).click();
  const move = inspector(page)
    .getByRole('button', { name: /^Replay the decision that moved task \d+ from CPU \d+ to CPU \d+, .+, over: .+/ })
    .first();
  const [, task, from, to] =
    /moved task (\d+) from CPU (\d+) to CPU (\d+)/.exec((await move.getAttribute('aria-label')) ?? '') ?? [];
  expect(from).not.toBe(to);
  await move.click();
  await expect(lens(page)).toHaveAccessibleName(new RegExp(`task ${task}$`));
  await expect(lens(page).getByRole('button', { name: `Inspect CPU ${to}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lens(page)).toBeHidden();
  await expect(layer(page)).toHaveCount(0);
});

test('from the machine: a migrating task', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&t=1ms', '1.000 ms');
  /** The bubble tells of a task that was moved. */
  const ofTask = () =>
    bubble(page)
      .getByText(/^Why is task \d+ on CPU \d+\?$/)
      .isVisible();
  const machine = page.locator('.machine[data-lane="b"]');
  // Reduced motion draws an arrow where a task arrived; step event by event until one can be clicked.
  for (let i = 0; i < 60 && !(await ofTask()); i += 1) {
    await page.keyboard.press('.');
    const moved = await machine.evaluate((element) => {
      const boxes = [...element.querySelectorAll<SVGGElement>('[data-cpu]')];
      return boxes.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
    });
    if (i % 6 !== 5) continue;
    for (const { x, y } of moved) {
      await page.mouse.click(x, y);
      if (await ofTask()) break;
    }
  }
  await bubble(page).getByRole('button', { name: 'Every step' }).click();
  await expect(lens(page)).toBeVisible();
});

test('a steal shows the bitmap, its recheck and the tail', async ({ page }) => {
  await openPaused(page, '#v3&p=steal&t=40ms', '40.000 ms');
  await inspect(page, 'b', 13);
  await inspector(page).getByRole('tab', { name: 'Moves' }).click();
  await inspector(page)
    .getByRole('button', { name: /steal, over/ })
    .first()
    .click();
  await expect(lens(page)).toHaveAccessibleName(/tries to steal$/);
  await expect(layer(page).locator('[data-bit]').first()).toBeAttached();
  await expect(lens(page).locator('.decision-func')).toHaveText(['try_steal', 'steal_from', 'detach_next_task']);
  await page.keyboard.press('End');
  await expect(lens(page).locator('.decision-note h3')).toHaveText('detach_next_task');
  await expect(layer(page).locator('.decision-role[data-role="tag.chosen"]')).toHaveCount(1);
});

test('a fork shows the groups of the searched level, down to the CPUs', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=big&t=30us', '0.030000 ms');
  await page.locator('.machine[data-lane="b"] [data-cpu="46"]').dispatchEvent('click');
  await page.locator('#why').getByRole('button', { name: 'Inspect CPU 46' }).click();
  await inspector(page).getByRole('tab', { name: 'Decisions' }).click();
  await inspector(page).getByRole('button', { name: /^fork/ }).first().click();
  await inspector(page).getByRole('button', { name: 'Replay' }).click();
  await expect(lens(page)).toHaveAccessibleName(/^Decision lens: CPU 46 forks task \d+$/);
  const groups = () =>
    layer(page)
      .locator('[data-group]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-group')));
  await page.keyboard.press('Home');
  await expect.poll(groups).toEqual(['0-47', '0-23,48-95']);
  await expect(present(page)).toContainText('group 0-47');
  await expect(lens(page).locator('[aria-live]')).toHaveText(/find_idlest_group: group 0-47, has spare/);
  await lens(page).getByRole('button', { name: '28-31' }).first().click();
  await expect.poll(groups).toEqual(['44-47', '24-27', '28-31', '32-35', '36-39', '40-43']);
  await page.keyboard.press('End');
  await expect.poll(groups).toHaveLength(4);
});

test('playing leaves the lens', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  await replay(page, 'b', /^wake-up/);
  await page.getByRole('button', { name: /^(Play|Pause)$/ }).click();
  await expect(lens(page)).toBeHidden();
});

test('in Chinese, and accessible in both themes', { tag: '@long' }, async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    await openPaused(page, `#v3&p=cluster&t=4ms&lang=zh&theme=${theme}`, '4.000 ms');
    await inspect(page, 'b', 0);
    await inspector(page).getByRole('tab', { name: '迁移' }).click();
    await inspector(page).getByRole('button', { name: /^重放/ }).first().click();
    await expect(lens(page)).toBeVisible();
    await expect(lens(page).getByText('Linux 的做法')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('#decision').analyze();
    expect(violations).toEqual([]);
    await page.goto('about:blank');
  }
});
