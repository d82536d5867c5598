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

/** What any picture begins with. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d];

/** Each CPU in one core with the next, round in a ring. */
const CYCLE = ['0-1', '1-2', '0,2']
  .map((list, cpu) => `/sys/devices/system/cpu/cpu${cpu}/topology/core_cpus_list:${list}`)
  .join('\n');

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
  const drop = (text: string | readonly number[], times = 1) =>
    page.evaluate(
      ([one, count]) => {
        const part = typeof one === 'string' ? one.repeat(count) : new Uint8Array(one);
        const files = new DataTransfer();
        files.items.add(new File([part], 'machine.txt'));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
      },
      [text, times] as const,
    );
  const said = page.getByRole('dialog').locator('.own-fault');
  const xml = '<?xml version="1.0"?><topology version="2.0"><object type="Machine">';
  for (const [text, times, sentence] of [
    ['nothing of the kind', 1, /none of what is known/],
    ['x', 50_000_000, /more than the 16 MB/],
    [LSCPU.slice(0, 200), 1, /cut/],
    ['<?xml version="1.0"?><!DOCTYPE topology [<!ENTITY a "b">]><topology version="2.0">&a;</topology>', 1, /entities/],
    [PNG, 1, /no text in UTF-8/],
    [`${xml}<object type="Package">`, 1, /cut/],
    [`${xml}${'<object type="Group">'.repeat(10_000)}`, 1, /more than 64 deep/],
    [JSON.stringify({ cpus: Array.from({ length: 10_000 }, (_, cpu) => ({ cpu, core: cpu })) }), 1, /a CPU 512/],
    ['pack:100 core:100 pu:1', 1, /more CPUs than the 512/],
    [JSON.stringify({ cpus: [{ cpu: -1, core: 0 }] }), 1, /number of a CPU is -1; it cannot be negative/],
    [CYCLE, 1, /say different things of the core/],
  ] as const) {
    await drop(text, times);
    await expect(said, text.slice(0, 40).toString()).toHaveText(sentence);
    await expect(page.getByRole('button', { name: 'Run an experiment on it' })).toBeDisabled();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/p=classroom/);
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
});
