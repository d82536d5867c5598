import { fromMore } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';
import type { Reply } from './api';

/** A page that embeds the page and keeps its messages. It sends `early` before the first reply. */
async function frameIn(page: Page, fragment: string, early: readonly unknown[] = []): Promise<void> {
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Host</title><script>
        window.received = [];
        addEventListener('message', ({ data }) => received.push(data));
        const say = (data) => document.querySelector('iframe').contentWindow.postMessage(data, '*');
      </script><iframe src="./index.html#${fragment}" width="1200" height="600"
        onload='for (const data of ${JSON.stringify(early)}) say(data)'></iframe>`,
    }),
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./host.html');
}

/** The same, after the message `ready`. */
async function openHost(page: Page, fragment: string, early: readonly unknown[] = []): Promise<void> {
  await frameIn(page, fragment, early);
  await expect.poll(async () => (await repliesOf(page)).map(({ type }) => type)).toContain('ready');
}

/** The messages of the embedded page so far. */
async function repliesOf(page: Page): Promise<readonly Reply[]> {
  const all = await page.evaluate(() => (window as unknown as { received: readonly unknown[] }).received);
  return all.filter((one): one is Reply => (one as { source?: string } | null)?.source === 'scheduler-playground');
}

const say = (page: Page, message: unknown) =>
  page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message);

/** The last state. */
async function state(page: Page) {
  const last = (await repliesOf(page)).findLast(
    (one): one is Extract<Reply, { type: 'ready' | 'state' }> => one.type === 'ready' || one.type === 'state',
  );
  if (!last) throw new Error('no state was sent');
  return last;
}

const frame = (page: Page) => page.frameLocator('iframe');

test('the embedding page plays, pauses and seeks the embedded page', async ({ page }) => {
  await openHost(page, 'v3&p=classroom&t=1ms&embed=1');
  await expect(frame(page).locator('canvas').first()).toBeVisible();
  expect((await state(page)).playing).toBe(false);
  await say(page, { type: 'play' });
  await expect.poll(async () => (await state(page)).playing).toBe(true);
  await expect(frame(page).locator('.embed-play')).toHaveClass(/playing/);
  await say(page, { type: 'pause' });
  await expect.poll(async () => (await state(page)).playing).toBe(false);
  await say(page, { type: 'seek', ns: 2_500_000 });
  await expect.poll(async () => (await state(page)).ns).toBe(2_500_000);
  await say(page, { type: 'state' });
  await expect.poll(async () => (await repliesOf(page)).length).toBeGreaterThan(3);
  expect(await state(page)).toMatchObject({ type: 'state', ns: 2_500_000, playing: false, ended: false, fault: null });
});

test('a set message flips switches at the present moment, and the state has the new link', async ({ page }) => {
  await openHost(page, 'v3&p=steal&b=-&t=1ms&embed=1');
  await expect.poll(async () => (await state(page)).ns).toBe(1_000_000);
  const steps = await page.evaluate(() => history.length);
  await say(page, { type: 'set', b: 'steal:on', lang: 'zh', theme: 'dark' });
  await expect.poll(async () => (await state(page)).link).toContain('b=-@1000000,steal:on');
  await expect(frame(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(frame(page).locator('html')).toHaveAttribute('lang', 'zh-CN');
  // The embedding page can go back in time.
  expect(await page.evaluate(() => history.length)).toBe(steps);
  // The previous link opens at its moment, although only a flip is undone.
  await say(page, { type: 'seek', ns: 3_000_000 });
  await expect.poll(async () => (await state(page)).ns).toBe(3_000_000);
  await say(page, { type: 'load', link: '#v3&p=steal&b=-&t=1ms' });
  await expect.poll(async () => state(page)).toMatchObject({ ns: 1_000_000, link: '#v3&p=steal&b=-&t=1ms&embed=1' });
});

test('a change of the view in the link is posted, and a new link only with its moment', async ({ page }) => {
  await openHost(page, 'v3&p=classroom&t=1ms&embed=1');
  await expect.poll(async () => (await state(page)).ns).toBe(1_000_000);
  await say(page, { type: 'set', theme: 'dark' });
  await expect.poll(async () => (await state(page)).link).toContain('theme=dark');
  await say(page, { type: 'play' });
  await expect.poll(async () => (await state(page)).playing).toBe(true);
  await say(page, { type: 'load', link: '#v3&p=steal&t=3ms' });
  await expect.poll(async () => (await state(page)).link).toContain('p=steal');
  const ofNew = (await repliesOf(page)).find((one) => one.type === 'state' && one.link.includes('p=steal'));
  expect(ofNew).toMatchObject({ ns: 3_000_000 });
});

test('a load message opens another link, and the page stays embedded', { tag: '@long' }, async ({ page }) => {
  await openHost(page, 'v3&p=classroom&t=1ms&embed=1');
  const steps = await page.evaluate(() => history.length);
  await say(page, { type: 'load', link: '#v3&p=steal&t=2ms&embed=0' });
  await expect.poll(async () => state(page)).toMatchObject({ ns: 2_000_000, link: '#v3&p=steal&t=2ms&embed=1' });
  await expect(frame(page).getByRole('banner')).toBeHidden();
  await expect(frame(page).getByRole('region', { name: 'Lane B' }).getByRole('heading')).toHaveText('with steal');
  await say(page, { type: 'seek', ns: 3_000_000 });
  await expect.poll(async () => (await state(page)).ns).toBe(3_000_000);
  // The same link starts again.
  await say(page, { type: 'load', link: '#v3&p=steal&t=2ms' });
  await expect.poll(async () => (await state(page)).ns).toBe(2_000_000);
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test('an invalid message is refused with a reason and changes nothing', async ({ page }) => {
  await openHost(page, 'v3&p=classroom&t=1ms&embed=1');
  await expect.poll(async () => (await state(page)).ns).toBe(1_000_000);
  const before = await state(page);
  const bad = [
    [{ type: 'seek', ns: '1' }, 'ns: expected 0 or more'],
    [{ type: 'seek', ns: -1 }, 'ns: expected 0 or more'],
    [{ type: 'load' }, 'link: expected the fragment of a link'],
    [{ type: 'set', theme: 'dark', b: 'steel:on' }, 'b: expected switches as in a link: steal:on,-sis_prop'],
    [{ type: 'set', b: 7 }, 'b: expected switches as in a link: steal:on,-sis_prop'],
    [{ type: 'set', lang: 'fr' }, 'lang: expected en or zh'],
    [{ type: 'set', theme: 'pink' }, 'theme: expected null or one of light,dark,projector'],
    [{ type: 'set', speed: 0 }, 'speed: expected ns of simulated time per second, above 0'],
    [{ type: 'set', toString: 1 }, 'toString: expected one of a,b,theme,lang,speed'],
  ] as const;
  for (const [message] of bad) await say(page, message);
  // Messages of other conversations are ignored.
  for (const message of [{ type: 'constructor' }, 'hello', null, 7]) await say(page, message);
  const refused = async () => (await repliesOf(page)).filter((one) => one.type === 'refused');
  await expect
    .poll(async () => (await refused()).map(({ asked, why }) => [asked, why]))
    .toEqual(bad.map(([message, why]) => [message, why]));
  await say(page, { type: 'state' });
  await expect.poll(async () => (await repliesOf(page)).at(-1)?.type).toBe('state');
  expect(await state(page)).toEqual({ ...before, type: 'state' });
  await expect(frame(page).locator('html')).not.toHaveAttribute('data-theme');
});

test('the verdict is shown with what it rests on, and the reply to a verdict message has both', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(60_000);
  await openHost(page, 'v3&p=cluster&t=1ms&embed=1');
  await expect(frame(page).locator('.headline-head')).toHaveText(/^B moves/, { timeout: 45_000 });
  await expect(frame(page).locator('.rests-on-line')).toContainText('costs fitted');
  await say(page, { type: 'verdict' });
  const verdicts = async () => (await repliesOf(page)).filter((one) => one.type === 'verdict');
  await expect.poll(async () => (await verdicts()).at(-1)?.complete, { timeout: 45_000 }).toBe(true);
  expect((await verdicts()).at(-1)).toMatchObject({
    difference_pct: { mean: expect.any(Number), ci95: expect.any(Number) },
    rests_on: { costs: { grade: 'fitted', like: 'kunpeng', range: null }, seeds: 16 },
  });
  await say(page, { type: 'state' });
  await expect.poll(async () => (await state(page)).rests_on).toMatchObject({ seeds: 16 });
});

test('a frame too low for the verdict measures it only if the page around it asks', { tag: '@long' }, async ({
  page,
}) => {
  await openHost(page, 'v3&p=classroom&t=1ms&embed=1');
  const headline = frame(page).locator('.headline');
  await expect(headline).toBeVisible();
  await page.locator('iframe').evaluate((one) => one.setAttribute('height', '300'));
  await expect(headline).toHaveCount(0);
  await say(page, { type: 'verdict' });
  await expect(headline).toHaveCount(1);
  await expect(headline).toBeHidden();
  const last = async () => (await repliesOf(page)).findLast((one) => one.type === 'verdict');
  await expect.poll(async () => (await last())?.complete, { timeout: 45_000 }).toBe(true);
});

test('a flip beyond the limit and a message that cannot be sent back are refused', async ({ page }) => {
  const flips = Array.from({ length: 64 }, (_, i) => `@${1000 + i},${i % 2 ? '-' : 'steal:on'}`);
  await openHost(page, `v3&p=classroom&b=-${flips.join('')}&t=1ms&embed=1`);
  await expect.poll(async () => (await state(page)).ns).toBe(1_000_000);
  const message = { type: 'set', theme: 'dark', b: 'steal:on' };
  await say(page, message);
  await page.evaluate(() => {
    const { port1 } = new MessageChannel();
    const said = { type: 'seek', ns: -1, port: port1 };
    document.querySelector('iframe')?.contentWindow?.postMessage(said, '*', [port1]);
  });
  const refused = async () => (await repliesOf(page)).filter((one) => one.type === 'refused');
  await expect
    .poll(async () => (await refused()).map(({ asked, why }) => [asked, why]))
    .toEqual([
      [message, 'b: the lane has as many flips as a document may have'],
      [null, 'ns: expected 0 or more'],
    ]);
  await expect(frame(page).locator('html')).not.toHaveAttribute('data-theme');
});

test('a frame follows reveal.js, also while the page loads, and clicker keys turn the slide', async ({ page }) => {
  await openHost(page, 'v3&p=classroom&embed=1', ['slide:start']);
  await expect(frame(page).locator('.embed-play')).toHaveClass(/playing/);
  await say(page, 'slide:stop');
  await expect(frame(page).locator('.embed-play')).not.toHaveClass(/playing/);
  await frame(page).locator('.embed-play').focus();
  await page.keyboard.press('PageDown');
  const raw = () => page.evaluate(() => (window as unknown as { received: readonly unknown[] }).received);
  await expect.poll(raw).toContain('{"method":"next"}');
  // From now on the deck has the keys.
  await frame(page).locator('.embed-play').focus();
  await page.keyboard.press('PageUp');
  await expect.poll(raw).toContain('{"method":"prev"}');
});

test('in a page that is no deck, clicker keys are ignored', async ({ page }) => {
  await openHost(page, 'v3&p=classroom&embed=1');
  await frame(page).locator('.embed-play').focus();
  await frame(page)
    .locator('html')
    .evaluate(() => {
      addEventListener('keydown', (event) => {
        document.title = `${event.key} ${event.defaultPrevented}`;
      });
    });
  await page.keyboard.press('PageDown');
  await expect
    .poll(() =>
      frame(page)
        .locator('html')
        .evaluate(() => document.title),
    )
    .toBe('PageDown false');
  const raw = await page.evaluate(() => (window as unknown as { received: readonly unknown[] }).received);
  expect(raw.filter((one) => typeof one === 'string')).toEqual([]);
});

test('the fragment of a loaded link starts at the first #, and an address without a fragment is refused', async ({
  page,
}) => {
  await openHost(page, 'v3&p=classroom&t=1ms&embed=1');
  await say(page, { type: 'load', link: 'https://example.org/page' });
  const refusals = async () => (await repliesOf(page)).filter(({ type }) => type === 'refused').length;
  await expect.poll(refusals).toBe(1);
  await say(page, { type: 'load', link: '#v3&p=steal&notes=4ms:issue #5&t=3ms' });
  await expect
    .poll(async () => (await state(page)).link)
    .toMatch(/^#v3&p=steal&notes=4ms:issue(%20| )#5&t=3ms&embed=1$/);
});

test('messages are exchanged with the origin in the link, and with no other', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { origin } = new URL(baseURL ?? '');
  await openHost(page, `v3&p=classroom&t=1ms&embed=${origin}`);
  await say(page, { type: 'seek', ns: 2_500_000 });
  await expect.poll(async () => (await state(page)).ns).toBe(2_500_000);
  // A message cannot change the origin.
  await say(page, { type: 'load', link: '#v3&p=steal&t=2ms&embed=1' });
  await expect.poll(async () => (await state(page)).link).toBe(`#v3&p=steal&t=2ms&embed=${origin}`);

  for (const other of ['embed=https://example.org', 'embed=none', 'theme=light']) {
    await page.goto('about:blank');
    await frameIn(page, `v3&p=classroom&t=1ms&lang=en&${other}`);
    await expect(frame(page).locator('canvas').first()).toBeVisible();
    await say(page, { type: 'set', lang: 'zh' });
    await say(page, { type: 'state' });
    await page.waitForTimeout(1000);
    expect(await repliesOf(page), other).toEqual([]);
    await expect(frame(page).locator('html')).toHaveAttribute('lang', 'en');
  }
});

test('an invalid origin is reported, and the experiment opens', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v3&p=steal&embed=example.org/talk');
  await expect(page.getByText(/names “example.org\/talk” as the only page/)).toBeVisible();
  await expect(page.locator('.lane-b canvas').first()).toBeVisible();
  // The notice does not cover the lanes.
  await page.locator('.embed-play').click();
  await expect(page.locator('.embed-play')).toHaveClass(/playing/);
});

test('Embed asks for an origin and writes it into the frame', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v3&p=steal');
  await fromMore(page, 'Embed');
  const code = page.getByRole('textbox', { name: 'Embed' });
  await expect(code).toHaveValue(/&amp;embed=1"/);
  const origin = page.getByLabel('Only in pages of');
  await origin.fill('https://example.org/talk');
  await origin.press('Enter');
  await expect(page.getByText(/“https:\/\/example\.org\/talk” is not an origin\./)).toBeVisible();
  await origin.fill('https://example.org');
  await origin.press('Enter');
  await expect(code).toHaveValue(/&amp;embed=https:\/\/example\.org"/);
  await expect(page.getByText('Only pages of https://example.org can control it')).toBeVisible();
});

test('the deck plays only the frame of the present slide', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('./examples/deck/index.html');
  const button = (title: string) => page.frameLocator(`iframe[title="${title}"]`).locator('.embed-play');
  await page.keyboard.press('PageDown');
  await expect(button('Classroom')).toHaveClass(/playing/);
  await page.keyboard.press('PageDown');
  await expect(button('Cluster scheduler')).toHaveClass(/playing/);
  // Keys in the frame also turn the slide.
  await button('Cluster scheduler').focus();
  await page.keyboard.press('PageDown');
  await expect(button('Idle stealing')).toHaveClass(/playing/);
  const lanes = page.frameLocator('iframe[title="Idle stealing"]');
  const b = lanes.getByRole('region', { name: 'Lane B' }).getByRole('heading');
  await expect(b).toHaveText('plain kernel');
  await page.keyboard.press('PageDown');
  await expect(b).toHaveText('with steal');
  await page.keyboard.press('PageUp');
  await expect(b).toHaveText('plain kernel');
});
