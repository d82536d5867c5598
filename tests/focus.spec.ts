/** For people without a pointer or with a screen reader: the focus is never lost, and changes are announced. */
import { fromMore, inspect, openTab } from './hands';
import { expect, type Locator, type Page, test } from './lib/kept';

const clock = (page: Page) => page.getByRole('status', { name: 'Simulated time' });
const lens = (page: Page) => page.locator('#decision');

async function open(page: Page, fragment = 'p=cluster&t=4ms'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  if (!/cue|act/.test(fragment)) await expect(clock(page)).toHaveText('4.000 ms');
}

/** Presses a key on the focused element. */
async function press(on: Locator, key: string): Promise<void> {
  await on.focus();
  await on.press(key);
}

test('a button to a step moves the focus to its title; the list stays until it loses focus', async ({ page }) => {
  await open(page, 'act=1.1');
  const current = page.locator('.acts-step[data-current="true"]');
  await press(current.locator('.acts-nav .strong'), 'Enter');
  await expect(page.locator('.acts-place')).toContainText('2');
  await expect(current.locator('h2')).toBeFocused();
  const list = page.locator('.acts-act select');
  await press(list, 'ArrowDown');
  await expect(page.locator('.acts-act b')).toContainText('2');
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/act=1/);
  await list.press('Enter');
  await expect(page).toHaveURL(/act=2/);
  await expect(page.locator('.acts-place')).toContainText('1');
  await expect(list).toBeFocused();
});

test('the lens takes the focus when it is opened by key, and returns it', async ({ page }) => {
  await open(page);
  const cpu = page.locator('.machine[data-lane="b"] [data-cpu="5"]');
  await press(cpu, 'Enter');
  await press(page.getByRole('button', { name: 'Every step' }), 'Enter');
  await expect(lens(page)).toBeFocused();
  const row = lens(page).locator('[aria-current="step"]');
  await expect(row).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(row).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lens(page)).toBeHidden();
  await expect(cpu).toBeFocused();
});

test('in the Inspector the next title takes the focus, and Escape returns it to the origin', async ({ page }) => {
  await open(page, 'p=task-group&t=4ms');
  const sheet = page.locator('#inspector');
  const link = page.locator('.machine[data-lane="b"] [data-part="link"]').first();
  await press(link, 'Enter');
  await press(sheet.getByRole('button', { name: /^NUMA node/ }).first(), 'Enter');
  await expect(sheet.locator('h2')).toHaveText(/^NUMA node/);
  await expect(sheet.locator('h2')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(link).toBeFocused();
});

test('the explanation of a kernel term opens by key', async ({ page }) => {
  await open(page);
  await inspect(page, 'b', 5);
  await page.getByRole('tab', { name: 'Queue' }).click();
  const word = page.locator('.term', { hasText: 'util_avg' });
  await press(word, 'Enter');
  await expect(page.locator('.term-meaning:popover-open')).toContainText('1024');
  await page.keyboard.press('Escape');
  await expect(word).toBeFocused();
  await expect(word).toHaveAccessibleDescription(/1024/);
});

test('Escape in a menu of a chart returns the focus to its button', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Numbers' }).click();
  const button = page.locator('.takeaway-button').first();
  await press(button, 'Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('.takeaway-menu button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('after a note is removed the next one has the focus, after the last the new one', async ({ page }) => {
  await open(page);
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  for (const text of ['one', 'two']) {
    await dialog.getByLabel('Text', { exact: true }).fill(text);
    await press(dialog.getByRole('button', { name: 'Add' }), 'Enter');
  }
  // Nothing can be added, and the button keeps the focus.
  await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Add' })).toBeFocused();
  const remove = dialog.locator('.notes-list button');
  await press(remove.first(), 'Enter');
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await expect(dialog.getByRole('combobox')).toBeFocused();
});

test('a note of a chart moves the focus to the chart', async ({ page }) => {
  await open(page, 'p=cluster&t=4ms&notes=throughput:the%20gap%20grows');
  await openTab(page, 'History');
  await press(page.locator('.notes-strip').getByRole('button', { name: 'Throughput' }), 'Enter');
  await expect(page.getByRole('region', { name: 'Throughput', exact: true })).toBeFocused();
});

test('a dismissed notice and a removed control group do not lose the focus', async ({ page }) => {
  await open(page, 'p=cluster&t=4ms&zzz=1');
  await press(page.locator('.notice').getByRole('button', { name: 'Dismiss' }), 'Enter');
  await expect(page.locator('#lanes')).toBeFocused();
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'More settings' }).click();
  const groups = page.locator('.settings-groups').first();
  await press(groups.getByRole('button', { name: 'Add a control group' }), 'Enter');
  await press(groups.locator('fieldset > .button'), 'Enter');
  await expect(groups.locator(':scope > .button')).toBeFocused();
});

test('on a stage the last note keeps the focus, and leaving returns it to the button', async ({ page }) => {
  await open(page, 'p=cluster&t=4ms&cue=0');
  await expect(page).toHaveTitle(/^Presentation · Cluster-first/);
  const next = page.getByRole('button', { name: 'Next note' });
  await expect(next).toBeDisabled();
  await next.focus();
  await expect(next).toBeFocused();
  await press(page.getByRole('button', { name: /^Leave/ }), 'Enter');
  await expect(page.locator('.bar-present')).toBeFocused();
});

test('the first screen keeps the focus in its story, its lists and a custom machine', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  const lane = page.locator('.front-lane.lane-a');
  await expect(lane.locator('[data-cpu="3"]')).toHaveAttribute('role', 'img');
  await expect(lane.locator('desc')).not.toContainText('Enter');
  const start = page.getByRole('button', { name: 'Follow one wake-up' });
  await press(start, 'Enter');
  await expect(page.locator('.front-caption-end')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(start).toBeFocused();
  await page.getByRole('searchbox').fill('numa');
  await expect(page.locator('.front-find [role="status"]')).toHaveText(/^\d+ experiments, \d+ machines$/);
  const own = page.getByRole('button', { name: 'Your machine …' });
  await press(own, 'Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(own).toBeFocused();
  await press(own, 'Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'by hand' }).click();
  await page.getByRole('button', { name: 'Run an experiment on it' }).click();
  await expect(clock(page)).toBeVisible();
});

test('a screen, an experiment or an act opened by key takes the focus, and so does the screen after an act', async ({
  page,
}) => {
  await open(page);
  await press(page.locator('.bar-home button'), 'Enter');
  await expect(page.locator('.front-headline')).toBeFocused();
  await press(page.getByRole('link', { name: /^Act 1/ }), 'Enter');
  await expect(page.locator('.acts-step[data-current="true"] h2')).toBeFocused();
  await press(page.getByRole('button', { name: /^Close the act/ }), 'Enter');
  await expect(page.locator('#lanes')).toBeFocused();
  await page.keyboard.press('g');
  await expect(page.locator('.front-headline')).toBeFocused();
  await press(page.getByRole('link', { name: /^Idle stealing/ }), 'Enter');
  await expect(page.locator('#lanes')).toBeFocused();
});

test('in the published tables a point has a complete announcement, Escape closes only its card, and the link back has a title', async ({
  page,
}) => {
  await open(page);
  await fromMore(page, 'Replication');
  await expect(page).toHaveTitle(/^Replication · /);
  const plot = page.locator('.scatter-plot');
  await press(plot, 'End');
  const last = await plot.getAttribute('aria-valuetext');
  expect(last).toMatch(/: [+−]?[\d.]+ %, .*: [+−]?[\d.]+ %, /);
  await plot.press('ArrowDown');
  await expect(plot).not.toHaveAttribute('aria-valuetext', last ?? '');
  const card = page.locator('.scatter-card');
  await press(card.getByRole('button').first(), 'Escape');
  await expect(card).toBeHidden();
  await expect(plot).toBeFocused();
  await plot.press('Home');
  await press(card.getByRole('button', { name: 'Table' }), 'Enter');
  await press(page.locator('.replication-head .button').first(), 'Enter');
  await expect(page.locator('#replication-title')).toBeFocused();
});

test('playing is announced, single-key shortcuts can be turned off, the edge of the drawer has its height', async ({
  page,
}) => {
  await open(page);
  await press(page.getByRole('button', { name: 'Play', exact: true }), ' ');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeFocused();
  await expect(page.locator('.visually-hidden[role="status"]', { hasText: 'Playing' })).toHaveCount(1);
  await page.keyboard.press(' ');
  const edge = page.getByRole('separator');
  const height = async () => String((await page.locator('#drawer').boundingBox())?.height);
  await expect(edge).toHaveAttribute('aria-valuenow', await height());
  await press(edge, 'End');
  await expect(edge).toHaveAttribute('aria-valuenow', '450');
  expect(await height()).toBe('450');
  await edge.click();
  await expect(edge).toHaveAttribute('aria-valuenow', '120');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('i');
  await page.reload();
  await expect(clock(page)).toBeVisible();
  await page.keyboard.press('i');
  await page.waitForTimeout(300);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a measured curve is described in words', { tag: '@long' }, async ({ page }) => {
  await open(page, 'act=2.7');
  const points = page.locator('.sketch-point');
  await expect(points.first()).toBeVisible();
  await press(points.first(), 'End');
  expect(await points.first().getAttribute('aria-valuenow')).toBe(await points.first().getAttribute('aria-valuemax'));
  for (const point of await points.all()) await press(point, 'ArrowUp');
  await press(page.getByRole('button', { name: 'Measure it' }), 'Enter');
  const sketch = page.locator('.acts-sketch');
  await expect(sketch.locator('h3')).toBeFocused();
  await expect(sketch.getByRole('status')).toHaveText(/^Measured: at most \+[\d.]+ %, at \d+ pairs\./, {
    timeout: 80_000,
  });
  await expect(sketch.locator('tbody tr')).toHaveCount(await page.locator('.hump-point').count());
});

test('a region that gets the focus has no ring, a control has one', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const lanes = page.locator('#lanes');
  await expect(lanes).toBeFocused();
  await expect(lanes).toHaveCSS('outline-width', '0px');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('solid');
});
