import { expect, test } from 'vitest';
import type { QueuedGroup } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { throttlesOf } from './throttled';

const queued = (group: number, name: string, throttled: boolean): QueuedGroup => ({
  group,
  name,
  nr_running: 1,
  weight: 1024,
  throttled,
  runtime_ns: throttled ? -12_000 : null,
});

test('the throttled control groups of a CPU are shown with quota and next refill', () => {
  const groups = [queued(1, 'web', true), queued(2, 'batch', false)];
  const [web, ...others] = throttlesOf({ groups }, PRESETS.container, 280e6);
  expect(web).toEqual({ group: 'web', quotaNs: 50e6, periodNs: 100e6, nextNs: 300e6 });
  expect(others).toEqual([]);
  // The moment a period begins belongs to that period.
  expect(throttlesOf({ groups }, PRESETS.container, 300e6)[0]?.nextNs).toBe(400e6);
  expect(throttlesOf({ groups: [queued(1, '', true)] }, PRESETS.container, 0)[0]?.group).toBe('1');
});
