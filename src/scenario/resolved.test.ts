import { expect, test } from 'vitest';
import { PLAIN } from './catalog';
import type { Features, KernelId, Lane, MachineChoice, Scenario } from './generated/types';
import { acts, isChoosable, lacked } from './needs';
import { noEffect } from './noEffect';
import { DEFAULT_PRESET, PRESETS } from './presets';
import { differsFromKernel, switchedTo, valueIn } from './resolved';

const on = (machine: MachineChoice, kernel: KernelId): Scenario => ({ ...PRESETS[DEFAULT_PRESET], machine, kernel });
const lane = (features: Partial<Features> = {}, rest: Partial<Lane> = {}): Lane => ({
  ...rest,
  features: { ...PLAIN, ...features },
});

test('a lane that does not say has the cluster level where its kernel has it on the machine', () => {
  const level = (machine: MachineChoice, kernel: KernelId, rest: Partial<Lane> = {}) =>
    valueIn('cluster_domain', lane({}, rest), on(machine, kernel));
  const kernels = ['5.10', '6.5', '6.8', '6.12', '6.18.2', '7.3'] as const;
  const has = (machine: MachineChoice) => kernels.map((kernel) => level(machine, kernel));
  expect(has('jacobsville-24')).toEqual([false, true, true, true, true, true]);
  expect(has('core-ultra5-225u-14')).toEqual([false, false, true, true, true, true]);
  expect(has('kunpeng920-24')).toEqual([false, false, false, false, true, true]);
  expect(has('xeon-e5-2630v4-20')).toEqual(kernels.map(() => false));
  // A lane can have another kernel, or another rule.
  expect(level('kunpeng920-24', '5.9', { kernel: '6.18' })).toBe(true);
  expect(level('kunpeng920-24', '6.18', { rules: { sched_cluster: 'none' } })).toBe(false);
});

test('a switch that is set as the kernel has it is no difference, and is left to the kernel', () => {
  const place = on('kunpeng920-24', '6.18');
  const differs = (features: Partial<Features>) => differsFromKernel('cluster_domain', lane(features), place);
  expect([null, true, false].map((cluster_domain) => differs({ cluster_domain }))).toEqual([false, false, true]);
  const change = (value: boolean, scenario: Scenario) => switchedTo('cluster_domain', value, lane(), scenario);
  expect(change(false, place)).toEqual({ cluster_domain: false });
  expect(change(true, place)).toEqual({ cluster_domain: null });
  expect(change(true, on('kunpeng920-24', '5.9'))).toEqual({ cluster_domain: true });
  expect(switchedTo('steal', 'on', lane(), place)).toEqual({ steal: 'on' });
});

test('from 6.7 on the cluster scan comes with the level: it cannot be chosen, and a chosen one has no effect', () => {
  const level = { cluster_domain: true, cluster_scan: 'rfc' } as const;
  const [old, merged] = [on('kunpeng920-24', '6.5'), on('kunpeng920-24', '6.8')];
  expect(isChoosable('cluster_scan', lane(), old)).toBe(true);
  expect(isChoosable('cluster_scan', lane(), merged)).toBe(false);
  // A link with a chosen one shows it.
  expect(isChoosable('cluster_scan', lane(level), merged)).toBe(true);
  expect(acts('cluster_scan', lane(level), old)).toBe(true);
  expect(lacked('cluster_scan', lane(level), merged)).toEqual(['rule', 'sched_cluster_active', 'false']);
  const free = lane(level, { rules: { sched_cluster_active: false } });
  expect([acts('cluster_scan', free, merged), isChoosable('cluster_scan', free, merged)]).toEqual([true, true]);
  const lanes = [lane({ cluster_domain: true }), lane(level)];
  expect(noEffect({ ...merged, lanes })).toMatchObject({
    keys: ['cluster_scan'],
    lacks: ['rule', 'sched_cluster_active', 'false'],
  });
  // The level that the kernel has anyway is no difference.
  expect(noEffect({ ...on('jacobsville-24', '6.8'), lanes: [lane(), lane({ cluster_domain: true })] })).toBeNull();
  expect(noEffect({ ...merged, lanes: [lane(), lane({ cluster_domain: true })] })).toBeNull();
});
