import { expect, test } from 'vitest';
import { WORKLOADS } from './catalog';
import { numberFields } from './check';

test('how long tasks sleep stands beside how long they run, not beside what other tasks do', () => {
  const hogs = numberFields(WORKLOADS.hogs);
  expect(hogs.slice(-3)).toEqual(['sleeper_slice_us', 'run_us', 'sleep_us']);
  expect(hogs).toHaveLength(new Set(hogs).size);
  expect(numberFields(WORKLOADS.schbench)).toEqual([
    'requests',
    'message_threads',
    'workers',
    'compute_us',
    'sleep_us',
  ]);
});
