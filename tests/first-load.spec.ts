import { expect, test } from '@playwright/test';
import { ENTRIES, firstLoad, MOST_BYTES } from '../scripts/lib/first-load.mjs';
import { loadAct } from '../src/rooms/acts/steps';
import { ACT_NUMBERS } from '../src/scenario/acts';
import { PRESET_IDS } from '../src/scenario/presets';
import { isWhole } from './long';

/** The entries that run often; the others are covered by the complete test. */
const OFTEN = ['gallery', 'experiment', 'experiment with control groups', 'act with a decision', 'embedded'];

for (const way of ENTRIES.filter(({ name }) => OFTEN.includes(name))) {
  test(`${way.name}: the first load is small`, async ({ page, baseURL }) => {
    const { files, total } = await firstLoad(page, baseURL ?? '', way);
    expect(Object.keys(files).filter((file) => file.endsWith('.wasm'))).toHaveLength(1);
    expect(total, JSON.stringify(files, null, 1)).toBeLessThan(MOST_BYTES);
  });
}

/** Every experiment, and every step of every act, each on a new page. */
const everyWay = async () => {
  const acts = await Promise.all(ACT_NUMBERS.map(async (act) => ({ act, steps: (await loadAct(act)).steps })));
  return [
    ...PRESET_IDS.map((preset) => `p=${preset}`),
    ...acts.flatMap(({ act, steps }) => steps.map((_, at) => `act=${act}.${at + 1}`)),
  ].map((parts) => ({ name: parts, fragment: `#v3&${parts}&lang=zh`, shown: '.clock, .acts-step' }));
};

/** Entries of a kind load nearly the same. */
const SAMPLE = 4;

test('no entry loads more', { tag: '@long' }, async ({ browser, baseURL }) => {
  test.setTimeout(600_000);
  const larger: string[] = [];
  for (const [i, way] of (await everyWay()).entries()) {
    if (!isWhole && i % SAMPLE > 0) continue;
    const page = await browser.newPage();
    const { total } = await firstLoad(page, baseURL ?? '', way);
    if (total >= MOST_BYTES) larger.push(`${way.name}: ${total}`);
    await page.close();
  }
  expect(larger).toEqual([]);
});
