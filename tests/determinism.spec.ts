import { completed } from '../src/scenario/document';
import { encode, loadPacking, PLAIN_VIEW } from '../src/scenario/link';
import { fixture, HASHES } from './determinism';
import { expect, test } from './lib/kept';

/** One of each scheduling class; the others run the same code. */
const OFTEN = ['cluster', 'o1', 'ext'];

for (const [name, hashes] of Object.entries(HASHES)) {
  const tag = OFTEN.includes(name) ? [] : '@long';
  test(`${name} has the same hashes in a browser`, { tag }, async ({ page }) => {
    test.setTimeout(90_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await loadPacking();
    const link = encode(completed(fixture(name)), 'cluster', { ...PLAIN_VIEW, startNs: 0 });
    await page.goto(`./#${link}`);
    await expect(page.getByRole('region', { name: 'Lane B' }).locator('canvas').first()).toBeVisible();
    await page.keyboard.press('w');
    await page.keyboard.press(' ');
    await expect(page.getByText(/^done at/)).toHaveCount(hashes.length, { timeout: 60_000 });
    await page.keyboard.press('i');
    const row = page.getByRole('row', { name: /^event hash/ });
    await expect(row.getByRole('cell')).toHaveText(hashes);
  });
}
