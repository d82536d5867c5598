import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}
interface Manifest {
  readonly start_url: string;
  readonly scope: string;
  readonly icons: readonly Icon[];
}
const manifest: Manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));

test('the web app begins where the page lies, on whatever path that is', () => {
  const at = 'https://example.org/talks/scheduler/manifest.webmanifest';
  for (const address of [manifest.start_url, manifest.scope]) {
    expect(new URL(address, at).href).toBe('https://example.org/talks/scheduler/');
  }
  for (const { src } of manifest.icons) expect(new URL(src, at).href).toContain('/talks/scheduler/');
  expect(readFileSync('index.html', 'utf8')).toContain('<link rel="manifest" href="./manifest.webmanifest" />');
});

test('every icon of the web app is there, as large as it says', () => {
  for (const { src, sizes, type } of manifest.icons) {
    const path = `public/${src}`;
    expect(existsSync(path), path).toBe(true);
    if (type !== 'image/png') continue;
    // Width and height stand in the first chunk of a PNG.
    const png = readFileSync(path);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, path).toBe(sizes);
  }
  for (const purpose of [undefined, 'maskable']) {
    const own = manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
    expect(own).toEqual(expect.arrayContaining(['192x192', '512x512']));
  }
});
