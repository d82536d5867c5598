import AxeBuilder from '@axe-core/playwright';
import jsQR from 'jsqr';
import { PRESET_IDS } from '../src/scenario/presets';
import { edit, fromMore, openTab, switches } from './hands';
import { expect, fresh, type Page, test } from './lib/kept';

const clock = (page: Page) => page.getByRole('status', { name: 'Simulated time' });
const milliseconds = async (page: Page) => Number.parseFloat((await clock(page).textContent()) ?? '');
const lane = (page: Page, letter: 'A' | 'B') => page.getByRole('region', { name: `Lane ${letter}` });

/** Opens a link at the start of its run, unless it has another moment, and waits for the lanes. */
async function openPaused(page: Page, fragment = '#v3&p=cluster', time = '0.000000 ms'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}${fragment.includes('&t=') ? '' : '&t=0ms'}`);
  await expect(clock(page)).toHaveText(time);
  await expect(lane(page, 'A').locator('canvas').first()).toBeVisible();
}

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Play|Pause)$/ }).click();
  await expect.poll(() => milliseconds(page)).toBeGreaterThan(0);
}

/** Records the page's workers, so that a test can end them; with saved data they are those of the first load. */
async function keepWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    const workers: Worker[] = [];
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
      }
    };
    Object.assign(window, { workers });
  });
}

test('starts by itself on the cluster experiment with its story, and plays', async ({ page }) => {
  await page.goto('./#v3&p=cluster');
  await expect.poll(() => milliseconds(page)).toBeGreaterThanOrEqual(4);
  await openTab(page, 'Numbers');
  await expect(page.locator('.throughput-said')).toHaveText(/^this seed \(\d+\): B \+[\d.]+\s%$/);
  await expect(page.locator('.line-a').first()).toHaveAttribute('d', /M.*L/);
  await expect(lane(page, 'A').getByRole('heading')).toHaveText('plain kernel');
  await expect(lane(page, 'B').getByRole('heading')).toHaveText('with cluster domain, cluster scan');
  await expect.poll(() => milliseconds(page)).toBeGreaterThan(0);
  const before = await milliseconds(page);
  await expect.poll(() => milliseconds(page)).toBeGreaterThan(before);
});

test('with reduced motion the page waits for the person', async ({ page }) => {
  await openPaused(page);
  await page.waitForTimeout(300);
  await expect(clock(page)).toHaveText('0.000000 ms');
});

test('an experiment opens at its start moment, and Restart returns there', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&t=1500us', '1.500 ms');
  const hashes = page.locator('.hash');
  await expect(hashes).toHaveText(/^[0-9a-f]{6} [0-9a-f]{6}$/);
  const there = (await hashes.textContent()) ?? '';
  await page.keyboard.press('r');
  await expect(clock(page)).toHaveText('0.000000 ms');
  await page.keyboard.press('Shift+R');
  await expect(clock(page)).toHaveText('1.500 ms');
  await expect(hashes).toHaveText(there);
  await page.reload();
  await expect(clock(page)).toHaveText('1.500 ms');
  await expect(hashes).toHaveText(there);
  // Another load opens at the same moment, another experiment at its start moment.
  await edit(page);
  await page.getByLabel('Pairs', { exact: true }).fill('18');
  await expect(page).toHaveURL(/w=pairs,n=18.*&t=1500us$/);
  await expect(hashes).not.toHaveText(there);
  await expect(clock(page)).toHaveText('1.500 ms');
  await page.getByLabel('Experiment', { exact: true }).selectOption('steal');
  await expect(page).toHaveURL(/#v3&p=steal$/);
  await expect(clock(page)).toHaveText('93.000 ms');
});

test('a long run to the start moment shows its progress, and Space stops it there', { tag: '@long' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=big&w=hackbench,g=10,l=1000000,p,T&limit=600000&t=600s');
  const said = page.getByText('Running to 600 s … Press Space to stay here.');
  await expect(said).toBeVisible();
  await page.keyboard.press(' ');
  await expect(said).toBeHidden();
  await expect.poll(() => milliseconds(page)).toBeGreaterThan(0);
  await expect(page.locator('.hash')).toHaveText(/^[0-9a-f]{6} [0-9a-f]{6}$/);
});

test('the legend explains the signs on the screen, four at most, and moves nothing when it grows', {
  tag: '@long',
}, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&t=4ms', '4.000 ms');
  const legend = page.getByRole('region', { name: 'Legend' });
  const items = legend.getByRole('listitem');
  await expect(items.filter({ hasText: 'client, server' })).toBeVisible();
  await expect(items.filter({ hasText: 'through the L3 data' })).toBeVisible();
  await expect(items.filter({ hasText: 'job' })).toHaveCount(0);
  const [lanes, line] = [await page.locator('.lanes').boundingBox(), await legend.boundingBox()];
  await page.keyboard.press(' ');
  await expect(items.filter({ hasText: 'idle while a task waits' })).toBeVisible();
  expect(await items.count()).toBe(4);
  expect([await page.locator('.lanes').boundingBox(), await legend.boundingBox()]).toEqual([lanes, line]);
});

test('each title has the share of wake-ups that change the cluster, with the value of the wake-up chart', async ({
  page,
}) => {
  await openPaused(page, '#v3&p=cluster&t=4ms', '4.000 ms');
  const figures = page.locator('.lane-figure b');
  await expect(figures).toHaveText([/^[\d.]+\s%$/, /^[\d.]+\s%$/]);
  const shares = await figures.allTextContents();
  // A plain kernel changes the cluster more often.
  const [a = 0, b = 0] = shares.map((share) => Number.parseFloat(share));
  expect(a).toBeGreaterThan(b);
});

/** Distinct colours in the plot of the timeline. */
const timelineColours = (page: Page) =>
  page.locator('.timeline-lane[data-lane="a"] .timeline-canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });

test('the timeline shows the window before the start moment', async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&t=4ms', '4.000 ms');
  await expect.poll(() => timelineColours(page)).toBeGreaterThan(8);
});

test('all figures can be copied; a document loads, and a faulty one is refused without a loss', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPaused(page, '#v3&p=cluster&limit=3&t=3ms', '3.000 ms');
  await fromMore(page, 'All figures');
  await expect(page.getByRole('row', { name: /^simulated time since the work began/ }).getByRole('cell')).toHaveText([
    '3.000000 ms',
    '3.000000 ms',
  ]);
  // A long value is on one line as well.
  const heightOf = async (name: RegExp) => (await page.getByRole('row', { name }).boundingBox())?.height ?? 0;
  expect(await heightOf(/^event hash/)).toBeLessThan(1.5 * (await heightOf(/^messages\/s/)));
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\| event hash \| [0-9a-f]{16} \| [0-9a-f]{16} \|/);

  await page.getByRole('button', { name: 'Scenario document' }).click();
  const document = page.getByRole('textbox', { name: 'Scenario document' });
  const text = await document.inputValue();
  await document.fill(text.replace('"seed": 7', '"seed": -7'));
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(page.locator('.document-errors li')).toHaveCount(1);
  await expect(document).toHaveValue(/"seed": -7/);
  await expect(page).toHaveURL(/#v3&p=cluster&limit=3&t=3ms$/);

  await document.fill(text.replace('"version": 3', '"version": 1'));
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(page.locator('.document-errors li')).toHaveText([
    'This document was made before version 1.0 and cannot be read.',
  ]);

  await document.fill(
    '{"version": 3, "machine": "classroom-8", "workload": {"kind": "jobs", "jobs": 3}, "lanes": [{}, {}]}',
  );
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(page.getByText('Loaded.')).toBeVisible();
  await expect(page).toHaveURL(/machine=classroom-8&w=jobs,n=3/);
  await expect(lane(page, 'B').getByRole('heading')).toHaveText('plain kernel');
});

test('a faulty document is explained, and the run continues', {
  tag: '@long',
}, async ({ page }) => {
  await keepWorkers(page);
  await openPaused(page, '#v3&p=cluster&limit=3&t=2ms', '2.000 ms');
  await fromMore(page, 'All figures');
  await page.getByRole('button', { name: 'Scenario document' }).click();
  const document = page.getByRole('textbox', { name: 'Scenario document' });
  await document.fill((await document.inputValue()).replace('"seed": 7', '"seed": -7'));
  const load = page.getByRole('button', { name: 'Load', exact: true });
  const errors = page.locator('.document-errors li');
  await load.click();
  await expect(errors).toHaveText([/-7/]);
  await page.keyboard.press('Escape');
  await expect(clock(page)).toHaveText('2.000 ms');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => milliseconds(page)).toBeGreaterThan(2);
});

test('Share can include the moment', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&t=1500us', '1.500 ms');
  await page.keyboard.press('.');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Share' });
  await expect(link).toHaveValue(/&t=1500us$/);
  await page.getByLabel(/at this moment/).check();
  await expect(link).toHaveValue(/&t=150\d{4}ns$/);
});

test('Share shows the link as a QR code, and a message if it is too long for one', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page, '#v3&p=classroom&theme=dark');
  await page.getByRole('button', { name: 'Share' }).click();
  const code = page.getByRole('img', { name: 'The link as a QR code' });
  await expect(code).toBeVisible();
  const { pixels, side } = await code.evaluate(async (svg) => {
    const side = 600;
    const picture = new Image(side, side);
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg.outerHTML)}`;
    await picture.decode();
    const context = new OffscreenCanvas(side, side).getContext('2d')!;
    context.drawImage(picture, 0, 0, side, side);
    return { pixels: [...context.getImageData(0, 0, side, side).data], side };
  });
  const link = await page.getByRole('textbox', { name: 'Share' }).inputValue();
  expect(link).toContain('&theme=dark');
  // The code leaves out the theme, which the phone chooses, and the address of this computer.
  expect(jsQR(Uint8ClampedArray.from(pixels), side, side)?.data).toBe(link.replace('&theme=dark', ''));
  await expect(page.getByText(/^127\.0\.0\.1:\d+ is an address of this computer or its network/)).toBeVisible();
  await page.keyboard.press('Escape');
  // Different letters, so that packing shortens them little.
  const letter = (i: number) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000));
  const note = (_: unknown, i: number) =>
    `${i}ms:${Array.from({ length: 140 }, (_, j) => letter(i * 140 + j)).join('')}`;
  const notes = Array.from({ length: 12 }, note).join(';');
  await page.goto(`./#v3&p=classroom&t=0ms&notes=${encodeURIComponent(notes)}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText(/^The link has [\d,]+ bytes; a QR code holds 2,953\.$/)).toBeVisible();
  await expect(code).toHaveCount(0);
});

test('the bare address restores the chosen theme and language, and a link keeps those that it names', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('./');
  const html = page.locator('html');
  // The machine of the app, which listens to keys; the prerendered one does not.
  await expect(page.locator('#root [data-cpu]').first()).toBeVisible();
  await page.keyboard.press('t');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press('t');
  await page.keyboard.press('l');
  await expect(html).toHaveAttribute('lang', 'zh-CN');
  await page.goto('about:blank');
  await page.goto('./');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('lang', 'zh-CN');
  // The theme of a link is not a choice.
  await page.goto('about:blank');
  await page.goto('./#v3&p=classroom&theme=projector&lang=en');
  await expect(html).toHaveAttribute('data-theme', 'projector');
  await page.goto('about:blank');
  await page.goto('./#v3&p=classroom');
  await expect(html).not.toHaveAttribute('data-theme');
  await expect(html).toHaveAttribute('lang', 'en');
  await page.goto('about:blank');
  await page.goto('./');
  await expect(html).toHaveAttribute('data-theme', 'dark');
});

test("the layers of the build are in order: a strong button has its colours, not the plain text's", async ({
  page,
}) => {
  await openPaused(page);
  const first = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const order = rules.find((rule) => rule instanceof CSSLayerStatementRule);
    return [rules.indexOf(order as CSSRule), (order as CSSLayerStatementRule | undefined)?.nameList];
  });
  expect(first).toEqual([0, ['reset', 'tokens', 'base', 'ui', 'signs', 'rooms', 'shell']]);
  const { color, backgroundColor } = await page
    .getByRole('button', { name: 'Share' })
    .evaluate((button) => getComputedStyle(button));
  expect(color).not.toBe(backgroundColor);
});

test('the list of keys has the key of a table if the experiment has one', { tag: '@long' }, async ({ page }) => {
  const key = page.getByText('Table of the experiment');
  await openPaused(page, '#v3&p=classroom');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(key).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openPaused(page, '#v3&p=false-sharing');
  await page.keyboard.press('?');
  await expect(key).toBeVisible();
});

test('a step advances by one event', async ({ page }) => {
  await openPaused(page);
  const events = page.locator('.readouts .small span').first();
  const before = Number((await events.textContent())?.replace(/\D/g, ''));
  await page.keyboard.press('.');
  await expect(events).toHaveText(String(before + 1));
  await page.keyboard.press('.');
  await expect(events).toHaveText(String(before + 2));
});

test('a switch flipped during the run changes lane B, the link, and nothing before it', async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press('w');
  await play(page);
  await page.keyboard.press(' ');
  await page.waitForTimeout(700);
  const at = await milliseconds(page);
  await (await switches(page, 'B')).getByRole('button', { name: 'cluster domain' }).click();
  await expect(page).toHaveURL(/&b=cluster_domain,cluster_scan:rfc@\d+,cluster_scan:rfc&t=0ms$/);
  const flippedAt = Number(/@(\d+),/.exec(page.url())?.[1]);
  expect(flippedAt / 1e6).toBeCloseTo(at, 3);
  await expect(lane(page, 'B').getByRole('heading')).toHaveText('with cluster scan');
  expect(await milliseconds(page)).toBe(at);

  // Before the run, and after a restart, a switch belongs to the scenario. The old run stays as a branch.
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/&b=cluster_scan:rfc&forks=cluster_domain,cluster_scan:rfc@\d+,cluster_scan:rfc&t=0ms$/);
  await expect(clock(page)).toHaveText('0.000000 ms');
});

test('a link with a flip replays the run with the same hash', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&w=pairs,n=20&limit=3');
  const hashes = page.locator('.hash');
  const done = lane(page, 'B').getByText('done at 3.00 ms');
  const speed = page.getByRole('slider', { name: 'Speed' });
  await speed.fill('9');
  await play(page);
  await page.keyboard.press(' ');
  // Right after an event, since others may be due at the same time.
  await page.keyboard.press('.');
  await (await switches(page, 'B')).getByRole('button', { name: 'cluster domain' }).click();
  await (await switches(page, 'B')).getByLabel('cluster scan').selectOption('off');
  await expect(page).toHaveURL(/@\d+,-&t=0ms$/);
  await page.keyboard.press('w');
  await page.keyboard.press(' ');
  await expect(done).toBeVisible({ timeout: 20_000 });
  await page.waitForTimeout(200);
  const live = await hashes.textContent();
  expect(live).toMatch(/^[0-9a-f]{6} [0-9a-f]{6}$/);

  // Requested while the lanes still load.
  await page.reload();
  await expect(page.getByRole('button', { name: /^(Play|Pause)$/ })).toBeVisible();
  await page.keyboard.press('w');
  await page.keyboard.press(' ');
  await expect(done).toBeVisible({ timeout: 20_000 });
  await expect(hashes).toHaveText(live ?? '');
});

test('a race draws the throughput of both lanes and names the difference', async ({ page }) => {
  await openPaused(page);
  await openTab(page, 'Numbers');
  await page.keyboard.press('w');
  await play(page);
  await expect(page.locator('.line-a').first()).toHaveAttribute('d', /M.*L/);
  await expect(page.locator('.line-b').first()).toHaveAttribute('d', /M.*L/);
  await expect(page.locator('.throughput-said')).toHaveText(/B [+−][\d.]+\s%|less than 1 % apart/);
});

test('reload, back and forward restore the document of the link', async ({ page }) => {
  await openPaused(page);
  await page.getByLabel('Experiment', { exact: true }).selectOption('steal');
  await expect(page).toHaveURL(/#v3&p=steal$/);
  await edit(page);
  await page.getByLabel('Seed', { exact: true }).fill('12');
  await expect(page).toHaveURL(/#v3&p=steal&seed=12$/);
  await page.reload();
  await edit(page);
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('12');
  await page.goBack();
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('7');
  await page.keyboard.press('Tab');
  await page.goForward();
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('12');
});

test('dragging the load adds one step to the history', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  const slider = page.getByRole('slider', { name: 'Load', exact: true });
  const box = await slider.boundingBox();
  if (!box) throw new Error('no slider');
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
  await page.mouse.down();
  for (const part of [0.4, 0.5, 0.6, 0.8]) await page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
  await page.mouse.up();
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(20);
  expect(page.url()).toMatch(/w=pairs,n=/);
  await page.goBack();
  await expect(slider).toHaveValue('14');
});

test('a faulty link opens the nearest good scenario and names the fault', async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&w=hackbench,g=4000&seed=5');
  const notice = page.getByText('The link asks for Groups -g = 4000, outside 1 to 100; the nearest value was taken.');
  await expect(notice).toBeVisible();
  await edit(page);
  await expect(page.getByLabel('Groups -g')).toHaveValue('100');
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('5');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
});

test('a link beyond the limits keeps its good parts, and stays in the address until a change', async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&cpus=4-99&w=hackbench,g=100,f=40&seed=5');
  await expect(
    page.getByText('The link asks for Groups -g = 100, outside 1 to 50; the nearest value was taken.'),
  ).toBeVisible();
  await edit(page);
  await expect(page.getByRole('button', { name: 'CPUs 4-23' })).toBeVisible();
  await expect(page.getByLabel('Groups -g')).toHaveValue('50');
  await expect(page.getByLabel('Tasks -f')).toHaveValue('40');
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('5');
  expect(page.url()).toContain('#v3&p=cluster&cpus=4-99&w=hackbench,g=100,f=40&seed=5');
  await page.getByLabel('Seed', { exact: true }).fill('6');
  await expect(page).toHaveURL(/w=hackbench,g=50,f=40&seed=6&cpus=4-23/);
});

test('an embedded playground has no bars and waits for its button', async ({ page }) => {
  await page.goto('./#v3&p=classroom&embed=1&lang=zh&theme=dark');
  const button = page.getByRole('button', { name: /^(播放|暂停)$/ });
  await expect(button).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.locator('.transport')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(button).not.toHaveClass(/playing/);
  await button.click();
  await expect(button).toHaveClass(/playing/);
});

test('in an embedded page no key opens another page, and the list of keys has none that would', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=classroom&embed=1');
  await expect(lane(page, 'A').locator('canvas').first()).toBeVisible();
  for (const key of ['p', 'a', 'g', 'o']) await page.keyboard.press(key);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.locator('kbd').first()).toBeVisible();
  const named = await keys.locator('kbd').allTextContents();
  for (const key of ['p', 'a', 'g', 'o', 'PgDn →', 'Enter', 'Esc']) expect(named).not.toContain(key);
  await expect(page.locator('dialog')).toHaveCount(1);
  await expect(page).toHaveURL(/#v3&p=classroom&embed=1$/);
});

test('every key has the effect in the list of keys', async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect(dialog.locator('kbd')).toHaveText(
    'Space . , Shift+. Shift+, n n Shift+N Home End d r Shift+R [ ] w x u m o s a p y i c g Esc Ctrl+Z t l f ? → ← ↓+j ↑+k Home End Enter Esc PgDn+→ PgUp+← PgDn+→ PgUp+← Esc b+. q v k b'
      .split(' ')
      .map((key) => key.replaceAll('+', ' ')),
  );
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);

  const speed = page.locator('.speed output');
  await expect(speed).toHaveText('10 µs/s');
  await page.keyboard.press(']');
  await expect(speed).toHaveText('20 µs/s');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(speed).toHaveText('5 µs/s');
  await page.keyboard.press('w');
  await expect(page.getByRole('button', { name: 'fast: see traffic' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press(' ');
  await expect.poll(() => milliseconds(page)).toBeGreaterThan(0);

  await edit(page);
  await page.getByLabel('Seed', { exact: true }).fill('21');
  await page.getByLabel('Seed', { exact: true }).blur();
  await page.keyboard.press('Control+z');
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('7');
});

test('the language changes by key and by link', async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: '编辑' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page).toHaveURL(/lang=zh/);
  await page.reload();
  await page.getByRole('tab', { name: '数据' }).click();
  await expect(page.getByText('唤醒去向')).toBeVisible();
});

test('a number out of range shows its range beside the field, and the run continues', async ({ page }) => {
  await openPaused(page);
  await play(page);
  await edit(page);
  const field = page.getByLabel('Pairs', { exact: true });
  const places = () =>
    Promise.all(['.lanes', '#root label:has-text("Seed") + input'].map((part) => page.locator(part).boundingBox()));
  const unmoved = await places();
  await field.fill('9000');
  await expect(page.getByText('Pairs: 9000 is not a whole number from 1 to 512.')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const before = await milliseconds(page);
  await expect.poll(() => milliseconds(page)).toBeGreaterThan(before);
  await field.fill('16');
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await expect(page).toHaveURL(/w=pairs,n=16/);

  // Several messages stand below each other, and disappear when the field loses focus.
  const seed = page.getByLabel('Seed', { exact: true });
  await field.fill('0');
  await seed.fill('x');
  await expect(page.getByText(/^Pairs: 0 is not a whole number from 1 to [\d,]+\. 16 stays\.$/)).toBeVisible();
  await expect(page.getByText('Seed: x is not a whole number from 0 to 4,294,967,295.')).toBeVisible();
  const boxes = await Promise.all(
    ['.experiment .control >> nth=0', '.field-message >> nth=0', '.field-message >> nth=1'].map(async (part) => {
      const { y, height } = (await page.locator(part).boundingBox())!;
      return [y, y + height];
    }),
  );
  const [fields = [], first = [], second = []] = boxes.sort(([y = 0], [other = 0]) => y - other);
  expect(fields[1]).toBeLessThanOrEqual(first[0] ?? 0);
  expect(first[1]).toBeLessThanOrEqual(second[0] ?? 0);
  // A message moves nothing.
  expect(await places()).toEqual(unmoved);
  await seed.blur();
  await expect(seed).toHaveValue('7');
});

test('a number typed digit by digit adds one step to the history', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  await edit(page);
  const field = page.getByLabel('Pairs', { exact: true });
  const steps = await page.evaluate(() => history.length);
  await field.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('100', { delay: 30 });
  await field.blur();
  await expect(page).toHaveURL(/w=pairs,n=100,/);
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
});

test('changes without a field in the bar are chips, and are edited in the settings', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page, '#v3&p=steal&cpus=0-3&limit=500&warmup=5&cost=write:700');
  await edit(page);
  for (const text of ['CPUs 0-3', 'limit 500 ms', 'warm-up 5 ms', 'wakeup_granularity 15 ms', '1 cost changed']) {
    await expect(page.getByRole('button', { name: text, exact: true })).toBeVisible();
  }
  await expect(page.getByText('80 tasks on 4 CPUs')).toBeVisible();
  await page.getByRole('button', { name: 'More settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'More settings' });
  await dialog.getByLabel('Warm-up (ms)').fill('501');
  await expect(dialog.getByText('Warm-up (ms): 501 is not a whole number from 0 to 500.')).toBeVisible();
  await dialog.getByLabel('CPUs used').fill('0-7');
  await dialog.getByRole('button', { name: 'The model, open' }).click();
  const model = page.getByRole('dialog', { name: 'The model, open' });
  await model.getByLabel('costs.read', { exact: true }).fill('650');
  await model.getByLabel('costs.read', { exact: true }).blur();
  await expect(page).toHaveURL(/&cpus=0-7&limit=500&warmup=5&cost=write:700,read:650/);
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '2 costs changed' })).toBeVisible();
});

test('a changed experiment loses its name, and one click restores it', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  const open = await edit(page);
  await open.getByLabel('Kernel A').selectOption('2.5.5x');
  await expect(page.getByTitle('modified from: Cluster-first wake-up')).toHaveText('modified');
  await expect(page).toHaveTitle(/^modified from: Cluster-first wake-up/);
  await expect(lane(page, 'B').getByRole('heading')).toHaveText(
    'plain kernel · no effect here: cluster domain, cluster scan',
  );
  await page.getByRole('button', { name: 'reset', exact: true }).click();
  await expect(page.getByText('modified', { exact: true })).toHaveCount(0);
  await expect(page).toHaveTitle(/^Cluster-first wake-up/);
  await expect(page).toHaveURL(/#v3&p=cluster$/);
});

test('an ended run shows its end and can be played again', async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&limit=1&t=1ms', '1.000 ms');
  await expect(page.getByText(/^Done at 1\.000\sms: /)).toBeAttached();
  await page.keyboard.press(' ');
  await expect.poll(() => milliseconds(page)).toBeLessThan(1);
});

fresh('after a dead worker Restart runs the same path to the same moment', { tag: '@long' }, async ({ page }) => {
  await keepWorkers(page);
  const path = 'b=-@1000000,cluster_domain&forks=-@1500000,steal:on';
  await openPaused(page, `#v3&p=cluster&seed=11&${path}&t=2ms`, '2.000 ms');
  const hashes = page.locator('.hash');
  await expect(hashes).toHaveText(/^[0-9a-f]{6} [0-9a-f]{6}$/);
  const before = (await hashes.textContent()) ?? '';
  await page.evaluate(() => (window as unknown as { workers: Worker[] }).workers[1]?.terminate());
  await page.keyboard.press('.');
  const message = page.getByText(/The simulator stopped \(the worker does not answer\)/);
  await expect(message).toBeVisible({ timeout: 15_000 });
  await page.getByRole('alert').getByRole('button', { name: 'Restart' }).click();
  await expect(message).toBeHidden();
  await expect(clock(page)).toHaveText('2.000 ms');
  await expect(hashes).toHaveText(before);
  expect(page.url()).toContain(path);
  await play(page);
  await expect.poll(() => milliseconds(page)).toBeGreaterThan(2);
});

fresh('a fault in a worker is said at once', async ({ page }) => {
  await keepWorkers(page);
  await openPaused(page);
  await page.evaluate(() => {
    const [worker] = (window as unknown as { workers: Worker[] }).workers;
    worker?.dispatchEvent(new ErrorEvent('error', { message: 'unreachable executed' }));
  });
  await page.keyboard.press('.');
  await expect(page.getByText('The simulator stopped (unreachable executed). Your scenario is safe.')).toBeVisible();
});

test('Share copies a link that opens this scenario; Embed copies an iframe', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPaused(page, '#v3&p=classroom&seed=3');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.keyboard.press('Escape');
  await fromMore(page, 'Embed');
  await expect(page.getByRole('textbox', { name: 'Embed' })).toHaveValue(
    /^<iframe src=".*#v3&amp;p=classroom&amp;seed=3&amp;t=0ms&amp;embed=1"/,
  );
});

for (const theme of ['light', 'dark', 'projector']) {
  test(`the text on the bars has enough contrast, ${theme}`, { tag: '@long' }, async ({ page }) => {
    await openPaused(page, `#v3&p=cluster&theme=${theme}&t=2ms`, '2.000 ms');
    await openTab(page, 'Numbers');
    await expect(page.locator('.bar span').filter({ hasText: /^\d+$/ }).first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('.charts').withRules('color-contrast').analyze();
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  });

  test(`the ${theme} page has no accessibility fault that axe finds`, { tag: '@long' }, async ({ page }) => {
    await openPaused(page, `#v3&p=cluster&theme=${theme}`);
    await page.keyboard.press('.');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual([]);
  });
}

test('the other switches open and close', { tag: '@long' }, async ({ page }) => {
  await openPaused(page);
  const own = await switches(page, 'A');
  const sisProp = own.getByRole('button', { name: 'SIS_PROP' });
  await own.getByText('more').click();
  await sisProp.click();
  await expect(page).toHaveURL(/&a=-sis_prop&t=0ms$/);
  await own.getByText('more').click();
  await expect(sisProp).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();
  await expect(lane(page, 'A').getByRole('heading')).toHaveText('without SIS_PROP/SIS_UTIL');
});

/** Clipped elements: their content is larger than they are, or they reach beyond the window. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.card h2, .throughput-said, .lane, .lane h2, .app-bar, .app-bar *, .console, .legend-line',
      ),
    ]
      .filter((part) => !part.classList.contains('visually-hidden'))
      .filter((part) => part.getClientRects().length > 0)
      .filter((part) => {
        const { right, bottom } = part.getBoundingClientRect();
        const inWindow = right <= innerWidth && bottom <= innerHeight;
        return part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1 || !inWindow;
      })
      .map((part) => `${part.className || part.tagName}: ${part.textContent.slice(0, 40)}`),
  );

for (const theme of ['light', 'projector']) {
  for (const [width, height] of [
    [1024, 768],
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    test(`everything is on the ${theme} screen at ${width} × ${height}`, { tag: '@long' }, async ({ page }) => {
      await page.setViewportSize({ width, height });
      const link = `#v3&p=cluster&theme=${theme}&t=4ms`;
      await openPaused(page, link, '4.000 ms');
      const whole = async () => {
        for (const part of ['.app-bar', '.lanes', '.legend-line', '.transport', '.panel-tabs', '.verdict-strip']) {
          await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
        }
        // The next drawing puts the words where they fit.
        await expect.poll(() => cut(page)).toEqual([]);
      };
      for (const lang of ['en', 'zh-CN']) {
        await page.goto(`./${link}&lang=${lang.slice(0, 2)}`);
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        await expect(page.locator('.headline-head')).toBeVisible();
        const size = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.scrollHeight,
        ]);
        expect(size).toEqual([width, height]);
        await whole();
        for (const panel of ['why', 'charts', 'model', 'history', 'timeline']) {
          await page.locator(`#drawer-${panel}`).click();
          await expect(page.locator('#drawer')).toBeInViewport({ ratio: 1 });
          await whole();
        }
        // Closed again, as before.
        if (height < 800) await page.locator('#drawer-timeline').click();
      }
    });
  }
}

test('no action moves the lanes while a run is open', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&seed=x&t=1ms', '1.000 ms');
  const boxes = () =>
    Promise.all(
      ['A', 'B'].map((letter) =>
        lane(page, letter as 'A' | 'B')
          .locator('.lane-machine')
          .boundingBox(),
      ),
    );
  const before = await boxes();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  for (const name of ['Why', 'Numbers', 'Model', 'History', 'Timeline']) {
    await openTab(page, name);
    expect(await boxes(), name).toEqual(before);
  }
  await (await switches(page, 'B')).getByRole('button', { name: 'cluster domain' }).click();
  await expect(page).toHaveURL(/@1000000/);
  expect(await boxes(), 'a flip').toEqual(before);
  await page.keyboard.press('Escape');
  await openTab(page, 'History');
  await page.keyboard.press('Home');
  await expect(clock(page)).toHaveText('0.000000 ms');
  await (await switches(page, 'B')).getByLabel('cluster scan').selectOption('off');
  await expect(page).toHaveURL(/forks=/);
  expect(await boxes(), 'a fork').toEqual(before);
  await page.keyboard.press('Escape');
  await page.locator('.machine[data-lane="a"] [data-cpu="5"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#why')).toBeVisible();
  expect(await boxes(), 'the bubble').toEqual(before);
  await page.locator('#why').getByRole('button', { name: 'Inspect CPU 5' }).click();
  await expect(page.locator('#inspector')).toBeVisible();
  expect(await boxes(), 'the Inspector').toEqual(before);
});

test('a notice does not move the drawings', { tag: '@long' }, async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&seed=x');
  const notice = page.getByRole('button', { name: 'Dismiss' });
  await expect(notice).toBeVisible();
  const before = await page.locator('.lanes').boundingBox();
  await notice.click();
  await expect(notice).toBeHidden();
  expect(await page.locator('.lanes').boundingBox()).toEqual(before);
});

for (const lang of ['en', 'zh']) {
  test(`the legend of every experiment fits on a projector (${lang})`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const preset of ['cluster', 'merged', 'hackbench-kunpeng', 'two-nodes', 'steal', 'numa2003', 'big']) {
      await page.goto(`./#v3&p=${preset}&theme=projector&lang=${lang}&autoplay=1`);
      const legend = page.locator('.legend-line');
      await expect(legend.locator('li').nth(1)).toBeVisible();
      expect(await legend.locator('li').count()).toBeLessThanOrEqual(4);
      const room = await legend.evaluate((line) => line.clientHeight - line.scrollHeight);
      expect(room, preset).toBeGreaterThanOrEqual(0);
    }
  });
}

/** Controls beyond the window's edges, and overlapping neighbours in the bar, the buttons and the transport. */
const crowding = (page: Page) =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .map((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          // Elements without room beside the clock are invisible.
          const edge = part.closest('.readouts')?.getBoundingClientRect() ?? { top: -Infinity, bottom: Infinity };
          return { part, left, right, top: Math.max(top, edge.top), bottom: Math.min(bottom, edge.bottom) };
        })
        .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
    const name = ({ part }: { part: HTMLElement }) =>
      part.ariaLabel || part.textContent.trim().slice(0, 20) || part.className;
    const controls = shown('.app-bar :is(select, input, button, .load-tasks), .panel-tabs button');
    const row = shown('.buttons, .clock, .readouts .small, .following, .timebar, .speed, .panel-tabs');
    const titles = shown('.timeline-tools button, .timeline-lane');
    const outside = [...controls, ...row]
      .filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      .map((one) => `${name(one)} is outside`);
    const over = [controls, row, titles].flatMap((group) =>
      group.flatMap((a, i) =>
        group
          .slice(i + 1)
          .filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1)
          .filter((b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
          .map((b) => `${name(a)} is over ${name(b)}`),
      ),
    );
    return [...outside, ...over];
  });

for (const lang of ['en', 'zh']) {
  test(`on a projector nothing leaves the screen or overlaps its neighbour (${lang})`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1280, height: 720 });
    const acts = ['act=1.1', 'act=1.4', 'act=4.7', 'act=5.3'];
    for (const what of [...PRESET_IDS.map((preset) => `p=${preset}&t=0ms`), ...acts]) {
      await page.goto(`./#v3&${what}&theme=projector&lang=${lang}`);
      const place = page
        .locator(what.startsWith('act') ? '.acts-step[data-current="true"] h2' : '.bar-name select')
        .first();
      await expect(place).toBeVisible();
      await expect.poll(() => crowding(page), what).toEqual([]);
    }
  });
}

test('on a phone nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPaused(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('on a phone a changed experiment has its whole name, and its undo does not overlap the settings', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const lang of ['en', 'zh']) {
    await page.goto('about:blank');
    await page.goto(`./#v3&p=container&machine=core-ultra5-225u-14&lang=${lang}`);
    await expect(page.locator('.bar-changed')).toBeVisible();
    const boxOf = async (what: string) => (await page.locator(what).boundingBox())!;
    const [name, link, edit] = [await boxOf('.bar-named'), await boxOf('.bar-changed'), await boxOf('.bar-edit')];
    expect(edit.x - link.x - link.width, lang).toBeGreaterThanOrEqual(6);
    expect(name.y, lang).toBeGreaterThanOrEqual(0);
    expect(name.y + name.height, lang).toBeLessThanOrEqual(56);
  }
});

test('on a phone the figures of both lanes are visible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPaused(page, '#v3&p=numa-test&t=3s', '3.0000 s');
  await page.keyboard.press('i');
  const table = page.getByRole('region', { name: 'Figures' });
  await expect(table.getByRole('columnheader', { name: 'B' })).toBeInViewport({ ratio: 1 });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
