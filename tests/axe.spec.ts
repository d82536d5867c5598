import AxeBuilder from '@axe-core/playwright';
import { inspect } from './hands';
import { expect, type Page, test } from './lib/kept';

const RULES = ['target-size', 'region'];

async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(page.locator('canvas').first()).toBeVisible();
}

/** The violations of the page: the rule and the elements. */
async function broken(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withRules(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

test('the decision lens has targets of sufficient size, and no text outside a landmark', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, 'p=cluster&t=4ms');
  await inspect(page, 'b', 5);
  const inspector = page.getByRole('complementary', { name: /^Inspector/ });
  await inspector.getByRole('tab', { name: 'Moves' }).click();
  await inspector
    .getByRole('button', { name: /^Replay/ })
    .first()
    .click();
  await expect(page.getByRole('complementary', { name: /^Decision lens/ })).toBeVisible();
  expect(await broken(page)).toEqual([]);
});

test('the struct on its cache lines has targets of sufficient size', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=task-group&t=1ms');
  await expect(page.locator('.hot-fields').first()).toBeVisible();
  expect(await broken(page)).toEqual([]);
});

test('the dialog of many seeds has targets of sufficient size', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=cluster&t=1ms');
  await page.keyboard.press('m');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await broken(page)).toEqual([]);
});

test('the dialog of a custom machine has targets of sufficient size', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=cluster&t=1ms');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('combobox', { name: 'Machine' }).selectOption('another');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'The text' }).fill('pack:2 numa:1 l3:2 core:4 pu:2');
  await expect(dialog.locator('.own-cpu')).toHaveCount(32);
  expect(await broken(page)).toEqual([]);
});

test('an embedded page has all its text in landmarks', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=cluster&t=1ms&embed=1');
  expect(await broken(page)).toEqual([]);
});

test('a presentation has all its text in landmarks', { tag: '@long' }, async ({ page }) => {
  await open(page, 'p=cluster&t=1ms&notes=1ms:At the beginning');
  await page.getByRole('button', { name: 'Present' }).click();
  await expect(page.getByRole('region', { name: 'Presentation' })).toBeVisible();
  expect(await broken(page)).toEqual([]);
});

test('an assignment and the page of assignments have large targets, and all text in landmarks', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#assignment');
  await expect(page.getByRole('heading', { name: 'Assignments' })).toBeVisible();
  expect(await broken(page)).toEqual([]);
  await page.getByRole('button', { name: 'Make an assignment here' }).click();
  await expect(page.getByRole('heading', { name: 'Questions' })).toBeVisible();
  expect(await broken(page)).toEqual([]);
  await page.goto('./#assignment');
  await page.reload();
  await page.getByLabel('Open an assignment').setInputFiles('examples/assignments/nice.json');
  await expect(page.locator('canvas').first()).toBeVisible();
  expect(await broken(page)).toEqual([]);
  await page.getByRole('spinbutton', { name: 'Your guess' }).fill('70');
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.getByText('Links of the runs').click();
  await expect(page.getByRole('link', { name: 'Question 1', exact: true })).toBeVisible();
  expect(await broken(page)).toEqual([]);
});
