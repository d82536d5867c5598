import { expect, test } from 'vitest';
import { WORKLOADS } from './catalog';
import { check } from './check';
import { GROUP_DEFAULTS } from './generated/defaults';
import type { Scenario } from './generated/types';
import {
  completedLists,
  ownOf,
  quotaFault,
  taskSettingOf,
  usedGroups,
  withGroup,
  withGroupAt,
  withoutGroup,
  withTaskSetting,
  withWorkload,
} from './groups';
import { decode, encode } from './link';
import { PRESETS } from './presets';

const { container, cluster } = PRESETS;

test('removing a group keeps its tasks, and renumbers the groups after it', () => {
  const without = withoutGroup(container, 0);
  expect(without.groups?.map(({ name }) => name)).toEqual(['batch']);
  expect(without.tasks).toEqual([{ kind: 'hog', nice: 0, slice_us: 0, group: 1 }]);
  expect(taskSettingOf(without, 'sleeper').group).toBe(0);
  const none = withoutGroup(without, 0);
  expect(none).not.toHaveProperty('groups');
  expect(none).not.toHaveProperty('tasks');
});

test('a setting that is reset is removed from the document', () => {
  const settings = withTaskSetting(cluster, 'server', { nice: 5 });
  expect(settings.tasks).toEqual([{ kind: 'server', nice: 5, slice_us: 0, group: 0 }]);
  expect(withTaskSetting(settings, 'server', { nice: 0 })).toEqual(cluster);
});

test('another workload keeps the groups and drops kinds of tasks that it lacks', () => {
  const settings = withTaskSetting(withGroup(cluster, 'web'), 'server', { nice: 5, group: 1 });
  const jobs = withWorkload(settings, WORKLOADS.jobs);
  expect(jobs.groups).toHaveLength(1);
  expect(jobs).not.toHaveProperty('tasks');
  const schbench = withWorkload(settings, WORKLOADS.schbench);
  expect(schbench.tasks).toEqual(settings.tasks);
});

test('a policy and cpu.idle are in the document and in the link where they are not the default', () => {
  const grouped = withGroupAt(withGroup(cluster, 'quiet'), 0, { idle: true });
  const settings = withTaskSetting(withTaskSetting(grouped, 'client', { policy: 'batch' }), 'server', {
    policy: 'idle',
    group: 1,
  });
  expect(settings.groups).toMatchObject([{ name: 'quiet', weight: 100, idle: true }]);
  const link = encode(settings, 'cluster');
  expect(link).toContain('&cg=quiet,idle:1&');
  expect(link).toMatch(/&tasks=client,policy:batch;server,group:1,policy:idle(&|$)/);
  expect(decode(link)).toMatchObject({ problem: null, scenario: settings });
  const reset = withTaskSetting(settings, 'client', { policy: 'normal' });
  expect(reset.tasks).toEqual([{ kind: 'server', nice: 0, slice_us: 0, group: 1, policy: 'idle' }]);
  expect(withGroupAt(reset, 0, { idle: false }).groups?.[0]).not.toHaveProperty('idle');
  const { tasks } = completedLists({ tasks: [{ kind: 'server', policy: 'normal' }] });
  expect(tasks?.[0]).not.toHaveProperty('policy');
});

test('a policy that is none is passed over', () => {
  const { scenario, problem } = decode('#v2&p=cluster&cg=quiet,idle:2&tasks=server,policy:fifo,nice:3');
  expect(problem).not.toBeNull();
  expect(scenario.groups?.[0]).not.toHaveProperty('idle');
  expect(scenario.tasks).toEqual([{ kind: 'server', nice: 3, slice_us: 0, group: 0 }]);
});

test('a quota below the minimum and a missing group are repaired', () => {
  const { scenario, problem } = decode('#v3&p=cluster&cg=web,quota:5&tasks=client,group:7;server,nice:99');
  expect(problem?.kind).toBe('range');
  expect(scenario.groups?.[0]?.quota_us).toBe(1000);
  expect(scenario.tasks).toEqual([
    { kind: 'client', nice: 0, slice_us: 0, group: 1 },
    { kind: 'server', nice: 19, slice_us: 0, group: 0 },
  ]);
  expect(check(scenario)).toEqual([]);
  expect(check(withGroupAt(container, 0, { quota_us: 999 })).map(({ field }) => field)).toEqual(['groups[0].quota_us']);
});

test('a group with defaults is in the link, whatever its name', () => {
  for (const name of ['', '-', '--', '%2d', '-;-']) {
    const alone = withTaskSetting(withGroup(cluster, name), 'server', { group: 1 });
    for (const scenario of [alone, withGroup(alone, ''), withGroup(alone, '-')]) {
      expect(decode(encode(scenario, 'cluster')), name).toMatchObject({ scenario, problem: null });
    }
  }
  expect(encode(withGroup(cluster, ''), 'cluster')).toBe('v3&p=cluster&cg=');
  expect(encode({ ...container, groups: [], tasks: [] }, 'container')).toBe('v3&p=container&cg=-&tasks=-');
  const names = (link: string) => (decode(link).scenario.groups ?? []).map(({ name }) => name);
  expect([names('#v3&p=container&cg=-'), names('#v3&cg=-;db'), names('#v3&cg=%252d;')]).toEqual([
    [],
    ['-', 'db'],
    ['-', ''],
  ]);
});

test('a kind of task that the workload lacks is a problem, and the rest of the link is read', () => {
  const { scenario, problem } = decode('#v3&p=cluster&tasks=hog,nice:3&seed=5');
  expect(problem).toEqual({ kind: 'part', part: 'tasks=hog,nice:3' });
  expect(scenario.seed).toBe(5);
});

test('tasks of the removed last group are in the root group, and others stay', () => {
  const without = withoutGroup(container, 1);
  expect(without.groups?.map(({ name }) => name)).toEqual(['web']);
  expect([taskSettingOf(without, 'hog').group, taskSettingOf(without, 'sleeper').group]).toEqual([0, 1]);
  expect(withoutGroup(cluster, 0)).toEqual(cluster);
});

test('each kind of task has its settings, or the defaults', () => {
  const both = withTaskSetting(withTaskSetting(cluster, 'server', { slice_us: 3000 }), 'client', { nice: -5 });
  expect(taskSettingOf(both, 'server')).toMatchObject({ nice: 0, slice_us: 3000 });
  expect(taskSettingOf(both, 'client')).toMatchObject({ nice: -5, slice_us: 0 });
  expect(taskSettingOf(cluster, 'client')).toEqual({ nice: 0, slice_us: 0, group: 0 });
  expect(withTaskSetting(both, 'client', { nice: 0 }).tasks).toEqual([
    { kind: 'server', nice: 0, slice_us: 3000, group: 0 },
  ]);
});

test('a change of a group leaves other groups and tasks alone', () => {
  const heavy = withGroupAt(container, 1, { weight: 300 });
  expect(heavy).toEqual({ ...container, groups: [container.groups![0], { ...container.groups![1], weight: 300 }] });
  expect(withGroup(cluster, 'web')).not.toHaveProperty('tasks');
});

test('the workload sets the nice values and slices of hogs', () => {
  const settings = { ...PRESETS.stream, tasks: [{ kind: 'hog' as const, nice: 5, slice_us: 9, group: 1 }] };
  const hogs = withWorkload(withGroup(settings, 'web'), WORKLOADS.hogs);
  expect(hogs.tasks).toEqual([{ kind: 'hog', nice: 0, slice_us: 0, group: 1 }]);
  expect(withWorkload(settings, WORKLOADS.hogs)).not.toHaveProperty('groups');
  // Tasks of rt-app have nice values in the workload, and settings for slices.
  const both = { ...settings, tasks: [{ kind: 'hog' as const, nice: 5, slice_us: 3000, group: 0 }] };
  expect(withWorkload(both, WORKLOADS.rtapp).tasks).toEqual([{ kind: 'hog', nice: 0, slice_us: 3000, group: 0 }]);
  expect([WORKLOADS.hogs, WORKLOADS.rtapp, WORKLOADS.pairs].map(ownOf)).toEqual([['nice', 'slice_us'], ['nice'], []]);
});

test('a quota is 0 or at least the minimum', () => {
  expect([0, 1, 999, 1000].map((quota) => quotaFault(quota, 5000))).toEqual([
    null,
    { min: 1000, max: 5000 },
    { min: 1000, max: 5000 },
    null,
  ]);
});

test('names of groups in a document lose hidden characters', () => {
  const { groups } = completedLists({ groups: [{ name: 'we\u202eb' }, {}] });
  expect(groups?.map(({ name }) => name)).toEqual(['web', '']);
});

test('tasks of rt-app move with the groups that they name', () => {
  const steps = [{ do: 'run', us: 1000 }] as const;
  const rtapp: Scenario = {
    ...container,
    tasks: [],
    groups: [
      { ...GROUP_DEFAULTS, name: 'one' },
      { ...GROUP_DEFAULTS, name: 'two' },
    ],
    workload: {
      ...WORKLOADS.rtapp,
      tasks: [
        {
          ...WORKLOADS.rtapp.tasks[0]!,
          group: 2,
          phases: [
            { loops: 1, group: 1, steps: [...steps] },
            { loops: 1, steps: [...steps] },
          ],
        },
      ],
    },
  };
  expect(usedGroups(rtapp)).toEqual([2, 1, 0]);
  expect(usedGroups(withoutGroup(rtapp, 0))).toEqual([1, 0, 0]);
});
