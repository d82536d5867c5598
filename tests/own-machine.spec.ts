import type { Page } from '@playwright/test';
import { expect, test } from './lib/kept';

const OWN = './#v3&p=cluster&machine=pack:1,numa:2,l3:2,core:2,pu:2;like:epyc;name:Mine';

/** The output of `lscpu -J -e=CPU,CORE,SOCKET,NODE,CACHE` for eight CPUs in two caches. */
const LSCPU = JSON.stringify({
  cpus: Array.from({ length: 8 }, (_, cpu) => ({
    cpu,
    core: cpu,
    socket: 0,
    node: 0,
    'l1d:l1i:l2:l3': `${cpu}:${cpu}:${cpu}:${cpu >> 2}`,
  })),
});

/** The first bytes of a PNG file. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d];

/** Each CPU shares a core with the next, in a ring. */
const CYCLE = ['0-1', '1-2', '0,2']
  .map((list, cpu) => `/sys/devices/system/cpu/cpu${cpu}/topology/core_cpus_list:${list}`)
  .join('\n');

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('a link with a custom machine opens it, and keeps it', async ({ page }) => {
  await page.goto(OWN);
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 16);
  expect(page.url()).toContain('machine=pack:1,numa:2,l3:2,core:2,pu:2;like:epyc;name:Mine');
  await page.reload();
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 16);
});

test('a pasted text is drawn, changed, opened, and kept in the link', async ({ page }) => {
  await page.goto('./#v3&show=gallery');
  await page.getByRole('button', { name: 'Your machine …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'lstopo XML' }).click();
  await dialog.getByRole('textbox', { name: 'The text' }).fill(LSCPU);
  await expect(dialog.getByRole('heading', { name: '1 socket, 1 node, 2 L3: 8 CPUs' })).toBeVisible();
  await expect(dialog.locator('.own-cpu')).toHaveCount(8);
  await expect(dialog.getByRole('button', { name: 'lscpu' })).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByText('Clusters are not said: none is taken.')).toBeVisible();
  await dialog.getByRole('button', { name: 'More: cores in each' }).click();
  await expect(dialog.locator('.own-cpu')).toHaveCount(10);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('');
  await dialog.getByRole('textbox', { name: 'Name' }).pressSequentially('Desk');
  await dialog.getByRole('button', { name: 'Run an experiment on it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 10);
  await expect(page).toHaveURL(/machine=pack:1,numa:1,l3:2,core:5,pu:1;like:xeon;name:Desk/);
});

test('a text without a machine gives a message, and the open machine stays', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v3&p=classroom&t=1ms');
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
    ['x', 50_000_000, /texts up to 16 MB/],
    [LSCPU.slice(0, 200), 1, /cut/],
    ['<?xml version="1.0"?><!DOCTYPE topology [<!ENTITY a "b">]><topology version="2.0">&a;</topology>', 1, /entities/],
    [PNG, 1, /no text in UTF-8/],
    [`${xml}<object type="Package">`, 1, /cut/],
    [`${xml}${'<object type="Group">'.repeat(10_000)}`, 1, /more than 64 deep/],
    [JSON.stringify({ cpus: Array.from({ length: 10_000 }, (_, cpu) => ({ cpu, core: cpu })) }), 1, /a CPU 512/],
    ['pack:100 core:100 pu:1', 1, /more CPUs than the 512/],
    [JSON.stringify({ cpus: [{ cpu: -1, core: 0 }] }), 1, /number of a CPU is -\u2060?1; it cannot be negative/],
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

/** `/proc/schedstat` of the machine of `LSCPU` whose kernel built these domains. */
const schedstat = (levels: readonly (readonly [name: string, mask: (cpu: number) => string])[]) =>
  [
    'version 17',
    'timestamp 4294892296',
    ...Array.from({ length: 8 }, (_, cpu) => [
      `cpu${cpu} 0 0 1 2 3 4 5 6 7`,
      ...levels.map(([name, mask], level) => `domain${level} ${name} ${mask(cpu)}${' 0'.repeat(45)}`),
    ]).flat(),
  ].join('\n');
const MC = ['MC', (cpu: number) => (cpu < 4 ? '0f' : 'f0')] as const;
const PKG = ['PKG', () => 'ff'] as const;

/** The output of core-to-core-latency on the machine of `LSCPU`. */
const MATRIX = Array.from({ length: 8 }, (_, a) =>
  Array.from({ length: 8 }, (_, b) => (b >= a ? '' : a >> 2 === b >> 2 ? '41.2' : '97.9')).join(),
).join('\n');

const RTAPP = JSON.stringify({
  tasks: {
    video: { loop: -1, run: 2000, timer: { ref: 'tick', period: 8000 } },
    batch: { instance: 3, priority: 10, loop: -1, cpus: [0, 1], phases: { a: { loop: 2, run: 5000, sleep: 500 } } },
  },
  global: { duration: 1 },
});

const NUMACTL = [
  'available: 2 nodes (0-1)',
  'node 0 cpus: 0 1 2 3',
  'node 1 cpus: 4 5 6 7',
  'node distances:',
  'node   0   1',
  '  0:  10  32',
  '  1:  32  10',
].join('\n');

/** Drops files on the page, together. */
async function dropFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await expect(page.locator('.m-cpu').first()).toBeVisible();
  await page.evaluate((all) => {
    const dropped = new DataTransfer();
    for (const [name, text] of Object.entries(all)) dropped.items.add(new File([text], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }));
  }, files);
}

test('files that are dropped together are read together', async ({ page }) => {
  await page.goto('./#v3&p=classroom&t=1ms');
  await dropFiles(page, { 'cpus.json': LSCPU, 'latency.csv': MATRIX, 'schedstat.txt': schedstat([MC, PKG]) });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Recognised texts' }).getByRole('listitem')).toHaveText([
    /lscpu -e: a machine \(cpus\.json\)/,
    /the matrix: costs, below \(latency\.csv\)/,
    /\/proc\/schedstat: domains, compared below \(schedstat\.txt\)/,
  ]);
  await expect(dialog.getByText('2 of 2 levels agree.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /line_llc 41 ns/ })).toBeVisible();
  // Costs change nothing that was read: what was guessed stays marked.
  await expect(dialog.getByText('Guessed: Clusters are not said: none is taken.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Run an experiment on it' }).click();
  await expect(page).toHaveURL(/machine=pack:1,numa:1,l3:2,core:4,pu:1;.*line_llc/);
});

test('files that are dropped one after another are joined, and one that nobody knows is named', async ({ page }) => {
  await page.goto('./#v3&p=classroom&t=1ms');
  await dropFiles(page, { 'cpus.json': LSCPU });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: '1 socket, 1 node, 2 L3: 8 CPUs' })).toBeVisible();
  await dropFiles(page, { 'numa.txt': NUMACTL });
  // The two contradict each other about the nodes.
  const contradiction = dialog.getByText(
    'Contradiction: lscpu and numactl contradict each other about the node of CPU 4',
  );
  await expect(contradiction).toBeVisible();
  await dropFiles(page, { 'notes.txt': 'nothing of the kind' });
  const said = dialog.locator('.own-fault').first();
  await expect(said).toHaveText(/^In notes\.txt: This is none of what is known/);
  await expect(contradiction).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave this text out' }).click();
  await expect(said).toHaveText('');
  await expect(dialog.getByRole('list', { name: 'Recognised texts' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Start over' }).click();
  await expect(dialog.getByText('numactl -H, /sys')).toBeVisible();
});

test('a workload beside a machine leads to its dialog', async ({ page }) => {
  await page.goto('./#v3&p=classroom&t=1ms');
  await dropFiles(page, { 'cpus.json': LSCPU, 'video.json': RTAPP });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: '1 socket, 1 node, 2 L3: 8 CPUs' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Open the workload' }).click();
  await expect(dialog.getByRole('heading', { name: 'A workload of rt-app' })).toBeVisible();
  await expect(dialog.getByText('video')).toBeVisible();
});

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  containers:
  - name: web
    resources:
      requests:
        cpu: 500m
      limits:
        cpu: "1.5"
  - name: log
    resources:
      limits:
        cpu: 100m
`;

test('the limits of containers become the groups of the experiment, which can be undone', async ({ page }) => {
  await page.goto('./#v3&p=container&show=gallery');
  await page.getByRole('button', { name: 'Your machine …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'The text' }).fill(POD);
  const limits = dialog.locator('details').filter({ hasText: 'Limits of containers' });
  await expect(limits.getByRole('row', { name: /^web, in shop .*1\.5 CPUs 150 ms per 100 ms/ })).toBeVisible();
  await expect(limits.getByText('They replace the 2 control groups of the open experiment.')).toBeVisible();
  await expect(limits.getByLabel('All tasks go into')).toHaveValue('2');
  await limits.getByLabel('All tasks go into').selectOption('log');
  await limits.getByRole('button', { name: 'Take over the groups' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/[&]cg=shop,.*web,.*log,/);
  await expect(page).toHaveURL(/tasks=[^&]*group:3/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page).not.toHaveURL(/[&]cg=shop/);
});

test('the limits of containers are in Chinese, without the CPUs that the machine lacks', async ({ page }) => {
  await page.goto('./#v3&p=classroom&lang=zh&show=gallery');
  await page.getByRole('button', { name: '你的机器……' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: '文本' })
    .fill(`$ docker run --cpus 1.5 --cpuset-cpus 2-9 --cgroup-parent x --name db postgres\n`);
  await expect(dialog.getByText('--cgroup-parent 没有建模。')).toBeVisible();
  await expect(dialog.getByText('db 不带它的 CPU 2-9：机器的最后一个 CPU 是 7。')).toBeVisible();
  await dialog.getByRole('button', { name: '采用这些控制组' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
  await expect(page).toHaveURL(/[&]cg=db,/);
});

test('a machine can be built by hand within the limits, and edited again', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v3&show=gallery');
  await page.getByRole('button', { name: 'Your machine …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Build one by hand' }).click();
  await expect(dialog.locator('.own-cpu')).toHaveCount(96);
  await expect(dialog.getByRole('button', { name: 'synthetic' })).toHaveAttribute('aria-pressed', 'true');
  // All four nodes are visible, two by two.
  const drawing = (await dialog.locator('.own-drawing').boundingBox())!;
  const nodes = await Promise.all((await dialog.locator('.own-node').all()).map((node) => node.boundingBox()));
  expect(new Set(nodes.map((node) => node?.x)).size).toBe(2);
  for (const node of nodes) expect(node!.y + node!.height).toBeLessThanOrEqual(drawing.y + drawing.height);
  await dialog.getByRole('button', { name: 'Fewer: clusters in each' }).click();
  await expect(dialog.locator('.own-cpu')).toHaveCount(80);
  const more = (of: string) => dialog.getByRole('button', { name: `More: ${of}` });
  await more('threads in each').click();
  await expect(dialog.locator('.own-cpu')).toHaveCount(160);
  for (const count of [320, 480]) {
    await more('L3 in each').click();
    await expect(dialog.locator('.own-cpu')).toHaveCount(count);
  }
  await more('L3 in each').click();
  await expect(dialog.getByRole('alert')).toHaveText(/That would be 640 CPUs; at most 512 are possible/);
  await expect(dialog.locator('.own-cpu')).toHaveCount(480);
  for (const left of [2, 1]) {
    await dialog.getByRole('button', { name: 'Fewer: L3 in each' }).click();
    await expect(dialog.locator('.own-cpu')).toHaveCount(160 * left);
  }
  await dialog.getByRole('textbox', { name: 'Distance to another socket' }).fill('28');
  await dialog.getByRole('textbox', { name: 'Distance to another socket' }).blur();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Built');
  await dialog.getByRole('button', { name: 'Run an experiment on it' }).click();
  await expect(page).toHaveURL(/machine=~/);

  // Edit again, and go back.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Machine').selectOption({ label: 'Edit this machine …' });
  await expect(dialog.locator('.own-cpu')).toHaveCount(160);
  await expect(dialog.getByRole('textbox', { name: 'Distance within a socket' })).toHaveValue('12');
  await expect(dialog.getByRole('textbox', { name: 'Distance to another socket' })).toHaveValue('28');
  await dialog.getByRole('button', { name: 'Fewer: sockets' }).click();
  await expect(dialog.locator('.own-cpu')).toHaveCount(80);
  await dialog.getByRole('button', { name: 'Undo the changes' }).click();
  await expect(dialog.locator('.own-cpu')).toHaveCount(160);
  await dialog.getByRole('button', { name: 'Fewer: nodes in each' }).click();
  await dialog.getByRole('button', { name: 'Run an experiment on it' }).click();
  await expect(page).toHaveURL(/machine=pack:2,numa:1,l3:1,l2:5,core:4,pu:2.*name:Built;distances:28/);
});

for (const width of [1440, 1024, 390])
  test(`at ${width} a command to copy wraps between words only`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('./#v3&show=gallery');
    await page.getByRole('button', { name: 'Your machine …' }).click();
    const command = page.getByRole('dialog').locator('.own-command').first();
    await expect(command.locator('code')).toHaveText(/^lscpu -J -e=\S+$/);
    const { height, width: room } = (await command.boundingBox())!;
    for (const word of await command.locator('code > span').all()) {
      const box = (await word.boundingBox())!;
      expect(box.height).toBeLessThan(24);
      expect(box.width).toBeLessThanOrEqual(room);
    }
    expect(height).toBeLessThan(120);
  });

test('the domains of a kernel are compared with ours, level by level', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v3&show=gallery');
  await page.getByRole('button', { name: 'Your machine …' }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: 'The text' });
  await text.fill(schedstat([MC, PKG]));
  await expect(dialog.getByRole('alert').first()).toHaveText(/Add a text about the machine/);
  await text.fill(LSCPU);
  await expect(dialog.locator('.own-cpu')).toHaveCount(8);
  await dialog.getByText('Checked against your kernel').click();
  const seen = dialog.getByRole('textbox', { name: 'The domains of your kernel' });
  await seen.fill(schedstat([MC, PKG]));
  await expect(dialog.getByText('2 of 2 levels agree.')).toBeVisible();
  await expect(dialog.getByText('Ours by the rules of 6.18.')).toBeVisible();
  await expect(dialog.locator('[data-same="true"]')).toHaveCount(2);
  await expect(dialog.getByText('the same on CPUs 0–7').first()).toBeVisible();
  await seen.fill(schedstat([['MC', () => 'ff']]));
  await expect(dialog.getByText('0 of 2 levels agree.')).toBeVisible();
  await expect(dialog.locator('tr', { hasText: 'MC' })).toContainText('CPUs 0-3: the kernel built 0-7, here it is 0-3');
  await expect(dialog.locator('tr', { hasText: 'PKG' })).toContainText('built here 0-7, the kernel has none');
  // A fault gives a message, and the machine stays.
  await seen.fill('version 99\n');
  await expect(dialog.getByText('It has version 99; versions 15 to 17 are known.')).toBeVisible();
  await expect(dialog.locator('.own-cpu')).toHaveCount(8);
  // Pasted into the field of a machine, it moves to the field that reads it.
  await text.fill(schedstat([MC, PKG]));
  await expect(dialog.getByText('2 of 2 levels agree.')).toBeVisible();
  await expect(dialog.locator('.own-cpu')).toHaveCount(8);
});

test('measured costs become those of the machine, in the link and in the model', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v3&p=steal&machine=pack:1,numa:1,l3:2,core:4,pu:1;like:xeon;name:Mine');
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Machine').selectOption({ label: 'Edit this machine …' });
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Costs: not measured, as on Xeon').click();
  const measured = dialog.getByRole('textbox', { name: 'What was measured' });
  await measured.fill(MATRIX.replace('41.2', 'x'));
  await expect(dialog.getByText('Line 2, column 1: "x" is no time.')).toBeVisible();
  await measured.fill(MATRIX);
  await expect(dialog.locator('tr', { hasText: 'line_llc' })).toContainText('41 ns');
  await expect(dialog.locator('tr', { hasText: 'line_node' })).toContainText('98 ns');
  await expect(dialog.getByText('No two CPUs of this machine stand as these costs are for')).toBeVisible();
  await measured.fill('# Running sched/pipe benchmark:\n 9.3 usecs/op');
  await expect(dialog.getByText('Costs: 5 measured by you, the others as on Xeon')).toBeVisible();
  await dialog.getByRole('button', { name: 'Run an experiment on it' }).click();
  await expect(page).toHaveURL(/costs:.*line_llc:41,line_node:98/);
  await page.reload();
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
  await page.keyboard.press('c');
  const row = page.getByRole('dialog').locator('tr', { hasText: 'costs.line_llc' });
  await expect(row).toContainText('measured by you');
  await expect(row).toContainText('41');
});

test('a workload of rt-app can be read and run, and is kept in the link', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v3&p=classroom&t=1ms');
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
  await page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'video.json'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
  }, RTAPP);
  const dialog = page.getByRole('dialog', { name: 'A workload of rt-app' });
  await expect(dialog.getByText('2 × (run 5,000 µs, sleep 500 µs)')).toBeVisible();
  const text = dialog.getByRole('textbox', { name: 'The JSON of rt-app' });
  await text.fill(RTAPP.replace('"loop":2', '"mem":1000'));
  await expect(dialog.getByRole('alert')).toHaveText('tasks.batch.phases.a: mem is not modelled.');
  await expect(dialog.getByRole('button', { name: 'Run it' })).toBeDisabled();
  await text.fill(RTAPP);
  await dialog.getByRole('button', { name: 'Run it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/w=rtapp,n=1,t=[\w-]+&limit=1000/);
  const link = page.url();
  // Wait for each, since the browser reports changes of the address from both directions.
  await page.goto('./#v3&p=cluster');
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 24);
  await page.goto(link);
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
  await page.reload();
  await expect(page.locator('.m-cpu')).toHaveCount(2 * 8);
  await page.keyboard.press('i');
  await page.getByRole('dialog').getByRole('button', { name: 'Scenario document' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue(/"name": "video"/);
});
