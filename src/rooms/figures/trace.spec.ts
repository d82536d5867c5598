import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '../../../tests/lib/kept';

/** Opens the trace of a run that is paused at 3 ms. */
async function openTrace(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=cluster&t=3ms');
  await expect(page.locator('.clock')).toHaveText('3.000 ms');
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'All figures' });
  await dialog.getByRole('button', { name: 'Trace' }).click();
  await dialog.getByLabel('From (µs)').fill('2000');
  await dialog.getByLabel('Until (µs)').fill('2500');
  await dialog.getByLabel('Until (µs)').blur();
  return dialog;
}

async function taken(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('an interval of either lane is exported as ftrace text and as a Perfetto file', { tag: '@long' }, async ({
  page,
}) => {
  const dialog = await openTrace(page);
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  const text = await taken(page, 'ftrace text');
  expect(text.name).toBe('cluster-a.txt');
  const moments = [...text.bytes.toString().matchAll(/ (\d+\.\d{9}): sched_switch:/g)].map(([, at]) => Number(at));
  expect(moments.length).toBeGreaterThan(100);
  expect(moments[0]).toBeGreaterThanOrEqual(0.002);
  expect(moments.at(-1)).toBeLessThan(0.0026);
  await expect(dialog.getByRole('status')).toHaveText(/^Written: \d+\.\d\d MiB\.$/);

  const schedstat = (await taken(page, '/proc/schedstat')).bytes.toString();
  expect(schedstat).toMatch(/^version 17\ntimestamp \d+\ncpu0 0 0 \d+ \d+ /);
  expect(schedstat).toMatch(/^domain0 MC /m);
  expect((await taken(page, 'sched/domains')).bytes.toString()).toMatch(/cpu23\/domain0\/name:MC/);

  await dialog.getByRole('button', { name: 'B', exact: true }).click();
  const file = await taken(page, 'Perfetto file');
  expect(file.name).toBe('cluster-b.pftrace');
  // A trace is a list of packets, field 1.
  expect(file.bytes[0]).toBe(0x0a);
  expect(file.bytes.includes('select_idle')).toBe(true);
});

test('the Perfetto UI is handed the same bytes once it answers', { tag: '@long' }, async ({ page, context }) => {
  await context.route('https://ui.perfetto.dev/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>stub</title><script>
        addEventListener('message', ({ data, source, origin }) => {
          if (data === 'PING') source.postMessage('PONG', origin);
          else window.handed = { title: data.perfetto.title, fileName: data.perfetto.fileName, bytes: data.perfetto.buffer.byteLength };
        });
      </script>`,
    }),
  );
  const dialog = await openTrace(page);
  const file = await taken(page, 'Perfetto file');
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Open in the Perfetto UI' }).click(),
  ]);
  await opened.waitForFunction(() => 'handed' in window);
  expect(await opened.evaluate(() => (window as unknown as { handed: unknown }).handed)).toEqual({
    title: 'Cluster-first wake-up A',
    fileName: 'cluster-a.pftrace',
    bytes: file.bytes.length,
  });
});
