import { expect, it } from 'vitest';
import { fitting } from './fitting';

it('takes the longest form that fits', () => {
  const forms = ['NUMA node 0 · CPU 0-23', 'node 0'];
  expect(fitting(forms, 300, 11)).toBe(forms[0]);
  expect(fitting(forms, 60, 11)).toBe(forms[1]);
  expect(fitting(forms, 10, 11)).toBeNull();
  expect(fitting(['节点'], 21, 11)).toBeNull();
});
