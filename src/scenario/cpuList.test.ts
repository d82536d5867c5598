import { expect, it } from 'vitest';
import { cpusOf, readCpuList, writeCpuList } from './cpuList';

it('lists CPUs as the kernel does', () => {
  expect(writeCpuList([0, 1, 2, 3])).toBe('0-3');
  expect(writeCpuList([0, 1, 4, 8, 9])).toBe('0-1,4,8-9');
  expect(writeCpuList([0, 10, 1, 11])).toBe('0-1,10-11');
  expect(writeCpuList(new Set<number>())).toBe('');
});

it('reads its output', () => {
  const { cpus, good } = readCpuList('0-1,4,8-9', 10);
  expect(good).toBe(true);
  expect(writeCpuList(cpus)).toBe('0-1,4,8-9');
});

it('reads the valid part of a list, and reports the rest', () => {
  const read = (text: string, all = 10) => {
    const { cpus, good } = readCpuList(text, all);
    return [[...cpus], good];
  };
  expect(read(' 1 , 3 - 4 ')).toEqual([[1, 3, 4], true]);
  expect(read('9')).toEqual([[9], true]);
  expect(read('8-12')).toEqual([[8, 9], false]);
  expect(read('10,1')).toEqual([[1], false]);
  expect(read('4-2,5')).toEqual([[5], false]);
  expect(read('3-3')).toEqual([[3], true]);
  for (const bad of ['', 'x', '1-', '-1', '1 2', '12345', '1-2-3', 'a1', '1b'])
    expect(read(bad, 99999)).toEqual([[], false]);
  expect(cpusOf('0-2,300')).toEqual([0, 1, 2, 300]);
});
