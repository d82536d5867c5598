import { fromMore } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';
import type { Reply } from './api';

/** A page with an embedded one in it, which keeps what that one tells. `early` is said before there is an answer. */
async function frameIn(page: Page, fragment: string, early: readonly unknown[] = []): Promise<void> {
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Host</title><script>
        window.told = [];
        addEventListener('message', ({ data }) => told.push(data));
        const say = (data) => document.querySelector('iframe').contentWindow.postMessage(data, '*');
      </script><iframe src="./index.html#${fragment}" width="1200" height="600"
        onload='for (const data of ${JSON.stringify(early)}) say(data)'></iframe>`,
    }),
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./host.html');
}

/** The same, once the embedded page has told that it listens. */
async function openHost(page: Page, fragment: string, early: readonly unknown[] = []): Promise<void> {
  await frameIn(page, fragment, early);
  await expect.poll(async () => (await told(page)).map(({ type }) => type)).toContain('ready');
}

/** What the embedded page has told so far. */
async function told(page: Page): Promise<readonly Reply[]> {
  const all = await page.evaluate(() => (window as unknown as { told: readonly unknown[] }).told);
  return all.filter((one): one is Reply => (one as { source?: string } | null)?.source === 'scheduler-playground');
}

const say = (page: Page, message: unknown) =>
  page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message);

/** The last state that was told. */
async function state(page: Page) {
  const last = (await told(page)).findLast((one) => one.type !== 'refused');
  if (!last) throw new Error('no state was told');
  return last;
}

const frame = (page: Page) => page.frameLocator('iframe');

test('the page around an embedded one plays it, pauses it and goes to a moment', async ({ page }) => {
  await openHost(page, 'v2&p=classroom&t=1ms&embed=1');
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
  await expect.poll(async () => (await told(page)).length).toBeGreaterThan(3);
  expect(await state(page)).toMatchObject({ type: 'state', ns: 2_500_000, playing: false, ended: false, fault: null });
});

test('it flips switches from the present moment on, and says what the link is then', async ({ page }) => {
  await openHost(page, 'v2&p=steal&b=-&t=1ms&embed=1');
  await expect.poll(async () => (await state(page)).ns).toBe(1_000_000);
  const steps = await page.evaluate(() => history.length);
  await say(page, { type: 'set', b: 'steal:on', lang: 'zh', theme: 'dark' });
  await expect.poll(async () => (await state(page)).link).toContain('b=-@1000000,steal:on');
  await expect(frame(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(frame(page).locator('html')).toHaveAttribute('lang', 'zh-CN');
  // Going back is for the page around it.
  expect(await page.evaluate(() => history.length)).toBe(steps);
  // The link before it opens at its own moment, though nothing but a flip is taken back.
  await say(page, { type: 'seek', ns: 3_000_000 });
  await expect.poll(async () => (await state(page)).ns).toBe(3_000_000);
  await say(page, { type: 'load', link: '#v2&p=steal&b=-&t=1ms' });
  await expect.poll(async () => state(page)).toMatchObject({ ns: 1_000_000, link: '#v2&p=steal&b=-&t=1ms&embed=1' });
});

test('what is looked at is told where the link holds it, and a new link only with its own moment', async ({ page }) => {
  await openHost(page, 'v2&p=classroom&t=1ms&embed=1');
  await expect.poll(async () => (await state(page)).ns).toBe(1_000_000);
  await say(page, { type: 'set', theme: 'dark' });
  await expect.poll(async () => (await state(page)).link).toContain('theme=dark');
  await say(page, { type: 'play' });
  await expect.poll(async () => (await state(page)).playing).toBe(true);
  await say(page, { type: 'load', link: '#v2&p=steal&t=3ms' });
  await expect.poll(async () => (await state(page)).link).toContain('p=steal');
  const ofNew = (await told(page)).find((one) => one.type === 'state' && one.link.includes('p=steal'));
  expect(ofNew).toMatchObject({ ns: 3_000_000 });
});

test('it opens another link, which stays embedded', { tag: '@long' }, async ({ page }) => {
  await openHost(page, 'v2&p=classroom&t=1ms&embed=1');
  const steps = await page.evaluate(() => history.length);
  await say(page, { type: 'load', link: '#v2&p=steal&t=2ms&embed=0' });
  await expect.poll(async () => state(page)).toMatchObject({ ns: 2_000_000, link: '#v2&p=steal&t=2ms&embed=1' });
  await expect(frame(page).getByRole('banner')).toBeHidden();
  await expect(frame(page).getByRole('region', { name: 'Lane B' }).getByRole('heading')).toHaveText('with steal');
  await say(page, { type: 'seek', ns: 3_000_000 });
  await expect.poll(async () => (await state(page)).ns).toBe(3_000_000);
  // The same link once more begins again.
  await say(page, { type: 'load', link: '#v2&p=steal&t=2ms' });
  await expect.poll(async () => (await state(page)).ns).toBe(2_000_000);
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test('what cannot be done is refused with a reason, and changes nothing', async ({ page }) => {
  await openHost(page, 'v2&p=classroom&t=1ms&embed=1');
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
  // Other people's conversations are left alone.
  for (const message of [{ type: 'constructor' }, 'hello', null, 7]) await say(page, message);
  const refused = async () => (await told(page)).filter((one) => one.type === 'refused');
  await expect
    .poll(async () => (await refused()).map(({ asked, why }) => [asked, why]))
    .toEqual(bad.map(([message, why]) => [message, why]));
  await say(page, { type: 'state' });
  await expect.poll(async () => (await told(page)).at(-1)?.type).toBe('state');
  expect(await state(page)).toEqual({ ...before, type: 'state' });
  await expect(frame(page).locator('html')).not.toHaveAttribute('data-theme');
});

test('a lane that has all flips it may have, and a message that cannot be sent back, are refused, too', async ({
  page,
}) => {
  const flips = Array.from({ length: 64 }, (_, i) => `@${1000 + i},${i % 2 ? '-' : 'steal:on'}`);
  await openHost(page, `v2&p=classroom&b=-${flips.join('')}&t=1ms&embed=1`);
  await expect.poll(async () => (await state(page)).ns).toBe(1_000_000);
  const message = { type: 'set', theme: 'dark', b: 'steal:on' };
  await say(page, message);
  await page.evaluate(() => {
    const { port1 } = new MessageChannel();
    const said = { type: 'seek', ns: -1, port: port1 };
    document.querySelector('iframe')?.contentWindow?.postMessage(said, '*', [port1]);
  });
  const refused = async () => (await told(page)).filter((one) => one.type === 'refused');
  await expect
    .poll(async () => (await refused()).map(({ asked, why }) => [asked, why]))
    .toEqual([
      [message, 'b: the lane has as many flips as a document may have'],
      [null, 'ns: expected 0 or more'],
    ]);
  await expect(frame(page).locator('html')).not.toHaveAttribute('data-theme');
});

test('a frame obeys reveal.js, also what that says while the page loads, and its clicker keys turn the slide', async ({
  page,
}) => {
  await openHost(page, 'v2&p=classroom&embed=1', ['slide:start']);
  await expect(frame(page).locator('.embed-play')).toHaveClass(/playing/);
  await say(page, 'slide:stop');
  await expect(frame(page).locator('.embed-play')).not.toHaveClass(/playing/);
  await frame(page).locator('.embed-play').focus();
  await page.keyboard.press('PageDown');
  const raw = () => page.evaluate(() => (window as unknown as { told: readonly unknown[] }).told);
  await expect.poll(raw).toContain('{"method":"next"}');
  // From there on the deck has the keys.
  await frame(page).locator('.embed-play').focus();
  await page.keyboard.press('PageUp');
  await expect.poll(raw).toContain('{"method":"prev"}');
});

test('in a page that is no deck the keys of a clicker are left alone', async ({ page }) => {
  await openHost(page, 'v2&p=classroom&embed=1');
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
  const raw = await page.evaluate(() => (window as unknown as { told: readonly unknown[] }).told);
  expect(raw.filter((one) => typeof one === 'string')).toEqual([]);
});

test('of what is loaded the fragment begins at the first #, and an address without one is refused', async ({
  page,
}) => {
  await openHost(page, 'v2&p=classroom&t=1ms&embed=1');
  await say(page, { type: 'load', link: 'https://example.org/page' });
  const refusals = async () => (await told(page)).filter(({ type }) => type === 'refused').length;
  await expect.poll(refusals).toBe(1);
  await say(page, { type: 'load', link: '#v2&p=steal&notes=4ms:issue #5&t=3ms' });
  await expect
    .poll(async () => (await state(page)).link)
    .toMatch(/^#v2&p=steal&notes=4ms:issue(%20| )#5&t=3ms&embed=1$/);
});

test('a page that its link names is heard and told, and another is not', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { origin } = new URL(baseURL ?? '');
  await openHost(page, `v2&p=classroom&t=1ms&embed=${origin}`);
  await say(page, { type: 'seek', ns: 2_500_000 });
  await expect.poll(async () => (await state(page)).ns).toBe(2_500_000);
  // Whom the page hears is not for a message to say.
  await say(page, { type: 'load', link: '#v2&p=steal&t=2ms&embed=1' });
  await expect.poll(async () => (await state(page)).link).toBe(`#v2&p=steal&t=2ms&embed=${origin}`);

  for (const other of ['embed=https://example.org', 'embed=none', 'theme=light']) {
    await page.goto('about:blank');
    await frameIn(page, `v2&p=classroom&t=1ms&lang=en&${other}`);
    await expect(frame(page).locator('canvas').first()).toBeVisible();
    await say(page, { type: 'set', lang: 'zh' });
    await say(page, { type: 'state' });
    await page.waitForTimeout(1000);
    expect(await told(page), other).toEqual([]);
    await expect(frame(page).locator('html')).toHaveAttribute('lang', 'en');
  }
});

test('an embedding origin that is none is named, and the experiment opens all the same', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('./#v2&p=steal&embed=example.org/talk');
  await expect(page.getByText(/names “example.org\/talk” as the only page/)).toBeVisible();
  await expect(page.locator('.lane-b canvas').first()).toBeVisible();
  // The notice does not lie over what plays.
  await page.locator('.embed-play').click();
  await expect(page.locator('.embed-play')).toHaveClass(/playing/);
});

test('Embed asks for an origin and writes it into the frame', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v2&p=steal');
  await fromMore(page, 'Embed');
  const code = page.getByRole('textbox', { name: 'Embed' });
  await expect(code).toHaveValue(/&amp;embed=1"/);
  const origin = page.getByLabel('Only in pages of');
  await origin.fill('https://example.org/talk');
  await origin.press('Enter');
  await expect(page.getByText('“https://example.org/talk” is no origin.')).toBeVisible();
  await origin.fill('https://example.org');
  await origin.press('Enter');
  await expect(code).toHaveValue(/&amp;embed=https:\/\/example\.org"/);
  await expect(page.getByText('Only pages of https://example.org can ask it')).toBeVisible();
});

test('the deck runs what its slide shows, and nothing else', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('./examples/deck/index.html');
  const button = (title: string) => page.frameLocator(`iframe[title="${title}"]`).locator('.embed-play');
  await page.keyboard.press('PageDown');
  await expect(button('Classroom')).toHaveClass(/playing/);
  await page.keyboard.press('PageDown');
  await expect(button('Cluster scheduler')).toHaveClass(/playing/);
  // The slide is turned from within the frame, too.
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
