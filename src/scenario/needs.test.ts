import { expect, test } from 'vitest';
import { PLAIN, WORKLOADS } from './catalog';
import type { Features, Lane, Scenario } from './generated/types';
import { withGroup, withGroupAt, withTaskSetting } from './groups';
import { acts, lacked } from './needs';
import { PRESETS } from './presets';

const lane = (features: Partial<Features>, rest: Partial<Lane> = {}): Lane => ({
  ...rest,
  features: { ...PLAIN, ...features },
});
const on = (place: Partial<Scenario>): Scenario => ({ ...PRESETS.cluster, ...place });

test('unmet conditions of machine, kernel and workload come before conditions of other switches', () => {
  const own = on({ machine: 'azusa-8', kernel: '2.5.5x' });
  expect(lacked('node_smoothing', lane({ cross_node: true }), own)).toBeNull();
  expect(lacked('node_smoothing', lane({}), own)).toEqual(['is', 'cross_node', true]);
  const one = on({ machine: 'kunpeng920-24', kernel: '2.5.5x' });
  expect(lacked('node_smoothing', lane({}), one)).toEqual(['nodes', 2]);
  expect(lacked('node_smoothing', lane({}), on({ machine: 'azusa-8' }))).toEqual(['scheduler', 'o1']);
});

test('the RFC scan needs clusters of single threads, and the scan by levels needs a rule', () => {
  const scan = (cluster_scan: 'rfc' | 'levels', place: Partial<Scenario>, rest: Partial<Lane> = {}) =>
    acts('cluster_scan', lane({ cluster_scan }, rest), on(place));
  expect(scan('rfc', {})).toBe(true);
  expect(scan('rfc', { machine: 'kunpeng920-7280z-320' })).toBe(false);
  expect(scan('rfc', { machine: 'altra-80' })).toBe(false);
  expect(scan('levels', { kernel: '6.5' })).toBe(true);
  expect(scan('levels', { kernel: '5.9' })).toBe(false);
  // A lane can set rules or a kernel.
  expect(scan('levels', { kernel: '5.9' }, { rules: { sis: 'util' } })).toBe(true);
  expect(scan('levels', { kernel: '6.5' }, { rules: { sis: 'prop' } })).toBe(false);
  expect(scan('levels', { kernel: '5.9' }, { kernel: '6.5' })).toBe(true);
});

test('weights and quotas need a group that sets them and has tasks', () => {
  const one = withGroup(PRESETS.cluster, 'web');
  const heavy = withGroupAt(one, 0, { weight: 300 });
  const busy = (scenario: Scenario) => withTaskSetting(scenario, 'server', { group: 1 });
  const weighs = (scenario: Scenario) => acts('cpu_weight', lane({ cpu_weight: false }), scenario);
  expect([PRESETS.cluster, one, heavy, busy(one), busy(heavy)].map(weighs)).toEqual([false, false, false, false, true]);
  // The tasks are in the other group.
  expect(weighs(busy(withGroup({ ...heavy, groups: [] }, 'web')))).toBe(false);
  expect(weighs(withTaskSetting(withGroup(heavy, 'other'), 'server', { group: 2 }))).toBe(false);
  const limited = busy(withGroupAt(one, 0, { quota_us: 5000 }));
  expect(acts('cpu_max', lane({ cpu_max: false }), limited)).toBe(true);
  expect(weighs(limited)).toBe(false);
});

test('lines of 128 bytes affect the two-thread program, and groups under a fair scheduler', () => {
  const matters = (place: Partial<Scenario>, features: Partial<Features> = {}) =>
    acts('line_128', lane({ line_128: true, ...features }), on(place));
  expect(matters({ workload: WORKLOADS.sharing })).toBe(true);
  expect(matters({})).toBe(false);
  expect(matters({}, { task_group: 'mainline' })).toBe(true);
  expect(matters({ kernel: '2.5.5x' }, { task_group: 'mainline' })).toBe(false);
});

test('stealing is off on machines with more nodes than its limit', () => {
  const steals = (place: Partial<Scenario>, steal: 'on' | 'force' = 'on') => acts('steal', lane({ steal }), on(place));
  expect([steals({ machine: 'xeon-e5-2630v4-40' }), steals({ machine: 'kunpeng920-96' })]).toEqual([true, false]);
  expect(steals({ machine: 'kunpeng920-96', tunables: { steal_node_limit: 4 } })).toBe(true);
  expect(steals({ machine: 'kunpeng920-96' }, 'force')).toBe(true);
});
