import { expect, type Page, fresh as test } from './lib/kept';

const isLoaded = (page: Page) =>
  page.evaluate(() => [...document.fonts].some(({ status, family }) => family === 'Inter' && status === 'loaded'));

/** The edges (px) of all blocks of text on the screen. */
const edges = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, button, a, summary, .act-figure, .machine')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight)
      .map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return [one.tagName, one.className, Math.round(top), Math.round(bottom)] as const;
      }),
  );

for (const [fragment, width, height, where] of [
  ['', 1440, 900, 'quick'],
  ['', 390, 844, 'long'],
  ['#v3&p=cluster&t=2ms', 1440, 900, 'long'],
  ['#v3&act=2.3', 1440, 900, 'long'],
  ['#v3&act=1.1', 390, 844, 'long'],
  // Numbers in the place of the machine.
  ['#v3&act=4.5', 390, 844, 'long'],
] as const) {
  test(`the typeface comes after the first picture and moves nothing: ${fragment || 'first screen'}, ${width}`, {
    tag: where === 'long' ? '@long' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    await page.route('**/*.woff2', async (route) => {
      asked = await page.locator('canvas, .act-figure, .card').count();
      await released;
      await route.continue();
    });
    await page.goto(`./${fragment}`);
    await expect.poll(() => asked).toBeGreaterThan(0);
    // The words of the page come one after the other.
    await page.waitForTimeout(3000);
    expect(await isLoaded(page)).toBe(false);
    const before = await edges(page);
    expect(before.length).toBeGreaterThan(8);
    release();
    await expect.poll(() => isLoaded(page)).toBe(true);
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    expect(await edges(page)).toEqual(before);
  });
}

test('English is set in the typeface, Chinese in a face of the system', async ({ page }) => {
  await page.goto('./#v3&p=cluster&t=2ms');
  await expect.poll(() => isLoaded(page)).toBe(true);
  const session = await page.context().newCDPSession(page);
  const facesOf = async (selector: string) => {
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont]);
  };
  expect(await facesOf('.lane-a h2')).toEqual([['Inter', true]]);
  await page.goto('./#v3&p=cluster&t=2ms&lang=zh');
  await expect(page.locator('.lane-a h2')).toContainText('内核');
  const faces = await facesOf('.lane-a h2');
  expect(faces.length).toBeGreaterThan(0);
  expect(faces.some(([, custom]) => !custom)).toBe(true);
});
