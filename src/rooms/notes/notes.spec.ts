import AxeBuilder from '@axe-core/playwright';
import { openTab } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

const clock = (page: Page) => page.locator('.clock');
const strip = (page: Page) => page.getByRole('region', { name: 'Notes of this link' });

async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(page.locator('.lane-machine canvas').first()).toBeVisible();
}

async function expectAccessible(page: Page, scope: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(scope).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

const NOTES = 'notes=2ms:B%20pulls%20here;b5:never%20idle;throughput:the%20gap%20%3Cb%3Egrows%3C/b%3E';

test('notes of a link are shown, marked at their places, and lead there', { tag: '@long' }, async ({ page }) => {
  await open(page, `p=cluster&t=4ms&${NOTES}`);
  await expect(strip(page).getByRole('listitem')).toHaveText([
    '2.000 msB pulls here',
    'CPU 5 of Bnever idle',
    'Throughputthe gap <b>grows</b>',
  ]);
  // The text is never HTML.
  await expect(strip(page).locator('.note-text b')).toHaveCount(0);
  await expectAccessible(page, '.notes-strip');
  await openTab(page, 'Numbers');
  await expect(
    page.getByRole('region', { name: 'Throughput', exact: true }).getByRole('img', { name: /grows/ }),
  ).toBeVisible();
  await openTab(page, 'History');
  const laneB = page.getByRole('region', { name: 'Lane B' }).first();
  const sign = (await laneB.getByRole('img', { name: 'never idle' }).boundingBox())!;
  const cpu = (await laneB.locator('[data-cpu="5"] rect').boundingBox())!;
  expect(Math.hypot(sign.x - cpu.x - cpu.width, sign.y - cpu.y)).toBeLessThan(16);
  await expectAccessible(page, '.lane-b');
  await strip(page).getByRole('button', { name: '2.000 ms' }).click();
  await expect(clock(page)).toHaveText('2.000 ms');
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Note at 2.000 ms: B pulls here' }).click();
  await expect(clock(page)).toHaveText('2.000 ms');
  await strip(page).getByRole('button', { name: 'CPU 5 of B' }).click();
  await expect(laneB.locator('[data-cpu="5"]')).toHaveAttribute('aria-pressed', 'true');
});

test('with the keyboard alone, a note is written, stored in the link, changed, undone and deleted', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, 'p=cluster&t=1500us');
  await expect(clock(page)).toHaveText('1.500 ms');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Notes' });
  await dialog.getByLabel('Text', { exact: true }).focus();
  await page.keyboard.type('first; <i>look</i>');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/notes=1500us:first%5C;%20%3Ci%3Elook%3C\/i%3E/);
  await dialog.getByLabel('Pinned to').selectOption({ label: 'the chart “Where a waking task went”' });
  await dialog.getByLabel('Text', { exact: true }).fill('唤醒');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, 'dialog');
  await dialog.getByLabel('Text of the note at 1.500 ms').fill('second');
  await dialog.getByLabel('Text of the note at 1.500 ms').press('Enter');
  await expect(page).toHaveURL(/notes=1500us:second;wakes:/);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(strip(page).getByRole('listitem')).toHaveText(['1.500 mssecond', 'Where a waking task went唤醒']);
  await page.keyboard.press('Control+z');
  await expect(strip(page).getByRole('listitem').first()).toHaveText('1.500 msfirst; <i>look</i>');
  await strip(page).getByRole('button', { name: 'Edit notes' }).click();
  await dialog.getByRole('button', { name: 'Delete the note at 1.500 ms' }).click();
  await dialog.getByRole('button', { name: 'Delete the note at Where a waking task went' }).click();
  await page.keyboard.press('Escape');
  await expect(strip(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#v3&p=cluster&t=1500us$/);
});

test('an embedded page shows notes and cannot change them', async ({ page }) => {
  await open(page, `p=cluster&embed=1&${NOTES}`);
  await expect(strip(page).getByRole('listitem')).toHaveCount(3);
  await expect(strip(page).getByRole('button', { name: 'Edit notes' })).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Lane B' }).first().getByRole('img', { name: 'never idle' }),
  ).toBeVisible();
  await expect(strip(page).getByRole('button', { name: 'Throughput' })).toHaveCount(0);
});

test('too many notes are reported and cut; a note of another machine stays in the list', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, `p=cluster&notes=${'1ms:n;'.repeat(13)}`);
  await expect(page.getByText('The link asks for Number of notes = 13, outside 0 to 12')).toBeVisible();
  await expect(strip(page).getByRole('listitem')).toHaveCount(12);
  await open(page, 'p=classroom&notes=a20:elsewhere');
  await page.reload();
  await expect(strip(page).getByRole('listitem')).toHaveText('CPU 20 of Aelsewhere');
  await expect(strip(page).getByRole('button', { name: 'CPU 20 of A' })).toHaveCount(0);
});

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const) {
  test(`notes fit at ${width} by ${height}`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, `p=cluster&lang=zh&${NOTES}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await expect(page.getByRole('region', { name: '此链接中的注释' })).toBeVisible();
  });
}
