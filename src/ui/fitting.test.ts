import { expect, it } from 'vitest';
import { fitting } from './fitting';

it('returns the longest form that fits', () => {
  const forms = ['NUMA node 0 · CPU 0-23', 'node 0'];
  expect(fitting(forms, 300, 11)).toBe(forms[0]);
  expect(fitting(forms, 60, 11)).toBe(forms[1]);
  expect(fitting(forms, 10, 11)).toBeNull();
  expect(fitting(['节点'], 21, 11)).toBeNull();
});

it('breaks a line between words, and Chinese anywhere', () => {
  expect(fitting(['cluster domain'], 60, 10)).toBeNull();
  expect(fitting(['cluster domain'], 60, 10, 2)).toBe('cluster domain');
  // A word is not broken.
  expect(fitting(['clusterdomain'], 60, 10, 9)).toBeNull();
  expect(fitting(['集群调度域'], 30, 10)).toBeNull();
  expect(fitting(['集群调度域'], 30, 10, 2)).toBe('集群调度域');
  expect(fitting(['集群调度域'], 20, 10, 2)).toBeNull();
});
