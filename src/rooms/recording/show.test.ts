import { expect, test } from 'vitest';
import type { FoundRecording } from '../../engine/recording/read';
import { documentOf } from './show';

const found = { hash: '00112233445566ff', release: '6.8.0-45-generic' } as FoundRecording;

test('the document of a recording has its machine, its kernel and its window', () => {
  const machine = { name: 'Mine', like: 'epyc', topology: 'pu:4' } as const;
  const file = new File([], 'a trace;&.txt');
  const document = documentOf({ file, found, machine, fromNs: 5e9, lengthNs: 2e9 });
  expect(document.kernel).toBe('6.8');
  expect(document.machine).toMatchObject(machine);
  expect(document.recording).toEqual({ name: 'a trace;&.txt', hash: found.hash, from_ns: 5e9, until_ns: 7e9 });
  expect(document.limit_ms).toBeGreaterThanOrEqual(2000);
});
