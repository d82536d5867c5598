import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { changed } from '../../../tests/lib/code';

const shot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

test('an assignment is made from the experiment that a person left', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('./#v3&p=steal');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Assignments' }).click();
  await page.getByRole('button', { name: 'Make an assignment here' }).click();
  await expect(page.locator('.assignment-experiments li')).toHaveCount(1);
  await expect(page.getByText('Add a question.')).toBeVisible();
  for (const kind of ['Predict a number', 'Set switches', 'Choose options', 'Answer in words'])
    await page.locator('.assignment-add').getByRole('button', { name: kind }).click();
  // The options contradict each other, so exactly one is right.
  const preview = page.locator('.assignment-preview');
  await expect(preview.getByText('Question 4 of 4')).toBeVisible();
  await shot(page, 'editor');
  await page.getByRole('button', { name: 'Run it, and make the key' }).click();
  const students = page.getByRole('button', { name: 'Save the document for students' });
  await expect(students).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/^right: /).first()).toBeVisible();
  await shot(page, 'editor-made');
  const [download] = await Promise.all([page.waitForEvent('download'), students.click()]);
  const handedOut = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(handedOut.tasks).toHaveLength(4);
  expect(JSON.stringify(handedOut)).not.toContain('holds');

  // A fault has one sentence, and nothing is lost.
  await page.getByLabel('Short name (a-z, 0-9, -)').fill('Ümläut');
  await expect(page.locator('footer .assignment-fault')).toContainText('id is');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('footer .assignment-fault')).toHaveCount(0);
  // Answers in words have to fit into a code.
  await page.getByLabel('Most characters').fill('2001');
  await expect(page.locator('footer .assignment-fault')).toContainText('no room for more than 2000');
  await expect(page.getByRole('button', { name: 'Run it, and make the key' })).toBeDisabled();
  await page.getByLabel('Most characters').fill('500');
  await expect(page.locator('footer .assignment-fault')).toHaveCount(0);
  // Order and removal.
  await page.getByRole('button', { name: 'Move up' }).last().click();
  await expect(page.locator('.assignment-tasks > li').nth(2)).toContainText('Answer in words');
  await page.locator('.assignment-tasks > li').first().getByRole('button', { name: 'Remove' }).first().click();
  await expect(page.locator('.assignment-tasks > li')).toHaveCount(3);
  // The draft survives a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Make an assignment here' }).click();
  await expect(page.locator('.assignment-tasks > li')).toHaveCount(3);
});

test('a link that is none, and a file that is no assignment, have a sentence', async ({ page }) => {
  await page.goto('./#assignment');
  await page.getByRole('button', { name: 'Make an assignment here' }).click();
  await page.getByLabel('Another experiment: its link').fill('hello');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('This is not a link to an experiment.')).toBeVisible();
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') };
  await page.getByLabel('Open a lecturer’s document').setInputFiles(file);
  await expect(page.getByText('notes.txt is not an assignment: it is not JSON.')).toBeVisible();
});

test('a student writes a scheduler, and its file replaces the source', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('./#assignment');
  await page.getByLabel('Open an assignment').setInputFiles('examples/assignments/mlfq.json');
  const next = page.getByRole('button', { name: 'Next question' });
  await next.click();
  await expect(page.getByText('All of this has to hold')).toBeVisible();
  await expect(page.locator('.cm-content')).toContainText('Multi-level feedback queue');
  await shot(page, 'student-policy');
  const source = readFileSync('examples/policies/mlfq.bpf.c', 'utf8');
  const good = source.replace('boost_ns = 200000000;', 'boost_ns = 2000000000;');
  const field = page.getByLabel('Instead, open a .bpf.c file');
  const file = (text: string) => ({ name: 'mine.bpf.c', mimeType: 'text/x-csrc', buffer: Buffer.from(text) });
  await field.setInputFiles(file(good.replace('nr_boosts++;', 'nr_boosts++')));
  await page.getByRole('button', { name: 'Check it' }).click();
  await expect(page.locator('.assignment-task .assignment-fault')).toContainText('does not compile: line ');
  await field.setInputFiles(file(good));
  await page.getByRole('button', { name: 'Check it' }).click();
  const parts = page.locator('.assignment-parts li');
  await expect(parts).toHaveCount(2, { timeout: 120_000 });
  await expect(parts.nth(0)).toHaveAttribute('data-right', 'true');
  await expect(parts.nth(1)).toHaveAttribute('data-right', 'true');
  await shot(page, 'student-policy-right');
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Make the code' }).click();
  await expect(page.getByText('too many for a form: hand in the file')).toBeVisible();
  await expect(page.getByLabel('Your code')).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^SPA1\.[\w-]{2000,}\.\n$/);
});

test('a CPU is chosen by a click on it, and a curve by clicks; a reload keeps a checked answer', async ({ page }) => {
  await page.goto('./#assignment');
  await page.getByLabel('Open an assignment').setInputFiles('examples/assignments/clusters.json');
  // A corner: a task may cover the middle.
  await page.locator('.machine[data-lane="a"] [data-cpu="3"]').click({ position: { x: 4, y: 4 } });
  await expect(page.getByLabel('CPU number')).toHaveValue('3');
  await page.getByRole('button', { name: 'Check it' }).click();
  const part = page.locator('.assignment-parts li');
  await expect(part).toHaveAttribute('data-right', 'true', { timeout: 60_000 });
  await page.reload();
  await page.getByLabel('Open an assignment').setInputFiles('examples/assignments/clusters.json');
  await expect(page.getByLabel('CPU number')).toHaveValue('3');
  await expect(page.getByLabel('CPU number')).toBeDisabled();
  await expect(part).toHaveAttribute('data-right', 'true');
  await expect(page.getByText('3 of 17 points')).toBeVisible();
  await page.getByText('Links of the runs').click();
  const link = page.getByRole('link', { name: 'Question 1', exact: true });
  const [run] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  // The student's seed and experiment, with all controls.
  await expect(run.locator('.m-cpu').first()).toBeVisible();
  expect(run.url()).toMatch(/#v3&p=cluster&.*seed=1\b/);
  await run.close();
  await page.getByRole('button', { name: 'Leave the assignment' }).click();
  await page.getByLabel('Open an assignment').setInputFiles('examples/assignments/nice.json');
  await page.getByRole('button', { name: 'Next question' }).click();
  const curve = page.locator('.assignment-curve');
  const { width, height } = (await curve.boundingBox()) ?? { width: 0, height: 0 };
  // The middle of the axis is half of 0 to 100.
  await curve.click({ position: { x: width * 0.2, y: (height * (14 + 162)) / 2 / 190 } });
  await expect.poll(async () => Number(await page.getByRole('spinbutton').first().inputValue())).toBeCloseTo(50, -1);
});

test('bad codes have a sentence each in both languages, and the rest is marked', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('./#assignment');
  await page.getByLabel('Open a document').setInputFiles('examples/assignments/nice.json');
  const saved = async (label: string) => {
    const button = page.getByRole('button', { name: label });
    await expect(button).toBeVisible({ timeout: 60_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return { name: 'x.json', mimeType: 'application/json', buffer: readFileSync(await download.path()) };
  };
  const [key, students] = [await saved('Save the key'), await saved('Save the document for students')];
  await page.getByLabel('Open an assignment').setInputFiles(students);
  await page.getByRole('spinbutton', { name: 'Your guess' }).fill('75');
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Make the code' }).click();
  await expect(page.getByLabel('Your code')).toHaveValue(/^SPA1\./);
  const code = await page.getByLabel('Your code').inputValue();
  const named = (name: string) => changed(code, (json) => json.replace('"Ada"', JSON.stringify(name)));
  const other = changed(code, (json) => json.replace(/^\["[0-9a-f]+"/, '["0011223344556677"'));
  const bad = [
    code.slice(0, 60),
    code.replace('SPA1.', 'SPA7.'),
    other,
    named('x'.repeat(10_000)),
    code.replace('SPA1.', 'SPA1.A'),
  ];
  const pasted = [...bad, code, named("=cmd|' /C calc'!A0")].join('\n');

  for (const [lang, labels, sentences] of [
    [
      'en',
      { assignment: 'The assignment', key: 'The key', paste: 'or paste codes', mark: 'Mark', csv: 'CSV for Moodle' },
      [
        /cut off after 60 characters/,
        /version 7; this release/,
        /another assignment/,
        /10000 characters/,
        /hash differs/,
      ],
    ],
    [
      'zh',
      { assignment: '作业', key: '密钥', paste: '或粘贴代码', mark: '批改', csv: 'Moodle 用 CSV' },
      [/60 个字符/, /版本为 7；/, /另一份作业/, /10000 个字符/, /哈希/],
    ],
  ] as const) {
    await page.evaluate((of) => localStorage.setItem('scheduler-playground.look', JSON.stringify({ lang: of })), lang);
    await page.goto('./#assignment');
    await page.reload();
    await page.getByLabel(labels.assignment, { exact: true }).setInputFiles(students);
    await page.getByLabel(labels.key, { exact: true }).setInputFiles(key);
    await page.getByLabel(labels.paste).fill(pasted);
    await page.getByRole('button', { name: labels.mark, exact: true }).click();
    await expect(page.locator('.assignment-table tbody tr')).toHaveCount(2, { timeout: 60_000 });
    const unread = page.locator('.assignment-unread li');
    await expect(unread).toHaveCount(bad.length);
    for (const sentence of sentences) await expect(unread.filter({ hasText: sentence })).toHaveCount(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: labels.csv }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain(`"'=cmd|' /C calc'!A0"`);
    await shot(page, `bad-${lang}`);
  }
});

/** The least number that the focused field takes, or 5. */
const leastFocused = () => (document.activeElement as HTMLInputElement).min || '5';

/** Fills in what has the focus, as its kind wants it; true: it is the button that runs the answer. */
async function fillFocused(page: Page): Promise<boolean> {
  const kind = await page.evaluate(() => {
    if (!document.activeElement?.closest('.assignment-task')) return '';
    // The editor of a scheduler has a shadow root.
    const at = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
    if (at instanceof HTMLInputElement) return at.value === '' || at.type !== 'number' ? at.type : 'filled';
    if (at instanceof HTMLButtonElement) return at.type;
    return at.classList.contains('cm-content') ? 'source' : at.localName;
  });
  if (kind === 'number') await page.keyboard.type(await page.evaluate(leastFocused));
  if (kind === 'range') await page.keyboard.press('ArrowRight');
  if (kind === 'radio' || kind === 'checkbox') await page.keyboard.press('Space');
  if (kind === 'select') await page.keyboard.press('ArrowDown');
  if (kind === 'textarea') await page.keyboard.type('Because.');
  if (kind === 'source') {
    await page.keyboard.type(' ');
    // A first Escape closes the completions, which may be about to open; then Tab no longer indents.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  return kind === 'submit';
}

for (const name of ['clusters', 'nice', 'stealing', 'numa', 'mlfq', 'slices'])
  test(`every question of ${name} is answered with the keyboard alone`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(240_000);
    await page.goto('./#assignment');
    await page.getByLabel('Open an assignment').setInputFiles(`examples/assignments/${name}.json`);
    for (let question = 1; question <= 5; question++) {
      await expect(page.getByText(`Question ${question} of 5`, { exact: true })).toBeVisible();
      // The editor of a scheduler is loaded when a question needs it.
      if (name === 'mlfq' && (question === 2 || question === 3))
        await expect(page.locator('.cm-content')).toBeVisible();
      await page.locator('.assignment-page h2').focus();
      const isWords = (await page.locator('.assignment-task textarea').count()) > 0;
      for (let tabs = 0; tabs < 40; tabs++) {
        await page.keyboard.press('Tab');
        if (await fillFocused(page)) break;
        if (isWords && (await page.locator('.assignment-task textarea').inputValue()) !== '') break;
      }
      if (!isWords) {
        await page.keyboard.press('Enter');
        const outcome = page.locator(
          '.assignment-task [role="status"] :is(.assignment-parts li, .assignment-fault, p)',
        );
        await expect(outcome.first()).toBeVisible({ timeout: 120_000 });
      }
      if (question < 5) {
        await page.getByRole('button', { name: 'Next question' }).focus();
        await page.keyboard.press('Enter');
      }
    }
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('s-1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // Two schedulers are too long for a form.
    if (name === 'mlfq') await expect(page.getByRole('button', { name: 'Save as a file' })).toBeVisible();
    else await expect(page.getByLabel('Your code')).toHaveValue(/^SPA1\..+\.$/);
  });
