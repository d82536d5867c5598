/** Every width of a window: nothing collapses, overlaps or is cut off sideways. */
import { expect, type Page, test } from './lib/kept';
import { layoutFaults, SCREENS, type Screen } from './lib/layout';

const WIDTHS = Array.from({ length: 225 }, (_, i) => 320 + 10 * i);
/** Around the breakpoints of the page, for the quick tests. */
const FEW = [320, 390, 700, 710, 748, 900, 1024, 1440, 2560];

/** Resizes the window and lists the faults of the layout. */
async function faultsAt(page: Page, screen: Screen, width: number, height: number): Promise<string[]> {
  await page.setViewportSize({ width, height });
  return page.evaluate(layoutFaults, screen);
}

for (const [name, screen] of Object.entries(SCREENS)) {
  const open = async (page: Page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`./${screen.fragment}`);
    await expect(page.locator(screen.drawings).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
  const check = async (page: Page, sizes: readonly (readonly [number, number])[]) => {
    const found: string[] = [];
    for (const [width, height] of sizes) {
      for (const fault of await faultsAt(page, screen, width, height)) found.push(`${width} × ${height}: ${fault}`);
    }
    expect(found).toEqual([]);
  };

  test(`the ${name} in windows around its breakpoints, at 200 % zoom, on a tablet and on its side`, async ({
    page,
  }) => {
    await open(page);
    await check(page, [...FEW.map((width) => [width, 900] as const), [720, 450], [744, 1133], [844, 390]]);
  });

  test(`the ${name} at every width from 320 to 2560 px`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(240_000);
    await open(page);
    await check(
      page,
      WIDTHS.map((width) => [width, 900]),
    );
  });
}
