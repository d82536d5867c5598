// The page under `npm run dev`: the browser loads the modules in its order, not a bundler's, and React warns more.
import { expect, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { complaints } from './lib/complaints';

let server: ViteDevServer;
// The dev server sets NODE_ENV for the whole process, in which other tests build.
const { NODE_ENV } = process.env;
test.beforeAll(async () => {
  server = await createServer({ logLevel: 'error', server: { host: '127.0.0.1', port: 0, watch: null } });
  await server.listen();
});
test.afterAll(async () => {
  await server.close();
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
});

for (const [what, fragment] of [
  ['the gallery', ''],
  ['an experiment', '#v3&p=task-group'],
  ['an act', '#v3&act=6.5&lang=zh'],
] as const) {
  test(`${what} opens from its sources without a warning`, { tag: '@long' }, async ({ page }) => {
    const heard = complaints(page);
    const [address] = server.resolvedUrls?.local ?? [];
    await page.goto(`${address}${fragment}`);
    await expect(page.locator('canvas, .act-figure').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    if (!fragment) await expect(page.getByRole('link', { name: 'Kunpeng' }).first()).toBeVisible();
    expect(heard).toEqual([]);
  });
}
