import {
  ACT_SIZES,
  dressScreen,
  LANGUAGES,
  openScreen,
  SCREENS,
  STAGE_SIZES,
  sizesOf,
  THEMES,
} from '../scripts/lib/screens.mjs';
import { loadAct } from '../src/rooms/acts/steps';
import { ACT_NUMBERS } from '../src/scenario/acts';
// With the typeface, which a page in data-saver mode does not load.
import { expect, type Page, fresh as test } from './lib/kept';
import { legibility } from './lib/legible';

/** Scrolling the text of an act opens another step. */
const STILL = '.acts-scroll';

interface Look {
  readonly lang: string;
  readonly theme: string;
}

/** The faults of the open screen. */
async function wrong(page: Page, size: string, { lang, theme }: Look): Promise<string[]> {
  const faults = await page.evaluate(legibility, STILL);
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

// All screens and all steps of the acts, for `npm run walk`.
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

// Every step of every act, on the page and on the stage.
for (const number of ACT_NUMBERS) {
  const { steps } = await loadAct(number);
  for (const [cue, sizes] of [
    ['', ACT_SIZES],
    ['&cue=0', STAGE_SIZES],
  ] as const) {
    for (const size of Object.keys(sizes)) {
      const where = cue === '' ? 'on the page' : 'on the stage';
      test(`act ${number} ${where} is legible, step by step, in every theme and language, ${size}`, {
        tag: '@walk',
      }, async ({ page, baseURL }) => {
        test.setTimeout(600_000);
        const found: string[] = [];
        for (const [i, [name]] of steps.entries()) {
          const screen = { name, fragment: `act=${number}.${i + 1}${cue}` };
          for (const lang of LANGUAGES) {
            for (const [at, theme] of THEMES.entries()) {
              if (at === 0) await openScreen(page, baseURL!, screen, { size, lang, theme });
              else await dressScreen(page, baseURL!, screen, { lang, theme });
              found.push(...(await wrong(page, `${number}.${i + 1} ${size}`, { lang, theme })));
            }
          }
        }
        expect(found).toEqual([]);
      });
    }
  }
}
