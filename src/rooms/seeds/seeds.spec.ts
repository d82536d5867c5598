import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { openTab, switches } from '../../../tests/hands';
import { expect, fresh, type Locator, type Page, test } from '../../../tests/lib/kept';

async function openPaused(page: Page, fragment = '#v3&p=cluster'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}&t=1ms`);
  await expect(page.getByRole('status', { name: 'Simulated time' })).toHaveText('1.000 ms');
}

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const faults = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`,
  );

/** Takes a chart away in a form; returns the file's name and text. */
async function taken(page: Page, title: string, form: string): Promise<{ name: string; bytes: Buffer }> {
  const menu = page.locator('.takeaway-menu:popover-open');
  if (!(await menu.isVisible())) await page.getByRole('button', { name: `Take away: ${title}`, exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    menu.getByRole('button', { name: form }).click(),
  ]);
  await expect(menu).toBeHidden();
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** A self-contained SVG is well-formed and titled, and has no class, no variable and no external reference. */
async function expectAlone(page: Page, svg: string): Promise<void> {
  const root = await page.evaluate((text) => {
    const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
    return { name: documentElement.localName, shapes: documentElement.querySelectorAll('path, rect, text').length };
  }, svg);
  expect(root.name).toBe('svg');
  expect(root.shapes).toBeGreaterThan(5);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<title>[^<]+<\/title><desc>[^<]*#v3&amp;p=/);
  expect(svg).not.toMatch(/class=|style=|var\(|foreignObject|href=|NaN|undefined/);
}

test('the same A and B over many seeds: progress, dots, a verdict with its interval', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page);
  await page.getByRole('button', { name: 'Run many' }).click();
  const many = dialog(page, 'Run many');
  await expect(many.getByText('each run is 30 ms long, its first 3 ms are left out')).toBeVisible();
  await many.getByLabel('Paired seeds', { exact: true }).fill('4');
  await many.getByLabel('Simulated time per run (ms)').fill('40');
  await expect(many.getByText(/^8 runs · about \d+ s$/)).toBeVisible();
  // It is visible for half a second.
  const progress = many.getByRole('progressbar').waitFor();
  await many.getByRole('button', { name: 'Run', exact: true }).click();
  await progress;
  await expect(many.getByText(/^8 runs in [\d.]+ s on \d workers\.$/).first()).toBeVisible({ timeout: 30_000 });
  await expect(many.locator('.verdict')).toHaveText(
    /^B moves \d+\.\d+ ± \d\.\d+ % more messages than A \(4 paired seeds\)\.$/,
  );
  await expect(many.locator('.seeds-pair')).toHaveCount(4);
  expect(await faults(page)).toEqual([]);

  // Another figure of the same runs, without running them again.
  await many.getByLabel('Figure', { exact: true }).selectOption('wake-ups that keep the cluster');
  await expect(many.locator('.verdict')).toHaveText(/^In B it is [\d.]+ ± [\d.]+ % higher than in A/);

  // A lane against itself is not distinguishable.
  await page.keyboard.press('Escape');
  await expect(many).toBeHidden();
  await page.goto('./#v3&p=cluster&b=-&t=1ms');
  await page.keyboard.press('m');
  await expect(many.getByText('The scenario has changed since')).toBeVisible();
  await many.getByLabel('Paired seeds', { exact: true }).fill('2');
  await many.getByLabel('Simulated time per run (ms)').fill('20');
  await many.getByLabel('Simulated time per run (ms)').blur();
  await many.getByLabel('Figure', { exact: true }).selectOption('throughput');
  await many.getByRole('button', { name: 'Run again' }).click();
  await expect(many.locator('.verdict')).toHaveText('Undecided: equal with each of 2 seeds; “no difference” takes 16.');
});

test('a run of many seeds is cancelled at once, and the lanes continue to play', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=big');
  await page.keyboard.press(' ');
  await page.keyboard.press('m');
  const many = dialog(page, 'Run many');
  await many.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(many.getByText(/0 of 32 runs/)).toBeVisible();
  await many.getByRole('button', { name: 'Cancel' }).click();
  await expect(many.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 1000 });
  await expect(many.getByText('Cancelled. What had finished is shown.').first()).toBeAttached();
  await page.keyboard.press('Escape');
  const clock = page.getByRole('status', { name: 'Simulated time' });
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');
});

fresh('a lost worker is reported, and the other seeds count', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name !== 'batch' || sessionStorage.getItem('next') !== 'dies') return;
        sessionStorage.clear();
        setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'unreachable' })), 30);
      }
    };
  });
  await openPaused(page);
  await page.keyboard.press('m');
  const many = dialog(page, 'Run many');
  await many.getByLabel('Paired seeds', { exact: true }).fill('4');
  await expect(many.getByText(/^8 runs · about/)).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('next', 'dies'));
  await many.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(many.getByText(/^8 runs in/).first()).toBeVisible({ timeout: 30_000 });
  await expect(many.getByText('1 of 8 runs stopped (unreachable); their seeds are left out.')).toBeVisible();
  await expect(many.locator('.verdict')).toContainText('(3 paired seeds)');
});

test('a sweep draws both curves and their difference, by key alone', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press('m');
  const many = dialog(page, 'Run many');
  await many.getByRole('button', { name: 'Sweep' }).focus();
  await page.keyboard.press('Enter');
  await expect(many.getByLabel('Values', { exact: true })).toHaveValue('1,6,12,14,18,24,36,48');
  await many.getByLabel('Values', { exact: true }).fill('4,600');
  await expect(many.getByText('Values: 600 is outside 1 to 512.')).toBeVisible();
  await many.getByLabel('Values', { exact: true }).fill('4-14:5');
  await many.getByLabel('Paired seeds', { exact: true }).fill('3');
  await many.getByLabel('Simulated time per run (ms)').fill('20');
  await many.getByLabel('Simulated time per run (ms)').blur();
  await expect(many.getByText('18 runs')).toBeVisible();
  await many.getByRole('button', { name: 'Run', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(many.getByText(/^18 runs in/).first()).toBeVisible({ timeout: 30_000 });
  await expect(many.locator('.seeds-a .seeds-dot')).toHaveCount(3);
  await expect(many.locator('.verdict')).toHaveText(/^Throughput: .*\b(4|9|14)\.$/);
  expect(await faults(page)).toEqual([]);

  // A cost, a tunable and the number of CPUs can be swept as well.
  await many.getByLabel('Parameter', { exact: true }).selectOption('CPUs used, from CPU 0 on');
  await expect(many.getByLabel('Values', { exact: true })).toHaveValue('6,12,18,24');
  await many.getByLabel('Parameter', { exact: true }).selectOption('tunables.migration_cost_ns');
  await expect(many.getByLabel('Values', { exact: true })).toHaveValue(/500000/);
  await many.getByLabel('Parameter', { exact: true }).selectOption('costs.line_llc');
  await expect(many.getByLabel('Values', { exact: true })).toHaveValue(/91/);
});

test('results are exported as SVG, PNG, CSV and a table for a mail', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPaused(page);
  await page.keyboard.press('m');
  const many = dialog(page, 'Run many');
  await many.getByLabel('Paired seeds', { exact: true }).fill('2');
  await many.getByLabel('Simulated time per run (ms)').fill('20');
  await many.getByLabel('Simulated time per run (ms)').blur();
  await many.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(many.getByText(/^4 runs in/).first()).toBeVisible({ timeout: 30_000 });
  const title = 'Seed by seed: throughput';
  await expectAlone(page, (await taken(page, title, 'SVG drawing')).bytes.toString());
  const rows = (await taken(page, title, 'CSV figures')).bytes.toString().split('\r\n');
  expect(rows.filter((row) => /^\d+,[AB],/.test(row))).toHaveLength(4);
  await page.getByRole('button', { name: `Take away: ${title}` }).click();
  await page.getByRole('button', { name: 'Copy as a text table' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const table = await page.evaluate(() => navigator.clipboard.readText());
  expect(table).toMatch(/^```\n.*Kunpeng 920/);
  expect(table).toMatch(/\n +figure +mean +%stdev +mean +%stdev +%speedup +%diff +\+-95%\n +rate\/s +\d/);
});

const CHARTS = [
  ['Throughput', 'throughput', /^lane,simulated time \(ms\),messages \(1\/ms\)$/m],
  ['%busy', 'busy', /^A,[\d.]+,[\d.]+$/m],
  ['Where a waking task went', 'wakes', /^cluster,\d+,\d+$/m],
  ['Migrations', 'migrations', /^wake,llc,\d+,\d+$/m],
  ['Counters', 'counters', /^busy,share,0\.\d+,0\.\d+$/m],
  ['Timeline', 'timeline', /^B,23,\d+,\d+,/m],
  ['Lane A', 'lane-a', /^23,5,/m],
] as const;

test('every chart and the diagram can be exported, in the light theme under any theme', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page, '#v3&p=cluster&theme=dark');
  await page.keyboard.press('.');
  for (const [title, name, row] of CHARTS) {
    await openTab(page, title === 'Timeline' ? 'Timeline' : 'Numbers');
    const svg = await taken(page, title, 'SVG drawing');
    expect(svg.name).toBe(`${name}.svg`);
    await expectAlone(page, svg.bytes.toString());
    // The ink of the light theme, not of the dark one.
    expect(svg.bytes.toString()).toContain('fill="#14191f"');
    expect(svg.bytes.toString()).not.toContain('#eceff2');
    const png = await taken(page, title, 'PNG picture');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(png.bytes.length).toBeGreaterThan(5000);
    const csv = (await taken(page, title, 'CSV figures')).bytes.toString();
    expect(csv).toMatch(/^# .*\r\n"# Cluster-first wake-up · .*"\r\n# http.*#v3&p=cluster/);
    expect(csv.replaceAll('\r', '')).toMatch(row);
  }
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the export of a published table names its runs, not the scenario on the page', {
  tag: '@long',
}, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&cost=write:700&show=replication');
  const report = page.locator('.replication');
  await report.locator('.overview-link').first().click();
  const button = report.getByRole('button', { name: /^Take away: / }).first();
  await expect(button).toBeVisible();
  const title = ((await button.getAttribute('aria-label')) ?? '').replace('Take away: ', '');
  const svg = (await taken(page, title, 'SVG drawing')).bytes.toString();
  await expectAlone(page, svg);
  expect(svg).not.toContain('constant');
  const csv = (await taken(page, title, 'CSV figures')).bytes.toString();
  expect(csv).toMatch(/\r\nrow,published \(.*\),simulated \(.*\),"95 % interval, half \(/);
  expect(csv.split('\r\n').length).toBeGreaterThan(6);
});

test('a changed constant is in the link, named once on the page and in exports, and can be reset', {
  tag: '@long',
}, async ({ page }) => {
  await openPaused(page);
  await expect(page.getByText(/changes? to the model/)).toHaveCount(0);
  await page.keyboard.press('c');
  const model = dialog(page, 'The model, open');
  await model.getByLabel('costs.write', { exact: true }).fill('700');
  await model.getByLabel('costs.read', { exact: true }).fill('0');
  await expect(
    model.getByText('Reading one message, the lock held included: 0 is not a whole number from 1 to 100,000.'),
  ).toBeVisible();
  await model.getByLabel('costs.read', { exact: true }).fill('500');
  await model.getByLabel('migration_cost (ns)', { exact: true }).fill('250000');
  await model.getByLabel('migration_cost (ns)', { exact: true }).blur();
  await expect(page).toHaveURL(/tune=migration_cost_ns:250000&cost=write:700,read:500/);
  await model.getByRole('button', { name: /^changed 3$/ }).click();
  await expect(model.locator('tbody tr[data-changed]')).toHaveCount(3);
  await model.getByRole('button', { name: /^assumed \d+$/ }).click();
  await expect(model.locator('tbody .grade')).toHaveText(
    Array(await model.locator('tbody .grade').count()).fill('assumed'),
  );
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(model).toBeHidden();

  await page.reload();
  const marks = page.getByRole('button', { name: '3 changes to the model' });
  await expect(marks).toHaveCount(1);
  await expect(marks).toBeVisible();
  await openTab(page, 'Numbers');
  const svg = (await taken(page, 'Throughput', 'SVG drawing')).bytes.toString();
  expect(svg).toContain('3 changes to the model: write 700 ns (instead of 600)');

  await marks.first().click();
  await model.getByRole('button', { name: 'write back to 600' }).click();
  await expect(page).toHaveURL(/&cost=read:500/);
  await model.getByRole('button', { name: 'Reset all' }).click();
  await expect(page).not.toHaveURL(/cost=|tune=/);
  await page.keyboard.press('Escape');
  await expect(marks).toHaveCount(0);
});

test('a rule of the kernel is overridden in one lane, and stays when a switch is flipped', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page);
  await page.keyboard.press('c');
  const model = dialog(page, 'The model, open');
  await model.getByLabel('newidle_gate B').selectOption('off');
  await expect(page).toHaveURL(/rb=newidle_gate:0/);
  await model.getByRole('button', { name: 'changed 1', exact: true }).click();
  await expect(model.locator('tbody tr[data-changed]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(model).toBeHidden();
  await expect(page.getByRole('button', { name: '1 change to the model' }).first()).toHaveAttribute(
    'title',
    '1 change to the model: B: newidle_gate off (instead of on)',
  );
  await page.keyboard.press('r');
  await (await switches(page, 'B')).getByRole('button', { name: 'cluster domain' }).click();
  await expect(page).toHaveURL(/b=cluster_scan:rfc.*rb=newidle_gate:0/);
});

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const) {
  test(`the dialog is not wider than a screen of ${width} × ${height}`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPaused(page, '#v3&p=classroom&cost=write:700');
    await page.keyboard.press('m');
    const many = dialog(page, 'Run many');
    await many.getByLabel('Paired seeds', { exact: true }).fill('2');
    await many.getByLabel('Simulated time per run (ms)').fill('5');
    await many.getByLabel('Simulated time per run (ms)').blur();
    await many.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(many.getByText(/^4 runs in/).first()).toBeVisible({ timeout: 30_000 });
    const wide = () => many.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(await wide()).toBe(0);
    for (const tab of ['Sweep', 'Where does B lose?']) {
      await many.getByRole('button', { name: tab }).click();
      expect(await wide()).toBe(0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('a sweep from elsewhere is opened and drawn; another file is refused', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  await page.getByRole('button', { name: 'Run many' }).click();
  const many = dialog(page, 'Run many');
  await many.getByText('Sweep', { exact: true }).click();
  const file = many.getByLabel('Open a merged file');
  await file.setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(many.getByText('bad.json is not a sweep written by “sched merge”.')).toBeVisible();
  await file.setInputFiles('tests/fixtures/sweep.json');
  await expect(many.getByText('12 runs from sweep.json, of the scenario in it.').first()).toBeVisible();
  await expect(
    many
      .getByRole('region', { name: /^Sweep of/ })
      .locator('svg')
      .first(),
  ).toBeVisible();
  await expect(many.locator('.seeds-file .seeds-alarm')).toBeEmpty();
  await expect(many.locator('.verdict')).toHaveText(/^Throughput: .*\b8\b.*\.$/);
  expect(await faults(page)).toEqual([]);
});

test('a search is started by key, ends with a sentence and opens the scenario that it found', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page, '#v3&p=classroom');
  await page.keyboard.press('m');
  const many = dialog(page, 'Run many');
  await many.getByRole('button', { name: 'Where does B lose?' }).press('Enter');
  await many.getByLabel('Settings to try').fill('4');
  await many.getByLabel('Simulated time per run (ms)').fill('4');
  await many.getByLabel('costs of another machine').press('Space');
  await many.getByRole('button', { name: 'Search', exact: true }).press('Enter');
  const result = many.getByRole('region', { name: 'Result of the search' });
  await expect(result.locator('.verdict')).toHaveText(/\d\s±\s\d.*\s%\s\(throughput\)/, { timeout: 60_000 });
  await expect(result.getByText(/settings were tried: [1-4] in the search/)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const link = result.getByRole('link', { name: 'Open this scenario' });
  const href = await link.getAttribute('href');
  await link.press('Enter');
  await expect(many).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${href?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
});
