/** The npm package and the wheel, installed into empty folders and used. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packages } from '../scripts/packages.mjs';

const tag = { tag: '@long' };
let folder = '';
let made: readonly string[] = [];
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packages-'));
  made = await packages(join(folder, 'out'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scenario = {
  version: 3,
  machine: 'classroom-8',
  kernel: '6.12',
  cpus: '0',
  workload: { kind: 'hogs', hogs: 2, rivals: 0, sleepers: 1 },
  limit_ms: 50,
  lanes: [{ features: {} }, { features: {} }],
};

test('the web component runs from the npm package', tag, async ({ page, context }) => {
  test.setTimeout(180_000);
  const empty = join(folder, 'npm');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{}');
  const [tarball = ''] = made;
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', tarball], { cwd: empty });
  const home = join(empty, 'node_modules/scheduler-playground');
  expect(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).license).toBe('(MIT OR Apache-2.0)');
  // Rendering on a server imports it without a document.
  execFileSync('node', ['-e', "import('scheduler-playground')"], { cwd: empty });
  const types = { '.html': 'text/html', '.js': 'text/javascript' } as Readonly<Record<string, string>>;
  await context.route('https://blog.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(home, pathname);
    if (pathname === '/')
      return route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><script type="module" src="scheduler-playground.js"></script>
          <sched-playground link="#v3&p=steal" title="Stealing"></sched-playground>`,
      });
    if (!existsSync(path)) return route.fulfill({ status: 404 });
    return route.fulfill({ path, contentType: types[extname(path)] ?? 'text/plain' });
  });
  await page.goto('https://blog.test/');
  const element = page.locator('sched-playground');
  const frame = element.locator('iframe').contentFrame();
  await expect(frame.locator('canvas').first()).toBeVisible({ timeout: 60_000 });
  await expect(element.locator('iframe')).toHaveAttribute('title', 'Stealing');
  const state = await element.evaluate((one, document) => (one as never as Playground).load(document), scenario);
  expect(state.ns).toBe(0);
  expect(state.link).toContain('w=hogs,n=2,m=1&limit=50');
  const later = await element.evaluate((one) => (one as never as Playground).seek(20_000_000));
  expect(later.ns).toBe(20_000_000);
  const refused = await element.evaluate(
    (one, document) =>
      (one as never as Playground).load({ ...document, limit_ms: -1 }).then(
        () => '',
        (thrown) => String(thrown),
      ),
    scenario,
  );
  expect(refused).toMatch(/^Error: document: limit_ms is -1; expected /);
});

interface Playground {
  load(document: object): Promise<{ readonly ns: number; readonly link: string }>;
  seek(ns: number): Promise<{ readonly ns: number }>;
}

/** A notebook with cells. */
const notebook = (cells: readonly string[]) => ({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
  cells: cells.map((source, i) => ({
    id: `cell-${i}`,
    cell_type: 'code',
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  })),
});

const python = process.env.PYTHON ?? 'python3';
/** A virtual environment with the wheel and what a notebook needs; null: why there is none. */
function environment(): { readonly bin: string } | string {
  const venv = join(folder, 'venv');
  const steps: [string, string[]][] = [
    [python, ['-m', 'venv', venv]],
    [
      join(venv, 'bin/pip'),
      ['install', '--quiet', '--disable-pip-version-check', made[1] ?? '', 'jupyterlab', 'nbclient', 'ipykernel'],
    ],
  ];
  for (const [command, options] of steps) {
    const { status, stderr } = spawnSync(command, options, { encoding: 'utf8' });
    if (status !== 0) return `Python packages are missing here: ${String(stderr).trim().split('\n').at(-1)}`;
  }
  return { bin: join(venv, 'bin') };
}

test('the wheel runs in a notebook, with lanes and a table', tag, async ({ page }) => {
  test.setTimeout(400_000);
  const found = environment();
  test.skip(typeof found === 'string', typeof found === 'string' ? found : '');
  const { bin } = found as { bin: string };
  const home = join(folder, 'notebook');
  mkdirSync(home);
  const json = JSON.stringify(scenario);
  writeFileSync(
    join(home, 'test.ipynb'),
    JSON.stringify(
      notebook([
        `import json\nfrom scheduler_playground import Playground, run\nscenario = json.loads('${json}')`,
        'table = run(scenario, seeds=[1, 2])\nprint([(row["lane"], row["seed"], row["hash"]) for row in table])',
        'try:\n    run({**scenario, "limit_ms": -1})\nexcept ValueError as fault:\n    print(fault)',
        'Playground(scenario, height=480)',
      ]),
    ),
  );
  // Without a browser first: the figures.
  const script = `
import nbformat, nbclient
book = nbformat.read("test.ipynb", 4)
nbclient.NotebookClient(book, timeout=120).execute()
for cell in book.cells[1:3]:
    print(cell.outputs[0].text, end="")
`;
  const text = execFileSync(join(bin, 'python'), ['-c', script], { cwd: home, encoding: 'utf8' });
  const [rows = '', fault = ''] = text.trim().split('\n');
  const hashes = [...rows.matchAll(/'([AB])', (\d), '([0-9a-f]{16})'/g)];
  expect(hashes.map(([, lane, seed]) => `${lane}${seed}`)).toEqual(['A1', 'B1', 'A2', 'B2']);
  // Equal lanes are equal runs, and another seed is another one.
  expect(hashes[0]?.[3]).toBe(hashes[1]?.[3]);
  expect(fault).toMatch(/^limit_ms is -1; expected /);

  // The lanes, in JupyterLab.
  const { spawn } = await import('node:child_process');
  const port = 18_000 + (process.pid % 1000);
  const server = spawn(
    join(bin, 'jupyter'),
    ['lab', '--no-browser', '--allow-root', `--port=${port}`, '--IdentityProvider.token=', '--ServerApp.password='],
    { cwd: home, stdio: 'ignore' },
  );
  try {
    const address = `http://127.0.0.1:${port}/lab/tree/test.ipynb`;
    await expect(async () => expect((await fetch(address)).ok).toBe(true)).toPass({ timeout: 60_000 });
    const select = page.getByRole('button', { name: 'Select Kernel' });
    await page.addLocatorHandler(select, () => select.click());
    await page.goto(address);
    await expect(page.getByText('Python 3 (ipykernel) | Idle')).toBeVisible({ timeout: 60_000 });
    await page.locator('.lm-MenuBar-item', { hasText: /^Run$/ }).click();
    await page.locator('.lm-Menu-item', { hasText: /^Run All Cells/ }).click();
    const frame = page.frameLocator('iframe[title="Scheduler Playground"]');
    await expect(frame.locator('canvas').first()).toBeVisible({ timeout: 120_000 });
    await expect(frame.locator('canvas')).not.toHaveCount(0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/notebook.png` });
  } finally {
    server.kill();
  }
});
