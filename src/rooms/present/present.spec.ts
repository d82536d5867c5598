import { expect, type Page, test } from '../../../tests/lib/kept';

const NOTES = 'notes=1ms:At the beginning;b5:Idle here;throughput:And in figures';
const bar = (page: Page) => page.getByRole('region', { name: 'Presentation' });

async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&p=cluster&t=2ms${fragment && `&${fragment}`}`);
  await expect(page.locator('.lane-a canvas').first()).toBeVisible();
}

test('clicker keys go through the notes of a presentation', async ({ page }) => {
  await open(page, NOTES);
  await page.getByRole('button', { name: 'Present' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('Cluster-first wake-up');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'projector');
  await page.keyboard.press('PageDown');
  await expect(bar(page).getByRole('status')).toHaveText('At the beginning');
  await expect(bar(page)).toContainText('1.000 ms');
  await expect(bar(page)).toContainText('1 of 3');
  await page.keyboard.press('PageDown');
  await expect(bar(page).getByRole('status')).toHaveText('Idle here');
  await expect(page.locator('.lane-b .m-cpu[data-cpu="5"]')).toHaveAttribute('data-pointed');
  await expect(page.getByRole('region', { name: 'Throughput' })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('region', { name: 'Throughput' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Counters' })).toHaveCount(0);
  await expect(bar(page).getByRole('button', { name: 'Next note' })).toBeDisabled();
  // It stays at the end.
  await page.keyboard.press('PageDown');
  await expect(bar(page)).toContainText('3 of 3');
  await page.keyboard.press('PageUp');
  await expect(bar(page).getByRole('status')).toHaveText('Idle here');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await expect(page.locator('.clock')).toHaveText('1.000 ms');
});

test('the link has the presentation, which survives a reload', async ({ page }) => {
  await open(page, `${NOTES}&lang=zh`);
  await page.keyboard.press('s');
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/&cue=1$/);
  await page.reload();
  await expect(page.getByRole('region', { name: '演示' }).getByRole('status')).toHaveText('At the beginning');
  await page.getByRole('button', { name: '退出演示' }).click();
  await expect(page).not.toHaveURL(/cue/);
});

test('the back button leaves the presentation before the page', { tag: '@long' }, async ({ page }) => {
  await page.goto('about:blank');
  await open(page, `${NOTES}&cue=1`);
  await expect(bar(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page).toHaveURL(/notes=(?!.*cue)/);
  // The presentation leaves no history entry: the next step back leaves the page.
  await page.goForward();
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page).toHaveURL(/&theme=light$/);
  await page.keyboard.press('s');
  await expect(bar(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('in a presentation no key leads away, and Space plays', async ({ page }) => {
  await open(page, NOTES);
  await page.keyboard.press('s');
  await expect(bar(page)).toBeVisible();
  for (const key of ['a', 'p', 'g', 'o', 's']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/&cue=0$/);
  await page.keyboard.press(' ');
  await expect(page.locator('.embed-play')).toHaveClass(/playing/);
  await page.keyboard.press('PageDown');
  await expect(page.locator('.embed-play')).not.toHaveClass(/playing/);
});

test('b and the full stop, which clickers send, make the screen black; another cue shows the stage', async ({
  page,
}) => {
  await open(page, `${NOTES}&cue=1`);
  await expect(bar(page)).toBeVisible();
  const black = page.getByRole('button', { name: /^The screen is black/ });
  const time = await page.getByRole('timer').textContent();
  for (const key of ['b', '.']) {
    await page.keyboard.press(key);
    expect(await black.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    await page.keyboard.press(key);
    await expect(black).toHaveCount(0);
  }
  // No event was stepped, and no dialog opened.
  await expect(page.getByRole('timer')).toHaveText(time ?? '');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('b');
  await page.keyboard.press('Escape');
  await expect(black).toHaveCount(0);
  await page.keyboard.press('b');
  await page.keyboard.press('PageDown');
  await expect(black).toHaveCount(0);
  await expect(bar(page)).toContainText('2 of 3');
});

test('a notice does not cover the QR code', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=steal&t=0');
  await expect(page.locator('.notice')).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.locator('.app-present .notice')).toBeVisible();
  await page.keyboard.press('q');
  const code = page.locator('.cue-code .qr-code');
  await expect(code).toBeInViewport({ ratio: 1 });
  const isOnTop = await code.evaluate((own) => {
    const { left, right, top, bottom } = own.getBoundingClientRect();
    const corners = [left + 9, right - 9].flatMap((x) => [top + 9, bottom - 9].map((y) => [x, y] as const));
    return corners.every(([x, y]) => document.elementFromPoint(x, y)?.closest('.cue-code'));
  });
  expect(isOnTop).toBe(true);
});

test('a note on a missing CPU is shown without a pointer', { tag: '@long' }, async ({ page }) => {
  await open(page, 'notes=b5:Here;a99:Nowhere');
  await page.keyboard.press('s');
  await page.keyboard.press('PageDown');
  await expect(page.locator('[data-pointed]')).toHaveCount(1);
  await page.keyboard.press('PageDown');
  await expect(bar(page).getByRole('status')).toHaveText('Nowhere');
  await expect(page.locator('[data-pointed], [aria-pressed=true].m-cpu')).toHaveCount(0);
});

test('without notes a presentation has only the experiment', { tag: '@long' }, async ({ page }) => {
  await open(page, '');
  await page.keyboard.press('s');
  await expect(bar(page)).not.toContainText('(o)');
  await expect(bar(page).getByRole('button', { name: 'Next note' })).toBeDisabled();
});

for (const [width, height] of [
  [1920, 1080],
  [1024, 768],
] as const) {
  test(`in a presentation every label has at least 2.2 % of the height, and clock and verdict are visible, ${width}x${height}`, {
    tag: width < 1920 ? '@long' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const lang of ['en', 'zh-CN']) {
      await open(page, `${NOTES}&cue=1&lang=${lang.slice(0, 2)}`);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.getByRole('timer')).toHaveText('1.000 ms');
      await expect(page.locator('.verdict-figure')).toContainText(lang === 'en' ? 'messages' : /\p{sc=Han}/u);
      const sizes = await page.locator('.app-present').evaluate((stage) => {
        const found: { text: string; size: number; drawn: boolean }[] = [];
        const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const element = node.parentElement!;
          const hidden =
            !element.checkVisibility() || element.closest('title, desc, .visually-hidden, .embed-play') !== null;
          const text = node.nodeValue?.trim() ?? '';
          const size = Number.parseFloat(getComputedStyle(element).fontSize);
          if (!hidden && text) found.push({ text, size, drawn: element.closest('.machine-structure') !== null });
        }
        return found;
      });
      // Both machines name the clusters.
      expect(sizes.filter(({ drawn }) => drawn).length).toBeGreaterThanOrEqual(12);
      expect(sizes.filter(({ size }) => size < 0.022 * height)).toEqual([]);
    }
  });
}

test('no control covers a CPU', async ({ page }) => {
  await open(page, `${NOTES}&cue=1`);
  const lanes = (await page.locator('.lane-b .lane-machine').boundingBox())!;
  const play = (await page.locator('.embed-play').boundingBox())!;
  expect(play.y).toBeGreaterThanOrEqual(lanes.y + lanes.height);
});

test('q shows and hides the link as a QR code', async ({ page }) => {
  await open(page, `${NOTES}&cue=1`);
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('q');
  const code = page.getByRole('img', { name: 'The link as a QR code' });
  await expect(code).toBeVisible();
  const box = (await code.boundingBox())!;
  expect(box.height).toBeGreaterThan(500);
  await page.keyboard.press('q');
  await expect(code).toHaveCount(0);
  // Escape closes the code first, then the presentation.
  await page.keyboard.press('q');
  await expect(code).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(code).toHaveCount(0);
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
});

test('an act is presented: a question appears, a run answers it, and the next step follows', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&act=1.1&cue=0');
  const text = bar(page).getByRole('status');
  const first = (await text.textContent()) ?? '';
  await expect(bar(page)).toContainText(/1 of \d+/);
  await page.keyboard.press('PageDown');
  await expect(text).not.toHaveText(first);
  await expect(page).toHaveURL(/act=1\.2.*&cue=0$/);
  // The last step of an act asks.
  await page.goto('./#v3&act=1.99&cue=0');
  await expect(text).toHaveText(/\?$/);
  const asked = (await text.textContent()) ?? '';
  // The result is hidden before the answer.
  await expect(page.locator('.verdict-figure')).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await expect(text).not.toHaveText(asked, { timeout: 2000 });
  }).toPass();
  await expect(page).toHaveURL(/act=1/);
  await expect(page.locator('.verdict-figure')).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/act=2\.1&cue=0$/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.acts')).toBeVisible();
});

test('the speaker’s window follows the stage, turns it, and closes with it', async ({ page, context }) => {
  await open(page, `${NOTES}&cue=0`);
  await expect(bar(page)).toBeVisible();
  const [speaker] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('v')]);
  const now = speaker.getByRole('region', { name: 'On the stage now' });
  await expect(now).toContainText('Cluster-first wake-up');
  await expect(speaker.getByRole('region', { name: 'Then' })).toContainText('At the beginning');
  await expect(speaker.getByRole('region', { name: 'Notes' })).toContainText('2. Idle here');
  await expect(speaker.getByRole('timer')).toHaveText(/^\d+:\d\d$/);
  await expect(speaker.getByText('2.000 ms')).toBeVisible();
  // A picture of the lanes, the time of day, and the time that is left.
  const picture = speaker.getByRole('img', { name: 'The lanes on the stage' });
  await expect.poll(() => picture.evaluate((own: HTMLImageElement) => own.naturalWidth)).toBeGreaterThan(600);
  await speaker.getByLabel('The talk ends at').fill('12:00');
  await expect(speaker.getByText(/^[\d:]+ (left|over)$/)).toBeVisible();
  await speaker.getByRole('button', { name: 'Black screen' }).click();
  await expect(page.locator('.cue-blank')).toBeVisible();
  await expect(speaker.getByText('The screen is black.')).toBeVisible();
  await speaker.getByRole('button', { name: 'Show the stage' }).click();
  await expect(page.locator('.cue-blank')).toHaveCount(0);
  await speaker.keyboard.press('PageDown');
  await expect(bar(page).getByRole('status')).toHaveText('At the beginning');
  await speaker.getByRole('button', { name: 'Next' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('Idle here');
  await page.keyboard.press('PageUp');
  await expect(now).toContainText('At the beginning');
  const closed = speaker.waitForEvent('close');
  await page.keyboard.press('Escape');
  await closed;
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const) {
  test(`the text of a cue is visible and as large as possible, ${width}x${height}`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, `${NOTES}&cue=1`);
    const text = bar(page).getByRole('status');
    await expect(text).toBeInViewport({ ratio: 1 });
    const size = await text.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
    expect(size).toBeGreaterThan(20);
    for (const name of ['Previous note', 'Next note', 'Leave the presentation'])
      await expect(bar(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    // The play button covers no word of the legend.
    const play = (await page.locator('.embed-play').boundingBox())!;
    for (const sign of await page.locator('.cue-foot .legend li').all()) {
      const box = (await sign.boundingBox())!;
      const apart = box.x + box.width <= play.x || box.y + box.height <= play.y;
      expect(apart, (await sign.textContent()) ?? '').toBe(true);
    }
  });
}
