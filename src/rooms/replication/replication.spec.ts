import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { edit, fromMore } from '../../../tests/hands';
import { expect, fresh, type Locator, type Page, test } from '../../../tests/lib/kept';

const report = (page: Page) => page.getByRole('dialog', { name: /^(Replication|复现)$/ });
const table = (page: Page, name: string) => report(page).getByRole('region', { name, exact: true });

/** A table whose rows are drawn. */
async function opened(page: Page, name: string): Promise<Locator> {
  const region = table(page, name);
  if (!(await region.locator('details').evaluate((element: HTMLDetailsElement) => element.open)))
    await region.getByRole('heading', { name }).click();
  await expect(region.locator('tbody')).not.toBeEmpty();
  return region;
}

async function open(page: Page, fragment = '#v3&p=cluster&show=replication'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(report(page)).toBeVisible();
}

/** The tables, from the overview. */
async function openTables(page: Page, fragment?: string): Promise<void> {
  await open(page, fragment);
  await report(page).locator('.overview-link').first().click();
  await expect(report(page).locator('.replication-table').first()).toBeVisible();
}

test('the published tables open from the bar, from a key and from a link', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster');
  await fromMore(page, 'Replication');
  await expect(report(page)).toBeVisible();
  await expect(page).toHaveURL(/&show=replication$/);
  await page.keyboard.press('Escape');
  await expect(report(page)).toBeHidden();
  await expect(page).not.toHaveURL(/show=/);
  // It is a step of the history that was left.
  await page.goForward();
  await expect(report(page)).toBeVisible();
  await page.goBack();
  await expect(report(page)).toBeHidden();
  await page.keyboard.press('p');
  await expect(report(page)).toBeVisible();
  await page.reload();
  await expect(report(page)).toBeVisible();
  await report(page).getByRole('button', { name: 'Back to the playground' }).click();
  await expect(report(page)).toBeHidden();
});

fresh(
  'on a slow machine the page opens while both lanes play, with the rows of the first table only',
  {
    tag: '@long',
  },
  async ({ page }) => {
    await page.goto('./#v3&p=cluster&autoplay=1');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    // It is never on the screen without hearing Esc.
    const deaf = await page.evaluateHandle(() => {
      const seen = { frames: 0 };
      const watch = () => {
        if (document.querySelector('dialog.replication:not([open])')) seen.frames += 1;
        requestAnimationFrame(watch);
      };
      watch();
      return seen;
    });
    await fromMore(page, 'Replication');
    await expect(report(page)).toBeVisible();
    expect(await deaf.jsonValue()).toEqual({ frames: 0 });
    await report(page)
      .getByRole('button', { name: /^hackbench on one node, 24 CPUs/ })
      .click();
    await expect(table(page, 'hackbench on one node, 24 CPUs').locator('tbody')).not.toBeEmpty();
    expect(await report(page).locator('tbody tr').count()).toBeLessThan(30);
    // The run continues behind it.
    await expect(page.getByRole('button', { name: 'Pause', includeHidden: true })).toBeAttached();
  },
);

test('a row shows the published figure, the simulated one and the verdict', async ({ page }) => {
  await openTables(page);
  const steal = await opened(page, 'hackbench, ten runs, 20 CPUs');
  await expect(steal).toContainText('100,000 loops, each cut after 900 ms');
  const row = steal.getByRole('row', { name: /^-g 1 steal/ });
  await expect(row).toContainText(/5\.91\s*\d\.\d\d ± 0\.\d\d/);
  await expect(row).toContainText('sign right');
  await expect(row.getByRole('img').first()).toHaveAccessibleName(/^-g 1 steal: published 5\.91, simulated/);
  await expect(row.locator('.strip-published')).toHaveCount(2);
  const [inside, mark] = [await row.boundingBox(), await row.locator('.verdict-mark').first().boundingBox()];
  expect(mark!.y).toBeGreaterThan(inside!.y);
  expect(mark!.y + mark!.height).toBeLessThan(inside!.y + inside!.height);
  // All ten runs, if the mail lists them.
  const cluster = (await opened(page, 'hackbench on one node, 24 CPUs')).getByRole('row', { name: /^-g 3 w\/ / });
  await expect(cluster.locator('.strip-run')).toHaveCount(10);
});

test('the overview compares the score with a guess and links to wrong rows', { tag: '@long' }, async ({ page }) => {
  await open(page);
  const overview = report(page).getByRole('region', { name: 'How often the model is right' });
  const said = await overview.locator('.overview-said').textContent();
  const [all, right, open_, wrong] = (said?.match(/\d+/g) ?? []).map(Number) as [number, number, number, number];
  expect(right + open_ + wrong).toBe(all);
  await expect(overview.locator('tr[data-who=today] td').first()).toContainText(`${right}`);
  await expect(
    overview
      .getByRole('row', { name: /^“every patch helps”/ })
      .first()
      .locator('td')
      .nth(1),
  ).toContainText('100 %');
  await expect(
    overview
      .getByRole('row', { name: /^“nothing changes”/ })
      .first()
      .locator('td')
      .nth(3),
  ).toContainText('0 %');
  await overview.getByRole('button', { name: 'Open a wrong one' }).click();
  const card = overview.locator('.scatter-card');
  await expect(card).toContainText('wrong');
  await expect(card).toContainText(/at first sight[+−\d]/);
  const name = await card.getByRole('heading').textContent();
  // The arrow keys continue from there.
  await overview.getByRole('slider').press('ArrowLeft');
  await expect(card.getByRole('heading')).not.toHaveText(name!);
  await card.getByRole('button', { name: 'Its table' }).click();
  await expect(report(page).locator('.replication-table details[open]').first()).toBeVisible();
  await report(page).getByRole('button', { name: 'Overview' }).click();
  await expect(overview).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('.replication').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
});

test('the withdrawn table is marked and not judged', { tag: '@long' }, async ({ page }) => {
  await openTables(page);
  const withdrawn = await opened(page, 'hackbench on two nodes, 48 CPUs: up to 49 % less time');
  await expect(withdrawn).toContainText('withdrawn by its author');
  await expect(withdrawn).toContainText('mem=4G');
  await expect(withdrawn).toContainText(
    /Published: \+49\.1 % of the time saved \(-g 5 w\/\)\. Withdrawn by its author\. Not reproduced: .* gives [+−][\d.]+ ± [\d.]+ % there/,
  );
  await expect(withdrawn.getByText('not judged')).toHaveCount(10);
  await expect(withdrawn.locator('.verdict-mark')).toHaveCount(0);
});

test('a row’s button opens exactly its run, and going back returns to the report', { tag: '@long' }, async ({
  page,
}) => {
  await openTables(page);
  const larger = await opened(page, 'hackbench, 44 CPUs');
  await larger.getByRole('button', { name: 'Run -g 2 steal live' }).click();
  await expect(report(page)).toBeHidden();
  await expect(page).toHaveURL(/p=steal&machine=xeon-e5-2699v4-44&w=hackbench,g=2,l=\d+&seed=1/);
  await expect(page).not.toHaveURL(/show=/);
  await edit(page);
  await expect(page.getByLabel('Machine', { exact: true })).toHaveValue('xeon-e5-2699v4-44');
  await expect(page.getByRole('region', { name: 'Lane B' }).getByRole('heading')).toHaveText('with steal');
  await page.goBack();
  await expect(report(page)).toBeVisible();
});

test('a row is run here over paired seeds, beside the published runs, and judged; a table can be cancelled', {
  tag: '@long',
}, async ({ page }) => {
  await openTables(page);
  const azusa = await opened(page, 'hackbench, Azusa, 13 January');
  await report(page).getByRole('group', { name: 'Seeds of a run here' }).getByRole('button', { name: '2' }).click();
  await expect(azusa.getByRole('button', { name: 'Run here', exact: true })).toBeEnabled();
  await expect(azusa).toContainText(/\d+ runs, about \d+ (s|min)/);
  const row = azusa.getByRole('row', { name: /^-g 10 nb-smooth/ });
  await row.getByRole('button', { name: 'Run -g 10 nb-smooth here' }).click();
  await expect(azusa.getByRole('status')).toHaveText(/^4 runs in \d+ s on \d workers\.$/, { timeout: 30_000 });
  await expect(row).toContainText(/here, 2 seeds\s*\d\.\d\d ± \d/);
  await expect(row.locator('.strip-here')).toHaveCount(2);
  // The figure is that of the report, but for fewer seeds.
  const [committed, here] = await row.locator('td').first().locator('.numbers b').allTextContents();
  expect(Number.parseFloat(here!) / Number.parseFloat(committed!)).toBeGreaterThan(0.8);
  expect(Number.parseFloat(here!) / Number.parseFloat(committed!)).toBeLessThan(1.25);
  await expect(row.locator('.verdict-here')).toContainText(/sign (right|open|wrong)/);
  await expect(azusa).toContainText('Run here: 2 seeds where the report has 3–6');
  // The base was run with it; existing results are not run again.
  await expect(row.getByRole('button', { name: 'Run -g 10 nb-smooth here' })).toBeDisabled();
  await expect(azusa.getByRole('row', { name: /^-g 10 stock52/ })).toContainText('here, 2 seeds');

  await azusa.getByRole('button', { name: 'Run here', exact: true }).click();
  await expect(azusa.getByRole('progressbar')).toBeVisible();
  await azusa.getByRole('button', { name: 'Cancel' }).click();
  await expect(azusa.getByRole('status')).toHaveText('Cancelled. What had finished is shown.');
  await expect(azusa.getByRole('button', { name: 'Run here', exact: true })).toBeEnabled();
});

test('rows that the model does not answer are listed with the reason', { tag: '@long' }, async ({ page }) => {
  await openTables(page);
  await report(page)
    .getByRole('button', { name: /^\d+ rows$/ })
    .click();
  const silent = table(page, 'Not spoken to');
  await silent.getByText('Oracle OLTP, 88 CPUs').click();
  await expect(silent.getByRole('row', { name: /^120/ })).toContainText('locks, files and network');
});

test('a chart describes its simulation, on the page and in exports', { tag: '@long' }, async ({ page }) => {
  await openTables(page);
  const title = 'hackbench on one node, 24 CPUs';
  const how = /simulated: \d+(?:–\d+)? seeds, 1000–1100 ms/;
  await expect((await opened(page, title)).locator('thead')).toContainText(how);
  await page.getByRole('button', { name: `Take away: ${title}`, exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.takeaway-menu:popover-open').getByRole('button', { name: 'SVG drawing' }).click(),
  ]);
  const svg = await readFile(await download.path(), 'utf8');
  expect(svg.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(how);
});

test('figures are chosen by key, and the page is for everyone', { tag: '@long' }, async ({ page }) => {
  // The checker goes through thousands of elements.
  test.slow();
  await openTables(page);
  const steal = await opened(page, 'hackbench with schedstat, 20 CPUs');
  await steal.getByRole('button', { name: '%busy' }).press('Enter');
  await expect(steal.getByRole('row', { name: /^-g 1 steal/ })).toContainText('96.80');
  const { violations } = await new AxeBuilder({ page }).include('.replication').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
});

test('on a telephone nothing is wider than the screen, in Chinese', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTables(page, '#v3&p=cluster&show=replication&lang=zh');
  const wide = await page.evaluate(() => {
    const body = document.querySelector('.replication-body')!;
    return body.scrollWidth - body.clientWidth;
  });
  // A width of half a pixel is rounded up.
  expect(wide).toBeLessThanOrEqual(1);
  await expect(report(page).getByRole('heading', { name: '复现' })).toBeVisible();
});
