import AxeBuilder from '@axe-core/playwright';
import { askWhy, bubble, inspect } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

const lens = (page: Page) => page.getByRole('complementary', { name: /^(Decision lens|决策透镜)/ });
const layer = (page: Page, lane: 'a' | 'b' = 'b') => page.locator(`.lane-${lane} .decision-layer`);
const column = (page: Page, lane: 'a' | 'b') => lens(page).locator(`.lens-column[data-lane="${lane}"]`);
const present = (page: Page) => lens(page).locator('[aria-current="step"]');
const inspector = (page: Page) => page.getByRole('complementary', { name: /^(Inspector|检查器)/ });
const clock = (page: Page) => page.getByRole('status', { name: /Simulated time|模拟时间/ });

async function openPaused(
  page: Page,
  fragment = '#v3&p=cluster&t=4ms',
  time: string | RegExp = '4.000 ms',
): Promise<void> {
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

test('from the list of decisions: keys go through the rows, the rings on the machine follow, Enter leads out', async ({
  page,
}) => {
  await openPaused(page);
  await replay(page, 'b', /^wake-up/);
  await expect(clock(page)).not.toHaveText('4.000 ms');
  await expect(lens(page)).toHaveAccessibleName(/^Decision lens: CPU \d+ wakes task \d+$/);
  await expect(layer(page)).toHaveAttribute('data-done', 'true');
  const rings = column(page, 'b').locator('.ring:not([data-none])');
  const count = await rings.count();
  expect(count).toBeGreaterThan(1);
  await expect(column(page, 'b').locator('.ring[data-chosen]').first()).toHaveText(/^\d+$/);
  await page.keyboard.press('Home');
  const spoken = lens(page).locator('[aria-live]');
  for (let row = 1; row <= count; row += 1) {
    if (row > 1) await page.keyboard.press(row % 2 ? 'j' : 'ArrowDown');
    await expect(present(page).locator('.ring')).toHaveText(String(row));
    const cpu = (await present(page).locator('.lens-subject').textContent())?.replace('CPU ', '') ?? '';
    const ring = layer(page).locator('.decision-ring[data-when="present"]');
    await expect(ring).toHaveAttribute('data-tried', cpu);
    await expect(ring).toHaveText(new RegExp(`(^|·)${row}(·|$)`));
    await expect(spoken).toContainText(`Row ${row} of `);
  }
  await page.keyboard.press('End');
  await expect(present(page)).toHaveCount(0);
  await expect(spoken).toContainText(/^Why CPU\s\d+\? .+ The search cost /);
  await page.keyboard.press('k');
  await expect(layer(page)).toHaveAttribute('data-done', 'false');
  await page.keyboard.press('Enter');
  await expect(lens(page)).toBeHidden();
  await expect(inspector(page)).toBeVisible();
});

/** The end of the stairs of a lane (ns). */
const endOf = (page: Page, lane: 'a' | 'b') =>
  column(page, lane)
    .locator('[data-to]')
    .evaluateAll((bars) => Math.max(0, ...bars.map((bar) => Number((bar as HTMLElement).dataset.to))));

/** The CPUs with a ring on the machine. */
const ringed = (page: Page, lane: 'a' | 'b', which: string) =>
  layer(page, lane)
    .locator(`.decision-ring${which}`)
    .evaluateAll((all) => all.map((one) => (one as SVGElement).dataset.tried));

/** The CPUs of the rows with a ring in the column, in order. */
async function inColumn(page: Page, lane: 'a' | 'b', which: string): Promise<string[]> {
  const rows = column(page, lane).locator('li', { has: page.locator(`.ring${which}`) });
  const cpus = (await rows.locator('.lens-subject').allTextContents()).map((text) => text.replace('CPU ', ''));
  return [...new Set(cpus)];
}

test('both lanes answer side by side in the same state, below both machines, and the stairs end at the figure', async ({
  page,
}) => {
  await openPaused(page);
  await replay(page, 'b', /^wake-up/);
  await expect(lens(page)).toContainText('Same moment, same queues, other switches.');
  for (const lane of ['a', 'b'] as const) {
    await expect(column(page, lane).getByRole('heading')).toHaveText(/^Why CPU\s\d+\?$/);
    await expect(column(page, lane).locator('.lens-why')).toHaveText(/^[^{}]+\. It .+\.$/);
    const end = await endOf(page, lane);
    await expect(column(page, lane).locator('.lens-ns')).toHaveText(end < 1000 ? `${end}\u00a0ns` : /µs$/);
    const chosen = /\d+/.exec((await column(page, lane).getByRole('heading').textContent()) ?? '')?.[0];
    await expect(layer(page, lane).locator('.decision-chosen')).toHaveCount(1);
    // The machine has the rings of the column, and fills that of the chosen CPU.
    expect(await ringed(page, lane, '')).toEqual(await inColumn(page, lane, ':not([data-none])'));
    expect(await ringed(page, lane, '[data-chosen]')).toEqual([chosen]);
    expect(await inColumn(page, lane, '[data-chosen]')).toEqual([chosen]);
  }
  // The same queues: both machines show the same tasks.
  const queues = (lane: string) =>
    page.locator(`.machine[data-lane="${lane}"] [data-cpu]`).evaluateAll((all) => all.map((one) => one.ariaLabel));
  await expect.poll(async () => (await queues('a')).join()).toBe((await queues('b')).join());
  const box = await lens(page).boundingBox();
  for (const lane of ['a', 'b']) {
    const machine = await page.locator(`.machine[data-lane="${lane}"]`).boundingBox();
    expect(machine!.y + machine!.height).toBeLessThanOrEqual(box!.y + 1);
    expect(machine!.height).toBeGreaterThan(120);
  }
});

/** Opens the lens on the decision that the bubble of a CPU explains. */
async function everyStep(page: Page, lane: 'a' | 'b', cpu: number): Promise<void> {
  await askWhy(page, lane, cpu);
  await bubble(page).getByRole('button', { name: 'Every step' }).click();
}

test('on a phone the bar stays as it is above the lens, which has the width of the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPaused(page);
  const bar = () =>
    page
      .locator('.bar-home, .bar-name, .bar-actions')
      .evaluateAll((all) => all.map((one) => [one.className, one.getBoundingClientRect().toJSON()]));
  const before = await bar();
  expect(before).toHaveLength(3);
  await everyStep(page, 'b', 5);
  await expect(lens(page)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  expect(await bar()).toEqual(before);
  expect((await lens(page).boundingBox())?.width).toBe(390);
});

test('on a phone the machine names the CPU that was chosen, as the text of the act does', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&act=2.3');
  const label = page.locator('.lane-a .decision-layer .decision-label');
  await expect(label).toHaveText(/^(CPU )?\d+$/);
  const number = (await label.textContent())?.replace('CPU ', '') ?? '';
  await expect(page.locator('.acts-step[data-current="true"]')).toContainText(`that it finds: ${number},`);
  // On the cells are numbers only, and none covers another.
  const rings = page.locator('.decision-layer .decision-ring');
  expect(await rings.count()).toBeGreaterThan(2);
  for (const text of await rings.allTextContents()) expect(text).toMatch(/^[\d·]+$/);
  const boxes = await rings.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
});

test('beside the text of an act a small window has no room for the lens, and the open drawer stays', async ({
  page,
}) => {
  await openPaused(page, '#v3&act=4&step=4', /./);
  await everyStep(page, 'b', 0);
  await expect(lens(page)).toBeVisible();
  await expect(page.locator('#drawer')).toBeHidden();
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(lens(page)).toBeHidden();
    await expect(page.locator('#drawer')).toBeVisible();
  }
});

test('the arrow keys turn wake-ups, N finds one where A and B differ, and closing goes back to the moment', {
  tag: '@long',
}, async ({ page }) => {
  await openPaused(page);
  await replay(page, 'a', /^wake-up/);
  const place = lens(page).locator('.decision-place');
  await expect(place).toHaveText(/^wake-up [\d,]+ of [\d,]+$/);
  const numbers = async () =>
    ((await place.textContent()) ?? '').match(/[\d,]+/g)?.map((n) => Number(n.replaceAll(',', ''))) ?? [];
  const [n = 0, of] = await numbers();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(numbers).toEqual([n - 1, of]);
  await page.keyboard.press('ArrowRight');
  await expect.poll(numbers).toEqual([n, of]);
  await page.keyboard.press('Home');
  await page.keyboard.press('n');
  await expect.poll(async () => (await numbers())[0]).toBeGreaterThan(n);
  await expect(lens(page).locator('.lens-column')).toHaveCount(2);
  const [a, b] = await lens(page).locator('.lens-column h3').allTextContents();
  expect(a).toMatch(/^Why CPU\s\d+\?$/);
  expect(a).not.toBe(b);
  await expect(lens(page).getByRole('button', { name: /^Close/ })).toHaveText(/^back to 4\.000\sms$/);
  await page.keyboard.press('Escape');
  await expect(lens(page)).toBeHidden();
  await expect(clock(page)).toHaveText('4.000 ms');
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
  await expect(clock(page)).toHaveText('4.000 ms');
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

test('a steal shows the bitmap, its recheck and the tail', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=steal&t=40ms', '40.000 ms');
  await inspect(page, 'b', 13);
  await inspector(page).getByRole('tab', { name: 'Moves' }).click();
  await inspector(page)
    .getByRole('button', { name: /steal, over/ })
    .first()
    .click();
  await expect(lens(page)).toHaveAccessibleName(/tries to steal$/);
  await expect(layer(page).locator('[data-bit]').first()).toBeAttached();
  await lens(page).getByRole('button', { name: 'Kernel names' }).click();
  // A reader who has scrolled stays there until another row is chosen.
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    Element.prototype.scrollIntoView = () => {
      dataset.scrolls = String(Number(dataset.scrolls ?? 0) + 1);
    };
  });
  const scrolls = () => page.evaluate(() => Number(document.documentElement.dataset.scrolls ?? 0));
  await page.keyboard.press('Home');
  await expect.poll(scrolls).toBeGreaterThan(0);
  const before = await scrolls();
  await lens(page).getByRole('button', { name: 'Kernel names' }).click();
  await expect(lens(page).locator('.decision-note')).toHaveCount(0);
  await lens(page).getByRole('button', { name: 'Kernel names' }).click();
  await expect(lens(page).locator('.decision-note')).toHaveCount(1);
  expect(await scrolls()).toBe(before);
  const names = column(page, 'b').locator('.decision-func');
  await expect(names).toHaveText(['try_steal', 'steal_from', 'detach_next_task']);
  await page.keyboard.press('End');
  await expect(lens(page).locator('.decision-note h3')).toHaveText('detach_next_task');
  await expect(layer(page).locator('.decision-chosen')).toHaveCount(1);
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
  await expect(lens(page).locator('[aria-live]')).toHaveText(/group 0-47, how busy is it\?: has spare/);
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
    await lens(page).getByRole('button', { name: '内核名称' }).click();
    await expect(lens(page).getByText('Linux 的做法')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('#decision').analyze();
    expect(violations).toEqual([]);
    await page.goto('about:blank');
  }
});
