import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inColumns } from '../scripts/lib/columns.mjs';
import { together } from '../src/engine/port/columns';

const built = (file: string) => readFileSync(new URL(`../sim-wasm/pkg/${file}`, import.meta.url));
const sortedIn = (bytes: Buffer<ArrayBuffer>) =>
  WebAssembly.Module.customSections(new WebAssembly.Module(bytes), 'columns').map((section) => new Uint8Array(section));

/** A module of one function. */
function moduleOf(...body: number[]): Buffer<ArrayBuffer> {
  const code = [1, body.length + 2, 0, ...body, 0x0b];
  return Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, code.length, ...code]);
}

test.each(['', 'grouped/', 'whole/', 'judge/', 'readers/'])(
  'a module that was sorted is put together to the byte: %s',
  (folder) => {
    const name = { 'judge/': 'sched_judge', 'readers/': 'sched_readers' }[folder] ?? 'sched_wasm';
    const bytes = built(`${folder}${name}_bg.wasm`);
    const [sorted, ...others] = sortedIn(inColumns(bytes));
    expect(others).toEqual([]);
    expect(bytes.equals(together(sorted as Uint8Array))).toBe(true);
  },
);

test.each(['', 'grouped/'])('a page has the simulator sorted, in which it packs a tenth smaller: %s', (folder) => {
  const [plain, sorted] = [built(`${folder}sched_wasm_bg.wasm`), built(`${folder}sched_wasm_columns.wasm`)];
  expect(sorted.equals(inColumns(plain))).toBe(true);
  const packed = [plain, sorted].map((bytes) => gzipSync(bytes, { level: 9 }).length);
  expect(packed[1]).toBeLessThan(0.9 * (packed[0] as number));
});

test('constants of every form and tables of branches are kept', () => {
  const bytes = moduleOf(
    ...[0x02, 0x40, 0x41, 0xff, 0x7e, 0x0e, 2, 0, 0, 0, 0x0b],
    ...[
      0x42, 0x80, 0x80, 0x80, 0x80, 0x10, 0x1a, 0x43, 1, 2, 3, 0x40, 0x1a, 0x44, 1, 2, 3, 4, 5, 6, 7, 0x40, 0xfc, 6,
      0x1a,
    ],
  );
  const [sorted] = sortedIn(inColumns(bytes));
  expect(bytes.equals(together(sorted as Uint8Array))).toBe(true);
});

test('what cannot be sorted stops the build', () => {
  expect(() => inColumns(moduleOf(0xfd, 12))).toThrow('an operation of WebAssembly that cannot be sorted: 0xfd');
  expect(() => inColumns(moduleOf(0xfc, 9))).toThrow('cannot be sorted: 0xfc09');
  expect(() => inColumns(Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))).toThrow(
    'a module of WebAssembly without code',
  );
});
