import { expect, it } from 'vitest';
import { readCpuList, writeCpuList } from './cpuList';

it('lists CPUs as the kernel does', () => {
  expect(writeCpuList([0, 1, 2, 3])).toBe('0-3');
  expect(writeCpuList([0, 1, 4, 8, 9])).toBe('0-1,4,8-9');
  expect(writeCpuList([0, 10, 1, 11])).toBe('0-1,10-11');
  expect(writeCpuList(new Set<number>())).toBe('');
});

it('reads what it writes', () => {
  const { cpus, good } = readCpuList('0-1,4,8-9', 10);
  expect(good).toBe(true);
  expect(writeCpuList(cpus)).toBe('0-1,4,8-9');
});
