/** A package for a course system, in the run-time of scorm-again. */
import { rmSync } from 'node:fs';
import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { cmiOf, packageOf, serve } from './lib/course';
import { buildOneFile } from './lib/one-file';

const tag = { tag: '@long' };

let folder = '';
test.beforeAll(() => {
  folder = buildOneFile();
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const finishedOf = (page: Page) => page.evaluate(() => Number(localStorage.getItem('finished')));

async function answer(frame: FrameLocator): Promise<void> {
  await frame.getByRole('spinbutton', { name: 'Your guess' }).fill('75');
  await frame.getByRole('button', { name: 'Run it' }).click();
  await expect(frame.locator('.assignment-parts li').first()).toHaveAttribute('data-right', 'true', {
    timeout: 60_000,
  });
}

test('points reach the course, and a later visit resumes', tag, async ({ page, context }) => {
  test.setTimeout(240_000);
  const { files } = await packageOf(page, folder, 'nice');
  expect(Object.keys(files).sort()).toEqual(['imsmanifest.xml', 'index.html']);
  expect(files['imsmanifest.xml']).toContain('<schemaversion>1.2</schemaversion>');
  await serve(context, files, { id: 's-17', name: 'Lovelace, Ada' });
  const course = await context.newPage();
  const complaints: string[] = [];
  course.on('pageerror', (error) => complaints.push(String(error)));
  course.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await course.goto('https://course.test/');
  const frame = course.frameLocator('iframe');
  await expect(frame.getByText('Kept in the course')).toBeVisible({ timeout: 60_000 });
  await expect(frame.getByLabel('Name', { exact: true })).toHaveValue('Lovelace, Ada');
  await answer(frame);
  // 4 of the 16 points that the page can mark.
  await expect.poll(async () => (await cmiOf(course))?.core.score.raw).toBe('25');
  const first = await cmiOf(course);
  expect(first?.core).toMatchObject({ lesson_status: 'incomplete', score: { min: '0', max: '100' } });
  expect(first?.core.session_time).toMatch(/^\d{2,4}:\d\d:\d\d/);
  expect(first?.suspend_data.length).toBeLessThanOrEqual(4096);
  // The lecturer finds a code in it.
  expect(first?.suspend_data).toMatch(/ SPA1\.[\w-]+\.$/);

  await course.reload();
  expect(await finishedOf(course)).toBe(1);
  await expect(frame.locator('.assignment-parts li').first()).toHaveAttribute('data-right', 'true', {
    timeout: 60_000,
  });
  await expect(frame.getByRole('spinbutton', { name: 'Your guess' })).toBeDisabled();

  // Another browser of the same student has only what the course kept.
  await course.evaluate(() => {
    const kept = localStorage.getItem('cmi') ?? '';
    localStorage.clear();
    localStorage.setItem('cmi', kept);
  });
  await course.reload();
  await expect(frame.getByRole('spinbutton', { name: 'Your guess' })).toHaveValue('75', { timeout: 60_000 });

  // The package opens the run as an experiment, not the assignment again.
  await frame.getByText('Links of the runs').click();
  const link = frame.getByRole('link', { name: 'Question 1', exact: true });
  const [run] = await Promise.all([course.waitForEvent('popup'), link.click()]);
  await expect(run.locator('.m-cpu').first()).toBeVisible({ timeout: 60_000 });
  await run.close();

  const next = frame.getByRole('button', { name: 'Next question' });
  await next.click();
  for (const [i, value] of ['50', '55.5', '75', '90', '98'].entries())
    await frame.getByRole('spinbutton').nth(i).fill(value);
  await frame.getByRole('button', { name: 'Run it' }).click();
  await expect(frame.locator('.assignment-parts li')).toHaveCount(5, { timeout: 60_000 });
  await next.click();
  await frame.getByRole('radio').nth(0).check();
  await frame.getByRole('button', { name: 'Check it' }).click();
  await expect(frame.locator('.assignment-parts li')).toHaveCount(1, { timeout: 60_000 });
  await next.click();
  await frame.getByRole('spinbutton').first().fill('10');
  await frame.getByRole('button', { name: 'Check it' }).click();
  await expect(frame.locator('.assignment-parts li').first()).toBeVisible({ timeout: 60_000 });
  await next.click();
  await frame.getByLabel('Your answer').fill('The table has no such ratio.');
  await expect.poll(async () => (await cmiOf(course))?.core.lesson_status).toBe('completed');
  // The choice was wrong: 13 of 16 points.
  expect((await cmiOf(course))?.core.score.raw).toBe('81.25');
  expect(complaints).toEqual([]);
});

test('without a course system the package keeps answers in the browser', tag, async ({ page, context }) => {
  test.setTimeout(120_000);
  await serve(context, (await packageOf(page, folder, 'nice')).files, { id: '', name: '' });
  const alone = await context.newPage();
  await alone.goto('https://course.test/package/index.html');
  await expect(alone.getByText('Kept in this browser')).toBeVisible({ timeout: 60_000 });
});
