import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WORKLOADS } from './catalog';
import { completed } from './document';
import type { KernelId, MachineId, Workload } from './generated/types';
import { presetOf } from './presetOf';
import { isChanged, PRESET_IDS, PRESETS, speedOf, startOf } from './presets';
import { withLoad } from './workload';

test('a document belongs to the preset that it equals or resembles', () => {
  for (const preset of PRESET_IDS) expect(presetOf(structuredClone(PRESETS[preset]), 'cluster')).toBe(preset);
  const example = readFileSync(new URL('../../examples/steal.json', import.meta.url), 'utf8');
  expect(presetOf(completed(JSON.parse(example)), 'cluster')).toBe('steal');
  const { steal, merged } = PRESETS;
  expect(presetOf({ ...steal, seed: 9, limit_ms: 70 }, 'cluster')).toBe('steal');
  expect(presetOf({ ...steal, lanes: steal.lanes.slice(0, 1) }, 'cluster')).toBe('steal');
  const { burst, classroom } = PRESETS;
  if (burst.workload.kind !== 'rtapp') throw new Error('burst has a workload of rt-app');
  const mine = { ...burst.workload, tasks: burst.workload.tasks.map((task) => ({ ...task, name: 'mine' })) };
  expect(presetOf({ ...classroom, workload: mine }, 'classroom')).toBe('classroom');
  // Two presets have this machine and workload: the present preset stays.
  expect(presetOf({ ...merged, kernel: '5.10' }, 'merged')).toBe('merged');
  expect(presetOf({ ...steal, machine: 'numaq-16' }, 'cluster')).toBe('cluster');
  // Two presets have this machine and workload with different settings: another load selects the same settings.
  const { debt, turns } = PRESETS;
  expect([presetOf({ ...turns, seed: 3 }, 'debt'), presetOf({ ...debt, seed: 3 }, 'turns')]).toEqual(['turns', 'debt']);
  expect(presetOf(structuredClone(turns), 'debt')).toBe('turns');
  // The workload differs.
  expect(presetOf({ ...steal, workload: WORKLOADS.numa }, 'classroom')).toBe('classroom');
});

test('another load, seed or length is the same experiment; any other change is not', () => {
  const { steal } = PRESETS;
  const same = { ...steal, seed: 3, limit_ms: 5, warmup_ms: 1, workload: withLoad(steal.workload, 9) };
  expect(isChanged('steal', same)).toBe(false);
  expect(isChanged('steal', { ...steal, workload: { ...steal.workload, loops: 5 } as Workload })).toBe(true);
  expect(isChanged('steal', { ...steal, kernel: '5.9' })).toBe(true);
  expect(isChanged('steal', { ...steal, lanes: [...steal.lanes].reverse() })).toBe(true);
});

test('a preset has its speed, and on another machine the speed of its workload', () => {
  const { debt, steal } = PRESETS;
  const task = PRESETS['task-group'];
  expect([speedOf('debt'), speedOf('steal'), speedOf('task-group')]).toEqual([10e6, null, 200e3]);
  expect(speedOf('task-group', { ...task, workload: withLoad(task.workload, 7) })).toBe(200e3);
  expect(speedOf('task-group', { ...task, machine: 'azusa-8' })).toBeNull();
  expect(speedOf('steal', { ...steal, workload: WORKLOADS.numa })).toBe(1e9);
  expect(speedOf('debt', { ...debt, workload: WORKLOADS.pairs })).toBeNull();
});

test('a document opens at the moment of its preset, later under more load, and within the run', () => {
  const ms = (preset: (typeof PRESET_IDS)[number], change: Partial<(typeof PRESETS)['steal']> = {}) =>
    startOf(preset, { ...PRESETS[preset], ...change }) / 1e6;
  const { steal } = PRESETS;
  expect(ms('steal')).toBe(93);
  expect(ms('steal', { workload: withLoad(steal.workload, 1) })).toBe(93);
  // Starting 1,200 tasks takes 108 ms.
  expect(ms('steal', { workload: withLoad(steal.workload, 30) })).toBe(110);
  expect(ms('steal', { limit_ms: 20 })).toBe(20);
  // Without a preset the moment depends on machine, kernel and workload.
  const chosen = (machine: MachineId, workload: Workload, kernel: KernelId = '5.9') =>
    ms('steal', { machine, workload, kernel });
  const groups = (count: number): Workload => ({ ...WORKLOADS.hackbench, groups: count });
  expect([
    chosen('kunpeng920-24', groups(10)),
    // Nearly every task has a CPU.
    chosen('kunpeng920-48', groups(1)),
    chosen('epyc-vm-2', groups(10), '2.5.5x'),
    chosen('kunpeng920-24', groups(10), '2.5.5x'),
    chosen('numaq-16', groups(10)),
    chosen('azusa-8', groups(10), '2.5.5x'),
  ]).toEqual([38, 4.6, 38, 8, 62, 62]);
  // 60 tasks on 40 CPUs are few; one more group is not.
  const sixty: Workload = { ...WORKLOADS.hackbench, groups: 3, fds: 10 };
  expect([chosen('xeon-e5-2630v4-40', sixty), chosen('xeon-e5-2630v4-40', { ...sixty, groups: 4 })]).toEqual([
    5.9, 9.2,
  ]);
  const kinds = (['pairs', 'jobs', 'numa', 'sharing', 'hogs', 'rtapp', 'stream'] as const).map((kind) =>
    chosen('kunpeng920-24', WORKLOADS[kind]),
  );
  expect(kinds).toEqual([4, 10, 120, 20, 100, 100, 10]);
  const slow: Workload = { ...WORKLOADS.schbench, message_threads: 16, workers: 15 };
  expect([chosen('kunpeng920-24', WORKLOADS.schbench), chosen('kunpeng920-24', slow)]).toEqual([130, 320]);
});
