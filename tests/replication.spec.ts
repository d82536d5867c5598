import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const report = (page: Page) => page.getByRole('dialog', { name: /^(Replication|复现)$/ });
const table = (page: Page, name: string) => report(page).getByRole('region', { name, exact: true });

async function open(page: Page, fragment = '#v1&p=cluster&show=replication'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(report(page)).toBeVisible();
}

test('the published tables open from the bar, from a key and from a link', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await page.getByRole('button', { name: 'Replication' }).click();
  await expect(report(page)).toBeVisible();
  await expect(page).toHaveURL(/&show=replication$/);
  await page.keyboard.press('Escape');
  await expect(report(page)).toBeHidden();
  await expect(page).not.toHaveURL(/show=/);
  await page.keyboard.press('p');
  await expect(report(page)).toBeVisible();
  await page.reload();
  await expect(report(page)).toBeVisible();
  await report(page).getByRole('button', { name: 'Back to the playground' }).click();
  await expect(report(page)).toBeHidden();
});

test('a row says what was published, what was simulated, and how they stand', async ({ page }) => {
  await open(page);
  const steal = table(page, 'hackbench, ten runs, 20 CPUs');
  await expect(steal).toContainText('scaled to the paper’s 100,000');
  const row = steal.getByRole('row', { name: /^-g 1 steal/ });
  await expect(row).toContainText(/5\.91\s*\d\.\d\d ± 0\.\d\d/);
  await expect(row).toContainText('sign right');
  await expect(row.getByRole('img').first()).toHaveAccessibleName(/^-g 1 steal: published 5\.91, simulated/);
  await expect(row.locator('.strip-published')).toHaveCount(2);
  // All ten runs where the paper gives them.
  const cluster = table(page, 'hackbench on one node, 24 CPUs').getByRole('row', { name: /^-g 3 w\/ / });
  await expect(cluster.locator('.strip-run')).toHaveCount(10);
});

test('the withdrawn table says so and is not judged', async ({ page }) => {
  await open(page);
  const withdrawn = table(page, 'hackbench on two nodes, 48 CPUs: the +49 %');
  await expect(withdrawn).toContainText('withdrawn by its author');
  await expect(withdrawn).toContainText('mem=4G');
  await expect(withdrawn.getByText('not judged')).toHaveCount(10);
  await expect(withdrawn.locator('.mark')).toHaveCount(0);
});

test('a row’s button opens exactly its run, and going back returns to the report', async ({ page }) => {
  await open(page);
  await table(page, 'hackbench, 44 CPUs').getByRole('button', { name: 'Run -g 2 steal live' }).click();
  await expect(report(page)).toBeHidden();
  await expect(page).toHaveURL(/p=steal&machine=xeon-e5-2699v4-44&w=hackbench,g=2,l=\d+&seed=1/);
  await expect(page).not.toHaveURL(/show=/);
  await expect(page.getByLabel('Machine', { exact: true })).toHaveValue('xeon-e5-2699v4-44');
  await expect(page.getByRole('region', { name: 'Lane B' }).getByRole('heading')).toHaveText('with steal');
  await page.goBack();
  await expect(report(page)).toBeVisible();
});

test('what the model does not speak to is listed with the reason', async ({ page }) => {
  await open(page);
  await report(page)
    .getByRole('button', { name: /^\d+ rows$/ })
    .click();
  const silent = table(page, 'Not spoken to');
  await silent.getByText('Oracle OLTP, 88 CPUs').click();
  await expect(silent.getByRole('row', { name: /^120/ })).toContainText('locks, files and network');
});

test('figures are chosen by key, and the page is for everyone', async ({ page }) => {
  // The checker goes through thousands of elements.
  test.slow();
  await open(page);
  const steal = table(page, 'hackbench with schedstat, 20 CPUs');
  await steal.getByRole('button', { name: '%busy' }).press('Enter');
  await expect(steal.getByRole('row', { name: /^-g 1 steal/ })).toContainText('96.80');
  const { violations } = await new AxeBuilder({ page }).include('.replication').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
});

test('on a telephone nothing is wider than the screen, in Chinese', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '#v1&p=cluster&show=replication&lang=zh');
  const wide = await page.evaluate(() => {
    const body = document.querySelector('.replication-body')!;
    return body.scrollWidth - body.clientWidth;
  });
  // A width of half a pixel is rounded up.
  expect(wide).toBeLessThanOrEqual(1);
  await expect(report(page).getByRole('heading', { name: '复现' })).toBeVisible();
});
