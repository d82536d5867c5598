import { expect, fresh, test } from '../../../tests/lib/kept';

test('a machine larger than its lane scrolls: both lanes show the same part, and every CPU can be clicked', async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&machine=epyc-9654-384&t=1ms');
  const lane = (key: string) => page.locator(`.machine[data-lane="${key}"]`);
  const topOf = (key: string) => lane(key).evaluate(({ scrollTop }) => scrollTop);
  await expect(lane('a')).toHaveAttribute('data-larger', 'true');
  await lane('b').evaluate((machine) => machine.scrollTo(0, machine.scrollHeight));
  await expect.poll(() => topOf('a')).toBeGreaterThan(40);
  expect(await topOf('a')).toBe(await topOf('b'));
  // A key leads back to where its CPU is.
  const first = lane('a').locator('[data-cpu="0"]');
  await first.focus();
  await expect(first).toBeInViewport();
  await expect.poll(() => topOf('b')).toBeLessThan(40);
  // Lane B only followed: its scroll event, which may come late, does not scroll lane A back.
  await lane('a').evaluate((machine) => {
    machine.scrollTo(0, machine.scrollHeight);
    document.querySelector('.machine[data-lane="b"]')?.dispatchEvent(new Event('scroll'));
  });
  await expect.poll(() => topOf('b')).toBeGreaterThan(40);
  const last = lane('a').locator('[data-cpu="191"]');
  await last.focus();
  await last.press('Enter');
  await expect(last).toBeInViewport();
  await expect(page.getByRole('group', { name: 'What was decided last on CPU 191?' })).toBeVisible();
});

// An emulated screen would stay with a reused page, so this test opens a fresh one.
fresh('drawings stay sharp when the device pixel ratio changes', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('./#v3&p=cluster');
  await expect(page.locator('.timeline canvas').first()).toBeVisible();
  const screen = await page.context().newCDPSession(page);
  const drawn = () =>
    page
      .locator('canvas')
      .evaluateAll((all) => [
        ...new Set(all.map((one) => (one as HTMLCanvasElement).width / one.getBoundingClientRect().width)),
      ]);
  for (const deviceScaleFactor of [2, 1]) {
    const size = { width: 1920, height: 1080, mobile: false };
    await screen.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor });
    await expect.poll(drawn).toEqual([deviceScaleFactor]);
  }
});
