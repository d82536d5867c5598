import { expect, test, vi } from 'vitest';
import { DOCUMENT } from '../../scenario/generated/limits';
import { textFault, textOf } from './documentFile';

const bytes = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part))));

const kindOf = async (file: Blob) => {
  const text = await textOf(file);
  return typeof text === 'string' ? text : text.fault.kind;
};

test('a file name describes its content', async () => {
  expect(await kindOf(bytes('{"a": "µ"}'))).toBe('{"a": "µ"}');
  expect(await kindOf(bytes([0xef, 0xbb, 0xbf], '{}'))).toBe('byte_order_mark');
  expect(await kindOf(bytes([0xff, 0xfe, 0x7b, 0, 0x7d, 0]))).toBe('utf16');
  expect(await kindOf(bytes([0xfe, 0xff, 0, 0x7b, 0, 0x7d]))).toBe('utf16');
  expect(await kindOf(bytes([0x7b, 0, 0x7d, 0]))).toBe('utf16');
  expect(await kindOf(bytes([0x7b, 0xe9, 0x7d]))).toBe('not_utf8');
  const folder = bytes();
  vi.spyOn(folder, 'arrayBuffer').mockRejectedValue(new DOMException('a folder', 'NotReadableError'));
  expect(await kindOf(folder)).toBe('not_utf8');
});

test('a document is measured before it is read', async () => {
  const large = bytes(' '.repeat(DOCUMENT.bytes + 1));
  const read = vi.spyOn(large, 'arrayBuffer');
  expect(await kindOf(large)).toBe('too_large');
  expect(read).not.toHaveBeenCalled();
  expect(textFault(' '.repeat(DOCUMENT.bytes + 1))?.fault.kind).toBe('too_large');
  expect(textFault(' '.repeat(DOCUMENT.bytes))).toBeNull();
});
