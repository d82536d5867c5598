import { dressScreen, LANGUAGES, openScreen, SCREENS, sizesOf, THEMES } from '../scripts/lib/screens.mjs';
// With the typeface, which a page in data-saver mode does not load.
import { expect, type Page, fresh as test } from './lib/kept';
import { legibility } from './lib/legible';

interface Look {
  readonly lang: string;
  readonly theme: string;
}

/** The faults of the open screen. */
async function wrong(page: Page, size: string, { lang, theme }: Look): Promise<string[]> {
  const faults = await page.evaluate(legibility);
  return faults.map(({ kind, what, by }) => `${size} ${theme} ${lang}: ${kind}: ${what} (${by})`);
}

/** The screens with the most different layouts. */
const OFTEN = ['front', 'experiment', 'act-1', 'stage'];

// One look for each screen: together the screens have all sizes, themes and languages.
for (const [i, screen] of SCREENS.entries()) {
  const sizes = sizesOf(screen);
  const size = sizes[i % sizes.length]!;
  const look: Look = {
    theme: THEMES[Math.floor(i / 2) % THEMES.length]!,
    lang: LANGUAGES[i % LANGUAGES.length]!,
  };
  const tag = OFTEN.includes(screen.name) ? [] : '@long';
  test(`${screen.name} is legible and has large targets: ${size}, ${look.theme}, ${look.lang}`, { tag }, async ({
    page,
    baseURL,
  }) => {
    await openScreen(page, baseURL!, screen, { size, ...look });
    expect(await wrong(page, size, look)).toEqual([]);
  });
}

// All screens take a quarter of an hour: `npm run walk`.
for (const screen of SCREENS) {
  for (const size of sizesOf(screen)) {
    test(`${screen.name} is legible and has large targets in every theme and language, ${size}`, {
      tag: '@walk',
    }, async ({ page, baseURL }) => {
      const found: string[] = [];
      for (const lang of LANGUAGES) {
        for (const [i, theme] of THEMES.entries()) {
          if (i === 0) await openScreen(page, baseURL!, screen, { size, lang, theme });
          else await dressScreen(page, baseURL!, screen, { lang, theme });
          found.push(...(await wrong(page, size, { lang, theme })));
        }
      }
      expect(found).toEqual([]);
    });
  }
}
