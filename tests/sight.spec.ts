/** Forced colours, small windows and wide letters lose no content. */
import { edit, openTab } from './hands';
import { expect, type Page, test } from './lib/kept';

const clock = (page: Page) => page.getByRole('status', { name: 'Simulated time' });

/** The number of colours of a canvas. */
const colours = (page: Page, canvas: string) =>
  page
    .locator(canvas)
    .first()
    .evaluate((own) => {
      const { data } = (own as HTMLCanvasElement)
        .getContext('2d')!
        .getImageData(0, 0, (own as HTMLCanvasElement).width, (own as HTMLCanvasElement).height);
      return new Set(new Uint32Array(data.buffer).filter((one) => one >>> 24 === 255)).size;
    });

test('with forced colours the drawings keep their colours, and a pressed button is visible as such', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&t=4ms');
  await expect(clock(page)).toHaveText('4.000 ms');
  const machine = '.lane-a .machine-canvas >> nth=0';
  await expect.poll(() => colours(page, machine)).toBeGreaterThan(5);
  // The palette is read again after the change.
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await page.waitForTimeout(500);
  await expect.poll(() => colours(page, machine)).toBeGreaterThan(5);
  await expect.poll(() => colours(page, '.timeline-canvas')).toBeGreaterThan(5);
  // An icon has the colour of the text of its button.
  const sign = page.getByRole('button', { name: 'Play', exact: true });
  expect(await sign.locator('svg').evaluate((own) => getComputedStyle(own).color)).toBe(
    await sign.evaluate((own) => getComputedStyle(own).color),
  );
  // The bars of the numbers keep their colours, too.
  await openTab(page, 'Numbers');
  const bars = page.locator('.charts :is(.bar span, .thin > *)');
  await expect(bars).not.toHaveCount(0);
  for (const adjust of await bars.evaluateAll((all) => all.map((one) => getComputedStyle(one).forcedColorAdjust)))
    expect(adjust).toBe('none');
  await edit(page);
  await expect(page.locator('.pill[data-on="true"]').first()).toBeVisible();
  const grounds = await page
    .locator('.pill[data-on], .pill[aria-pressed]')
    .evaluateAll((all) =>
      all.map((one) => [one.matches('[data-on="true"], [aria-pressed="true"]'), getComputedStyle(one).backgroundColor]),
    );
  const of = (on: boolean) => new Set(grounds.filter(([own]) => own === on).map(([, ground]) => ground));
  expect(of(true).size).toBe(1);
  expect([...of(true)].filter((ground) => of(false).has(ground))).toEqual([]);
});

for (const [width, height] of [
  [320, 256],
  [640, 360],
] as const)
  test(`an act and a stage in a window of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('./#v3&act=1.1');
    const text = page.locator('.acts-scroll');
    await expect(text).toBeVisible();
    expect((await text.boundingBox())?.height).toBeGreaterThan(100);
    const figure = page.locator('.act-figure');
    await expect(figure).toBeVisible();
    expect((await figure.boundingBox())?.height).toBeGreaterThan(100);
    await page.locator('.acts-step[data-current="true"] .acts-nav .strong').scrollIntoViewIfNeeded();
    await expect(page.locator('.acts-step[data-current="true"] .acts-nav .strong')).toBeInViewport();
    await page.goto('./#v3&p=cluster&t=4ms&cue=0');
    const lanes = page.locator('#lanes');
    await expect(lanes.locator('canvas').first()).toBeVisible();
    const [above, foot] = [await lanes.boundingBox(), await page.locator('.cue-foot').boundingBox()];
    expect(above?.height).toBeGreaterThan(150);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  });

test('an act on a phone on its side, on a tablet and on a large screen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('./#v3&act=1.6');
  const figure = page.locator('.act-figure');
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  await expect(figure).toBeVisible();
  expect((await figure.boundingBox())!.height).toBeGreaterThan(200);
  expect((await boxOf('.acts-scroll')).x).toBeGreaterThan(400);
  await page.setViewportSize({ width: 768, height: 1024 });
  const step = '.acts-step[data-current="true"]';
  expect((await boxOf(`${step} .acts-interactive`)).x).toBe((await boxOf(`${step} .acts-text-column`)).x);
  await page.setViewportSize({ width: 2560, height: 1300 });
  await expect(page.locator(`${step} .acts-text`).first()).toHaveCSS('font-size', '22px');
  await expect(page.locator('.readouts .small').first()).toBeHidden();
});

test('the QR code of a link is whole in the dialog', async ({ page }) => {
  await page.goto('./#v3&p=cluster&t=4ms');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.locator('.dialog .qr-code')).toBeInViewport({ ratio: 1 });
});

test('wide letter spacing does not clip the name of a lane', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&t=4ms');
  await expect(clock(page)).toHaveText('4.000 ms');
  // Like a user style sheet; the page's policy allows no other sheet.
  await page.locator('.lane h2').evaluateAll((all) => {
    for (const one of all as HTMLElement[])
      Object.assign(one.style, { lineHeight: '1.5', letterSpacing: '0.12em', wordSpacing: '0.16em' });
  });
  for (const name of await page.locator('.lane h2').all())
    expect(await name.evaluate((own) => own.scrollHeight - own.clientHeight)).toBeLessThanOrEqual(1);
});

test('a focused button at the end of the counters is visible', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=container&t=4ms');
  await expect(clock(page)).toHaveText('4.000 ms');
  await openTab(page, 'Numbers');
  const all = page.locator('.all-figures');
  await all.focus();
  const card = (await page.locator('.card', { has: all }).boundingBox())!;
  const own = (await all.boundingBox())!;
  expect(own.y + own.height).toBeLessThanOrEqual(card.y + card.height + 1);
});
