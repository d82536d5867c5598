// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentOf, linkOf } from './link';

const hashOf = (address: string) => address.slice(address.indexOf('#'));

test.each(['clusters', 'mlfq', 'nice', 'numa', 'slices', 'stealing'])(
  'the link of %s holds the whole document',
  async (name) => {
    const document = JSON.parse(readFileSync(`examples/assignments/${name}.json`, 'utf8'));
    const address = await linkOf(document);
    // What mail programs and course systems take.
    expect(address.length).toBeLessThan(8000);
    expect(JSON.parse((await documentOf(hashOf(address))) ?? '')).toEqual(document);
  },
);

test('an address without a document has none, and a damaged one is refused', async () => {
  expect(await documentOf('#assignment')).toBeNull();
  const address = await linkOf({ version: 1, title: 'A title that is long enough to be cut' });
  await expect(documentOf(hashOf(address).slice(0, -9))).rejects.toThrow();
});
