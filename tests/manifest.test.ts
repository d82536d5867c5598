import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

test('a shared link has a preview: title, description and a picture of the stated size', () => {
  const page = readFileSync('index.html', 'utf8');
  const of = (name: string) =>
    new RegExp(`<meta\\s+(?:property|name)="${name}"\\s+content="([^"]+)"`).exec(page)?.[1] ?? '';
  expect(of('og:title')).toBe('Scheduler Playground');
  expect(of('og:description')).toContain('simulator of the Linux scheduler');
  expect(of('twitter:card')).toBe('summary_large_image');
  const png = readFileSync(`public/${of('og:image')}`);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(
    [of('og:image:width'), of('og:image:height')].map(Number),
  );
});

test('the app can be installed from any path: its icons exist in the sizes that the manifest names', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
  const icons: readonly Icon[] = manifest.icons;
  for (const address of [manifest.start_url, manifest.scope, ...icons.map(({ src }) => src)])
    expect(address).not.toMatch(/^\/|:/);
  for (const { src, sizes } of icons.filter(({ type }) => type === 'image/png')) {
    // The first chunk of a PNG has its width and height.
    const png = readFileSync(`public/${src}`);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
  for (const purpose of [undefined, 'maskable'])
    expect(icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512']),
    );
});
