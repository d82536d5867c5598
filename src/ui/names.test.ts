import { describe, expect, it } from 'vitest';
import { cpuList, fitting } from './names';

describe('names', () => {
  it('lists CPUs as the kernel does', () => {
    expect(cpuList([0, 1, 2, 3])).toBe('0-3');
    expect(cpuList([0, 1, 4, 8, 9])).toBe('0-1,4,8-9');
    expect(cpuList([0, 10, 1, 11])).toBe('0-1,10-11');
    expect(cpuList([])).toBe('');
  });
  it('take the longest form that fits', () => {
    const forms = ['NUMA node 0 · CPU 0-23', 'node 0'];
    expect(fitting(forms, 300, 11)).toBe(forms[0]);
    expect(fitting(forms, 60, 11)).toBe(forms[1]);
    expect(fitting(forms, 10, 11)).toBeNull();
    expect(fitting(['节点'], 21, 11)).toBeNull();
  });
});
