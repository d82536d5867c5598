import { expect, test } from 'vitest';
import { WORKLOADS } from '../scenario/catalog';
import { fieldIn, fieldName } from './fields';

test('a number that two workloads share is called by what it is in each', () => {
  const sleep = (kind: 'hogs' | 'schbench') => fieldName(fieldIn({ workload: WORKLOADS[kind] }, 'workload.sleep_us'));
  expect([sleep('hogs'), sleep('schbench')]).toEqual(['They sleep for (µs)', 'Sleep -s (µs)']);
  expect(fieldIn({ workload: WORKLOADS.hogs }, 'costs.write')).toBe('costs.write');
});
