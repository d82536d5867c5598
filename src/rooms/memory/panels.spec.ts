import AxeBuilder from '@axe-core/playwright';
import { edit, openTab } from '../../../tests/hands';
import { expect, type Locator, type Page, test } from '../../../tests/lib/kept';

const clock = (page: Page) => page.locator('.clock');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens a link at a moment, standing. */
async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(clock(page)).not.toHaveText('0.000000 ms');
  await expect(page.locator('.lane-machine canvas, .act-figure').first()).toBeVisible();
}

const number = async (cell: Locator): Promise<number> => {
  const text = ((await cell.textContent()) ?? '').replaceAll(',', '');
  return Number.parseFloat(text) * (/\dk/.test(text.replace(/\s/g, '')) ? 1000 : 1);
};

async function expectAccessible(page: Page, scope: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(scope).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('numa_test: every job, its nodes and its sums; B keeps its jobs where their memory is', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, 'p=numa-test&t=5s');
  const panel = card(page, 'numa_test');
  await expect(panel.locator('.numa-bars').first().locator('> li')).toHaveCount(16);
  await expectAccessible(page, '.charts');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'numa_test' });
  const [a, b] = [dialog.locator('div.lane-a').first(), dialog.locator('div.lane-b').first()];
  await expect(a.locator('tbody tr')).toHaveCount(16);
  await expect(a.locator('thead')).toContainText('node00node01node02node03iSchedMSched');
  await expect(a.getByText('*').first()).toBeVisible();
  await expect(b.locator('.star', { hasText: '*' })).toHaveCount(0);
  await expect(b.locator('tbody tr').first()).toContainText('100.0');
  for (const word of ['AverageUserTime', 'ElapsedTime', 'TotalUserTime']) await expect(a).toContainText(word);
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('numa_test fills while it runs', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=numa-test&t=100ms');
  const average = card(page, 'numa_test').locator('.numa-sums dd').first();
  const before = await number(average);
  await page.getByRole('button', { name: /^(Play|Pause)$/ }).click();
  await expect.poll(() => number(average)).toBeGreaterThan(before + 0.2);
});

test('side by side, the layout choices of both lanes are at one height', async ({ page }) => {
  await open(page, 'act=5.4');
  const choices = page.locator('.lane-lines .known-layouts');
  await expect(choices).toHaveCount(2);
  const [a, b] = await choices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const linesOf = (lane: string) => page.locator(`.lane-lines.lane-${lane} .struct-line`).count();
  expect([await linesOf('a'), await linesOf('b')]).toEqual([2, 3]);
  expect(a).toBe(b);
});

test('of two lanes beside each other none is wider than its column', async ({ page }) => {
  await open(page, 'p=false-sharing&t=20ms');
  const lanes = page.locator('.lane-lines');
  await expect(lanes.locator('.per-ms')).toHaveCount(2);
  expect(await lanes.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))).toEqual([0, 0]);
});

test('cache lines: the re-layout takes rt_se off the line of load_avg', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=task-group&t=4ms');
  const panel = card(page, 'Cache lines');
  await expect(panel.locator('div.lane-a .hot-fields')).toHaveText(/load_avg \d+ %rt_se \d+ %/);
  await expect(panel.locator('div.lane-b .hot-fields')).toHaveText('load_avg 100 %');
  await expectAccessible(page, '.charts');
  await panel.getByRole('button', { name: 'Enlarge: Cache lines' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cache lines' });
  const rows = (lane: 'a' | 'b', field: string, symbol: string) =>
    dialog.locator(`div.lane-${lane} tbody tr`, { hasText: field }).filter({ hasText: symbol });
  const localOf = (lane: 'a' | 'b', field: string, symbol: string) =>
    number(rows(lane, field, symbol).locator('td').nth(4));
  expect(await localOf('a', 'rt_se', 'set_task_rq')).toBeGreaterThan(50);
  expect(await localOf('b', 'rt_se', 'set_task_rq')).toBe(0);
  expect(await localOf('b', 'load_avg', 'update_cfs_group')).toBeGreaterThan(500);
  await expect(rows('a', 'rt_se', 'set_task_rq').locator('td').first()).toHaveText('0x108');
  await expect(rows('b', 'rt_se', 'set_task_rq').locator('td').first()).toHaveText('0x150');
  await expectAccessible(page, 'dialog');
});

/** The drawing and the table row of a field in a lane. */
function fieldOf(page: Page, lane: 'a' | 'b', field: string) {
  const own = page.getByRole('dialog', { name: 'Cache lines' }).locator(`div.lane-${lane}`);
  return {
    box: own.locator(`button[data-field="${field}"]`),
    hitm: async (): Promise<number> => {
      const cells = await own.locator('tbody tr', { hasText: field }).locator('td').allTextContents();
      return Number(cells[2]?.replaceAll(',', '')) + Number(cells[4]?.replaceAll(',', ''));
    },
  };
}

test('fields are moved between the lines by keyboard only; the table follows, and undo reverts it', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, 'p=task-group&t=4ms');
  await page.keyboard.press('e');
  const rtSe = fieldOf(page, 'a', 'rt_se');
  await expect.poll(rtSe.hitm).toBeGreaterThan(50);
  await rtSe.box.focus();
  await page.keyboard.press('ArrowDown');
  const said = page.getByRole('dialog', { name: 'Cache lines' }).locator('.struct-said').first();
  await expect(said).toHaveText(/^rt_se: line 5, 0x1[4-7][08], beside /);
  await expect(page).toHaveURL(/a=task_group:custom&la=css,/);
  await expect(rtSe.box).toBeFocused();
  await expect.poll(rtSe.hitm).toBe(0);
  await expect(clock(page)).toHaveText('4.000 ms');
  await fieldOf(page, 'a', 'css').box.focus();
  await page.keyboard.press('ArrowUp');
  await expect(said).toHaveText('css stays: there is nothing on that side.');
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Control+z');
  await expect(page).toHaveURL(/#v3&p=task-group&t=4ms$/);
  await expect.poll(rtSe.hitm).toBeGreaterThan(50);
});

test('undo of a moved field stays at the moment it was moved at', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=task-group&t=4ms');
  await page.keyboard.press(' ');
  await expect(clock(page)).not.toHaveText('4.000 ms');
  await page.keyboard.press(' ');
  let moment = '';
  const stands = async () => {
    const before = moment;
    moment = (await clock(page).textContent()) ?? '';
    return moment === before;
  };
  // A worker that is busy elsewhere ends its last slice later.
  await expect.poll(stands, { intervals: [500] }).toBe(true);
  await page.keyboard.press('e');
  const rtSe = fieldOf(page, 'a', 'rt_se');
  await expect.poll(rtSe.hitm).toBeGreaterThan(50);
  await rtSe.box.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(rtSe.hitm).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(rtSe.hitm).toBeGreaterThan(50);
  await expect(clock(page)).toHaveText(moment);
});

test('a field is dragged to another line with the mouse; a layout that has a name is one click', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, 'p=task-group&t=4ms');
  await page.keyboard.press('e');
  const [rtSe, children] = [fieldOf(page, 'a', 'rt_se'), fieldOf(page, 'a', 'children')];
  await expect.poll(rtSe.hitm).toBeGreaterThan(50);
  const drag = async (from: Locator, to: Locator) => {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    if (!start || !end) throw new Error('not drawn');
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width * 0.6, end.y + end.height / 2, { steps: 5 });
    await page.mouse.move(end.x + end.width * 0.75, end.y + end.height / 2);
  };
  await drag(rtSe.box, children.box);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page).toHaveURL(/#v3&p=task-group&t=4ms$/);
  await drag(rtSe.box, children.box);
  await page.mouse.up();
  await expect(page).toHaveURL(/a=task_group:custom&la=.*children,rt_se&t=4ms$/);
  await expect.poll(rtSe.hitm).toBe(0);
  // The next page opens the content of the link.
  await page.reload();
  await expect(clock(page)).toHaveText('4.000 ms');
  await page.keyboard.press('e');
  await expect.poll(rtSe.hitm).toBe(0);
  const layouts = page.getByRole('dialog').getByRole('group', { name: 'Layouts of task_group in A' });
  await layouts.getByRole('button', { name: 'isolated' }).click();
  await expect(page).toHaveURL(/a=task_group:isolated&t=4ms$/);
  await layouts.getByRole('button', { name: 'mainline' }).click();
  await expect(page).toHaveURL(/#v3&p=task-group&t=4ms$/);
  await expect.poll(rtSe.hitm).toBeGreaterThan(50);
});

test('two threads: only the reader across clusters waits, and both times are shown', async ({ page }) => {
  await open(page, 'p=false-sharing&w=sharing,n=2000&t=1s');
  const times = card(page, 'Cache lines').locator('.threads');
  const cell = (name: string, lane: number) => times.getByRole('row', { name }).locator('td').nth(lane);
  await expect(cell('real', 1)).toHaveText(/^0\.\d{4} s$/);
  const ratio = (await number(cell('real', 1))) / (await number(cell('real', 0)));
  expect(ratio).toBeGreaterThan(1.25);
  expect(ratio).toBeLessThan(1.5);
  expect(await number(cell('user: increment', 1))).toBe(await number(cell('user: increment', 0)));
  await expect(page.getByRole('slider', { name: 'Load', exact: true })).toHaveCount(0);
});

test('stealing: its row as a card, whole in the figures, and copied as aligned text', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'p=steal&t=40ms');
  await openTab(page, 'Numbers');
  const cells = card(page, 'schedstat')
    .getByRole('row', { name: /^steal/ })
    .locator('td');
  await expect(cells.first()).toHaveText('0');
  expect(await number(cells.nth(1))).toBeGreaterThan(1);
  await page.keyboard.press('i');
  const figures = page.getByRole('dialog', { name: 'All figures' });
  await expect(figures.getByRole('row', { name: /^nofound_idle_cpu/ })).toBeVisible();
  await figures.getByRole('button', { name: 'Copy the schedstat row' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^ +time +%busy +slice +sched +idle +wake +%find +steal .*\nA +0\.03\d\d .*\nB +0\.03\d\d /);
});

test('on a phone each lane can have a different kernel', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'p=cluster&t=1ms');
  await page.keyboard.press('k');
  const kernel = page.getByRole('dialog', { name: 'Kernel rules' }).getByLabel('The kernel of lane B');
  await expect(kernel).toBeVisible();
  expect((await kernel.boundingBox())?.width).toBeGreaterThan(100);
  await kernel.selectOption('6.12');
  await expect(page).toHaveURL(/kb=6\.12/);
});

test('kernel rules: overridden in a lane, marked, in the link, restored by a reload, and reset', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, 'p=cluster&t=1ms');
  await page.keyboard.press('k');
  const rules = page.getByRole('dialog', { name: 'Kernel rules' });
  await rules.getByLabel('newidle_gate B').selectOption('off');
  await rules.getByLabel('busy_factor A').fill('8');
  await rules.getByLabel('busy_factor A').press('Enter');
  await expect(page).toHaveURL(/ra=busy_factor:8.*rb=newidle_gate:0/);
  await expect(rules.locator('tr[data-changed="true"]')).toHaveCount(2);
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await page.reload();
  await (await edit(page)).getByRole('button', { name: 'busy_factor: 8' }).click();
  await expect(rules.getByLabel('newidle_gate B')).toHaveValue('false');
  await expect(rules.getByLabel('busy_factor A')).toHaveValue('8');
  await rules.getByRole('button', { name: 'All rules as the kernel’s' }).click();
  await expect(page).not.toHaveURL(/ra=|rb=/);
});

test('a bad number of a rule shows the allowed range and changes nothing', async ({ page }) => {
  await open(page, 'p=cluster&t=1ms');
  await (await edit(page)).getByRole('button', { name: 'rules', exact: true }).first().click();
  const rules = page.getByRole('dialog', { name: 'Kernel rules' });
  await rules.getByLabel('numa_imbalance_pct A').fill('7');
  await expect(rules.getByText('numa_imbalance_pct A: 7 is not a whole number from 100 to 400.')).toBeVisible();
  await page.waitForTimeout(900);
  await expect(page).not.toHaveURL(/ra=/);
});

test('a rule changed during the run restarts it under the rule', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=task-group&t=2ms');
  const hot = card(page, 'Cache lines').locator('div.lane-a .per-ms');
  const before = await number(hot);
  await page.keyboard.press('k');
  const rules = page.getByRole('dialog', { name: 'Kernel rules' });
  await rules.getByLabel('tg_load_avg_ms A').fill('1');
  await rules.getByLabel('tg_load_avg_ms A').press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => number(hot)).toBeLessThan(before / 2);
});

test('each lane can have its CPU list in the editor', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=cluster&t=1ms');
  const editor = await edit(page);
  await editor.getByLabel('CPUs of B').fill('0-99');
  await expect(editor.getByText(/CPUs of B: 0-99 is not a list/)).toBeVisible();
  await editor.getByLabel('CPUs of B').fill('0-3');
  await editor.getByLabel('CPUs of B').press('Enter');
  await expect(page).toHaveURL(/cb=0-3/);
  await expect(page.getByRole('region', { name: 'Lane B' }).first()).toContainText('on CPUs 0-3');
});

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const) {
  test(`the panels fit at ${width} by ${height}, in Chinese too`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const [preset, title] of [
      ['numa-test', 'numa_test'],
      ['task-group', '缓存行'],
    ] as const) {
      await open(page, `p=${preset}&t=1ms&lang=zh`);
      const panel = card(page, title);
      await openTab(page, '数据');
      await expect(panel).toBeVisible();
      const inner = await panel.evaluate((element) => [
        element.scrollWidth - element.clientWidth,
        document.documentElement.scrollWidth - innerWidth,
      ]);
      expect(inner).toEqual([0, 0]);
      await page.keyboard.press('e');
      await expect(page.getByRole('dialog', { name: title }).getByRole('table').first()).toBeVisible();
      await page.keyboard.press('Escape');
    }
  });
}
