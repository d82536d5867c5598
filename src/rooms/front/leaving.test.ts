import { expect, test } from 'vitest';
import { record } from '../../../tests/decision';
import { leaving, NONE_SEEN } from './leaving';

const units = [0, 0, 0, 0, 1, 1, 1, 1];
const wake = (cpu: number, about: number, chosen: number) =>
  record({ kind: 'wake', ns: 1, task: 3, cpu, about, chosen });

test('a wake-up leaves the cluster of the waker, independent of the previous CPU', () => {
  // Near the waker, far from the previous CPU; then the reverse; then a record that is no wake-up.
  const near = Uint32Array.from(wake(1, 6, 2));
  const far = Uint32Array.from([
    ...wake(1, 6, 7),
    ...record({ kind: 'fork', ns: 2, task: 4, cpu: 1, about: 1, chosen: 7 }),
  ]);
  const seen = leaving({ units }, near, NONE_SEEN);
  expect(seen).toEqual({ wakes: 1, left: 0 });
  expect(leaving({ units }, far, seen)).toEqual({ wakes: 2, left: 1 });
});
