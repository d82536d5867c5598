import { expect, test } from '@playwright/test';

const OWN = './#v2&p=cluster&machine=pack:1,numa:2,l3:2,core:2,pu:2;like:epyc;name:Mine';

/** What `lscpu -J -e=CPU,CORE,SOCKET,NODE,CACHE` prints of eight CPUs in two caches. */
const LSCPU = JSON.stringify({
  cpus: Array.from({ length: 8 }, (_, cpu) => ({
    cpu,
    core: cpu,
    socket: 0,
    node: 0,
    'l1d:l1i:l2:l3': `${cpu}:${cpu}:${cpu}:${cpu >> 2}`,
  })),
});

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('a link with a machine of its own opens it, and keeps it', async ({ page }) => {
  await page.goto(OWN);
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 16);
  expect(page.url()).toContain('machine=pack:1,numa:2,l3:2,core:2,pu:2;like:epyc;name:Mine');
  await page.reload();
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 16);
});

test('a text that is pasted is drawn, changed, opened, and kept in the link', async ({ page }) => {
  await page.goto('./#v2&show=gallery');
  await page.getByRole('button', { name: 'Your machine' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'The text' }).fill(LSCPU);
  await expect(dialog.getByRole('heading', { name: '1 socket, 1 node, 2 L3: 8 CPUs' })).toBeVisible();
  await expect(dialog.locator('.own-cpu')).toHaveCount(8);
  await expect(dialog.getByText('Clusters are not said: none is taken.')).toBeVisible();
  await dialog.getByRole('button', { name: 'More: cores in each' }).click();
  await expect(dialog.locator('.own-cpu')).toHaveCount(10);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await dialog.getByRole('button', { name: 'Run an experiment on it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 10);
  await expect(page).toHaveURL(/machine=pack:1,numa:1,l3:2,core:5,pu:1;like:xeon;name:Desk/);
});

test('what is no machine is a sentence, and leaves what was open', async ({ page }) => {
  await page.goto('./#v2&p=classroom&t=1ms');
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
  const drop = (text: string, times = 1) =>
    page.evaluate(
      ([one, count]) => {
        const files = new DataTransfer();
        files.items.add(new File([one.repeat(count)], 'machine.txt'));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
      },
      [text, times] as const,
    );
  const said = page.getByRole('dialog').locator('.own-fault');
  const cpu = '{"cpu": 1, "core": 1},';
  for (const [text, times, sentence] of [
    ['nothing of the kind', 1, /none of what is known/],
    ['x', 50_000_000, /more than the 16 MB/],
    [LSCPU.slice(0, 200), 1, /cut/],
    ['<?xml version="1.0"?><!DOCTYPE topology [<!ENTITY a "b">]><topology version="2.0">&a;</topology>', 1, /entities/],
    [cpu, 10_000, /./],
  ] as const) {
    await drop(text, times);
    await expect(said, text.slice(0, 40)).toHaveText(sentence);
    await expect(page.getByRole('button', { name: 'Run an experiment on it' })).toBeDisabled();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/p=classroom/);
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
});
