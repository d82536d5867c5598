/** Every width of a window: nothing collapses, overlaps or is cut off sideways. */
import { expect, type Page, test } from './lib/kept';

const WIDTHS = Array.from({ length: 225 }, (_, i) => 320 + 10 * i);
/** Around the breakpoints of the page, for the quick tests. */
const FEW = [320, 390, 700, 710, 748, 900, 1024, 1440, 2560];

/** `parts`: areas that lie side by side; `drawings`: what needs a height. */
const SCREENS = {
  'first screen': { fragment: '', parts: '.front-hero > *', drawings: '.front-machine' },
  experiment: { fragment: '#v3&p=cluster&t=2ms', parts: '.app > *', drawings: '.lane-machine' },
  act: {
    fragment: '#v3&act=2.1',
    parts: '.app > *, .acts-head, .acts-scroll',
    drawings: '.lane-machine, .act-figure-host',
  },
  stage: { fragment: '#v3&p=cluster&t=2ms&cue=0', parts: '.app > *, .cue-head, .cue-foot', drawings: '.lane-machine' },
} as const;
type Screen = (typeof SCREENS)[keyof typeof SCREENS];

/** Resizes the window and lists the faults of the layout. */
async function faultsAt(page: Page, { parts, drawings }: Screen, width: number, height: number): Promise<string[]> {
  await page.setViewportSize({ width, height });
  return page.evaluate(
    async ({ parts, drawings }) => {
      for (let i = 0; i < 2; i++) await new Promise((next) => requestAnimationFrame(next));
      const found: string[] = [];
      const nameOf = (element: Element) => element.getAttribute('class')?.split(' ')[0] ?? element.localName;
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);
      const areas = [...document.querySelectorAll(parts)].filter((part) => {
        const { position, clipPath } = getComputedStyle(part);
        const { width, height } = part.getBoundingClientRect();
        return width > 1 && height > 1 && !/fixed|absolute/.test(position) && !clipPath.startsWith('inset');
      });
      for (const [i, one] of areas.entries()) {
        for (const other of areas.slice(i + 1)) {
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1 && down > 1)
            found.push(`${nameOf(one)} and ${nameOf(other)} overlap by ${Math.round(down)} px`);
        }
      }
      const machines = [...document.querySelectorAll(drawings)].filter((one) => one.checkVisibility());
      if (machines.length === 0) found.push('there is no machine');
      for (const machine of machines) {
        const { width, height } = machine.getBoundingClientRect();
        if (width < 100 || height < 100) found.push(`a machine has ${Math.round(width)} × ${Math.round(height)} px`);
      }
      return found;
    },
    { parts, drawings },
  );
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
