import { expect, test } from 'vitest';
import { WORKLOADS, type WorkloadKind } from './catalog';
import type { MachineId, RtTask, Workload } from './generated/types';
import { loadsOf, loadUnit } from './loads';
import { PRESETS } from './presets';
import { fullLoad, isEverDone, loadField, loadOf, mostOf, tasksOf, withLoad } from './workload';

const [thread] = WORKLOADS.rtapp.tasks as [RtTask];
const full = (machine: MachineId, workload: Workload) => fullLoad({ machine, workload });

test('the slider ends beyond the load at which every CPU is busy', () => {
  const ends = (machine: MachineId) =>
    Object.fromEntries(
      (Object.keys(WORKLOADS) as WorkloadKind[])
        .filter((kind) => kind !== 'sharing')
        .map((kind) => [kind, full(machine, WORKLOADS[kind])]),
    );
  const on24 = {
    hackbench: 20,
    pairs: 48,
    jobs: 48,
    numa: 96,
    schbench: 4,
    hogs: 48,
    rtapp: 48,
    stream: 48,
    replay: 200,
    shared: 48,
  };
  expect(ends('kunpeng920-24')).toEqual(on24);
  expect(ends('xeon-e5-2699v4-88').hackbench).toBe(22);
  expect(full('xeon-e5-2699v3-72', { ...WORKLOADS.schbench, workers: 10 })).toBe(15);
  expect(full('kunpeng920-24', { ...WORKLOADS.rtapp, tasks: [{ ...thread, instances: 7 }] })).toBe(7);
  expect(full('kunpeng920-24', { ...WORKLOADS.rtapp, tasks: [{ ...thread, instances: 100 }] })).toBe(4);
  // The load is the number of iterations of both threads.
  expect(full('kunpeng920-24', { ...WORKLOADS.sharing, kilo_iterations: 5 })).toBe(WORKLOADS.sharing.kilo_iterations);
});

test('a workload ends if all of its parts end', () => {
  const rtapp = (...loops: number[]) => ({
    ...WORKLOADS.rtapp,
    tasks: loops.map((one) => ({ ...thread, loops: one })),
  });
  expect([rtapp(0), rtapp(3, 0), rtapp(3, 4)].map(isEverDone)).toEqual([false, false, true]);
  expect([0, 1].map((requests) => isEverDone({ ...WORKLOADS.pairs, requests }))).toEqual([false, true]);
  expect([WORKLOADS.hackbench, WORKLOADS.hogs].map(isEverDone)).toEqual([true, false]);
});

test('the load of rt-app is the number of copies of its tasks', () => {
  const tasks = [
    { ...thread, instances: 3 },
    { ...thread, name: 'other' },
  ];
  const twice: Workload = { ...WORKLOADS.rtapp, tasks, copies: 2 };
  expect([loadField(twice), loadOf(twice), tasksOf(twice)]).toEqual(['workload.copies', 2, 8]);
  expect(withLoad(twice, 5)).toEqual({ ...twice, copies: 5 });
  expect(mostOf(twice, 'copies')).toBe(1000);
});

test('fields that add tasks are limited to 4,000 tasks; other fields are not', () => {
  expect(mostOf(WORKLOADS.hackbench, 'loops')).toBe(Number.POSITIVE_INFINITY);
  expect(mostOf(WORKLOADS.hackbench, 'groups')).toBe(100);
  // The tasks that compute are added.
  expect(mostOf({ ...WORKLOADS.numa, jobs: 400 }, 'disturb_groups')).toBe(90);
});

test('a curve goes from the minimum load to the end of the slider, within the limit of tasks', () => {
  expect(loadsOf(PRESETS.cluster)).toEqual([1, 6, 12, 18, 24, 30, 36, 42, 48]);
  expect(loadsOf({ ...PRESETS.cluster, machine: 'epyc-vm-2' })).toEqual([1, 2, 3, 4]);
  const many = { ...PRESETS.cluster, workload: { ...WORKLOADS.schbench, workers: 512 } };
  expect(loadsOf({ ...many, machine: 'epyc-9654-384' })).toEqual([1, 2, 3, 4]);
  const all = loadsOf({ ...PRESETS.cluster, machine: 'epyc-9654-384' });
  expect([all[0], all.at(-1)]).toEqual([1, 512]);
  // A load that is the length of the run has no curve.
  expect(loadsOf(PRESETS['false-sharing'])).toEqual([]);
  expect(loadsOf({ ...PRESETS.cluster, seed: -1 }), 'a document that cannot be run').toEqual([]);
  expect([PRESETS.cluster, PRESETS.steal, PRESETS['numa-test']].map(loadUnit)).toEqual(['pairs', 'groups', 'jobs']);
});
