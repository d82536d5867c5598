import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bodiesOf, likeAfterLike, namedInOrder } from '../scripts/lib/order.mjs';
import { blankPlaces, blankTexts } from '../scripts/lib/shrink.mjs';

/** Where the data begins: no multiple of four, as linkers have it too. */
const OFFSET = 1_048_578;

/** Data of texts, and after them words: a text's name stands for its address and its length. */
function dataOf(texts: Readonly<Record<string, string>>, words: readonly (string | number)[]) {
  const all = Object.values(texts).join('');
  const end = all.length + ((6 - (all.length % 4)) % 4);
  const places = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, [OFFSET + all.indexOf(text), text.length]]),
  );
  const numbers = words.flatMap((word) => (typeof word === 'string' ? (places[word] ?? []) : [word]));
  const data = new Uint8Array(end + 4 * numbers.length);
  data.set(new TextEncoder().encode(all));
  const view = new DataView(data.buffer);
  for (const [i, number] of numbers.entries()) view.setUint32(end + 4 * i, number, true);
  const wordAt = (i: number) => view.getUint32(end + 4 * i, true);
  return {
    data,
    text: () => new TextDecoder().decode(data.subarray(0, all.length)),
    words: () => numbers.map((_, i) => wordAt(i)),
  };
}

test('places of the source are blank, with the names of their files; all else stays', () => {
  const texts = {
    file: 'core/src/sim/mod.rs',
    name: 'cluster_scan',
    other: '/rustc/59807616/library/core/src/cell.rs',
  };
  const { data, text, words } = dataOf(texts, ['file', 120, 9, 'name', 7, 'name', 3, 4, 'other', 12, 34]);
  const [, , , , address, length] = words();
  expect(blankPlaces([{ offset: OFFSET, data }])).toBe(2);
  expect(text().replaceAll('\0', '')).toBe('cluster_scan');
  expect(words()).toEqual([0, 0, 0, 0, address, length, 7, address, length, 3, 4, 0, 0, 0, 0]);
});

test('a name in another segment is blank as well, and what only looks like a place is none', () => {
  const names = new TextEncoder().encode('core/src/sim/mod.rs');
  const places = new Uint8Array(48);
  const view = new DataView(places.buffer);
  const put = (at: number, ...numbers: number[]) => {
    for (const [i, number] of numbers.entries()) view.setUint32(at + 4 * i, number, true);
  };
  put(0, 4096, names.length, 120, 9);
  // No line; and a name that ends before its file's ending.
  put(16, 4096, names.length, 0, 9);
  put(32, 4096, names.length - 1, 120, 9);
  const before = [...places.subarray(16)];
  expect(
    blankPlaces([
      { offset: 8192, data: places },
      { offset: 4096, data: names },
    ]),
  ).toBe(1);
  expect([...places.subarray(0, 16)]).toEqual(Array(16).fill(0));
  expect([...places.subarray(16)]).toEqual(before);
  expect([...names].every((byte) => byte === 0)).toBe(true);
});

test('what a panic would say is blank, as often as it is there', () => {
  const said = Buffer.from('id|capacity overflow|capacity overflow|capacity');
  blankTexts(said);
  expect(said.toString().replaceAll('\0', '')).toBe('id|||capacity');
});

test('functions lie beside what they are like, under names that sort so', () => {
  const [a, b] = ['add 1 to what is told', 'something altogether different'];
  const bodies = [`${a}!`, `${b}!`, `${a}?`, `${b}?`].map((text) => Buffer.from(text));
  expect(likeAfterLike(bodies)).toEqual([0, 2, 1, 3]);

  const bytes = readFileSync(new URL('../sim-wasm/pkg/judge/sched_judge_bg.wasm', import.meta.url));
  const own = bodiesOf(bytes);
  expect(own.length).toBeGreaterThan(100);
  const order = likeAfterLike(own);
  expect([...order].sort((one, other) => one - other)).toEqual([...own.keys()]);
  const names = WebAssembly.Module.customSections(
    new WebAssembly.Module(Uint8Array.from(namedInOrder(bytes, order))),
    'name',
  );
  const text = Buffer.from(names[0] ?? new ArrayBuffer(0)).toString('latin1');
  expect(text.match(/\d{6}/g)).toHaveLength(own.length);
});

test.each(['sched_wasm', 'grouped/sched_wasm', 'whole/sched_wasm', 'judge/sched_judge', 'readers/sched_readers'])(
  'no file of the source is named in %s',
  (name) => {
    const bytes = readFileSync(new URL(`../sim-wasm/pkg/${name}_bg.wasm`, import.meta.url));
    expect(bytes.toString('latin1').match(/[\w./-]+\.rs\b/g)).toBeNull();
  },
);
