import { edit } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

const WORDS = 'title=Week%203&question=Who%20waits?&text=Play%20to%204%20ms.;Look%20at%20CPU%205.';
const SAID = ['Who waits?', 'Play to 4 ms. Look at CPU 5.'];

async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(page.locator('.lane-machine canvas').first()).toBeVisible();
}

test('the words of the author stand on the page, on paper, on the stage and in an embedded page', async ({ page }) => {
  await open(page, `p=cluster&t=1ms&${WORDS}`);
  await expect(page).toHaveTitle(/^Week 3 · /);
  await expect(page.locator('.bar-named b')).toHaveText('Week 3');
  for (const text of SAID) await expect(page.locator('.author-text')).toContainText(text);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-foot')).toContainText(`Week 3${SAID.join(' ')}`);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('s');
  await expect(page.locator('.cue-text')).toHaveText('Week 3');
  await expect(page.locator('.cue-place')).toHaveText(SAID.join(' '));
  await open(page, `p=cluster&t=1ms&embed=1&${WORDS}`);
  await expect(page.locator('.author-text')).toHaveText(`Week 3${SAID.join(' ')}`);
});

test('the sentence of a preset disappears with its first change, and the words typed in Edit enter the link', async ({
  page,
}) => {
  await open(page, 'p=cluster&t=1ms');
  await page.keyboard.press('s');
  await expect(page.locator('.cue-place')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  const editor = await edit(page);
  await editor.getByLabel('Pairs').fill('13');
  await editor.getByLabel('Title').fill('Mine');
  await editor.getByLabel('Title').press('Enter');
  await expect(page).toHaveURL(/n=13.*&title=Mine&t=1ms$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(page.locator('.cue-text')).toHaveText('Mine');
  await expect(page.locator('.cue-place')).toBeEmpty();
});

test('a link with edit=0 shows and plays, but offers no change', async ({ page }) => {
  await open(page, `p=cluster&t=1ms&${WORDS}&edit=0`);
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect(page.locator('.app-bar .load')).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(page.getByRole('complementary', { name: 'Edit the experiment' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Lane B: / }).click();
  await expect(page.getByText('The author of this link allows no changes.')).toBeVisible();
  await expect(page).toHaveURL(/&edit=0$/);
});

test('a title that is too long is cut, and the page says so in a sentence', async ({ page }) => {
  await open(page, `p=cluster&t=1ms&title=${'x'.repeat(141)}`);
  await expect(page.locator('.notice')).toHaveText(/^The title has 141 characters; it was cut to 80\./);
});
