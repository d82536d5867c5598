import { expect, test } from 'vitest';
import { WORKLOADS } from './catalog';
import { check } from './check';
import {
  askedOf,
  completedLists,
  ownOf,
  quotaFault,
  withAsked,
  withGroup,
  withGroupAt,
  withoutGroup,
  withWorkload,
} from './groups';
import { decode, encode } from './link';
import { PRESETS } from './presets';

const { container, cluster } = PRESETS;

test('a group that goes takes nobody along, and the numbers of those after it follow', () => {
  const without = withoutGroup(container, 0);
  expect(without.groups?.map(({ name }) => name)).toEqual(['batch']);
  expect(without.tasks).toEqual([{ kind: 'hog', nice: 0, slice_us: 0, group: 1 }]);
  expect(askedOf(without, 'sleeper').group).toBe(0);
  const none = withoutGroup(without, 0);
  expect(none).not.toHaveProperty('groups');
  expect(none).not.toHaveProperty('tasks');
});

test('what is asked for and then not is a document without it', () => {
  const asked = withAsked(cluster, 'server', { nice: 5 });
  expect(asked.tasks).toEqual([{ kind: 'server', nice: 5, slice_us: 0, group: 0 }]);
  expect(withAsked(asked, 'server', { nice: 0 })).toEqual(cluster);
});

test('other work keeps the groups and drops the kinds of tasks that it has not', () => {
  const asked = withAsked(withGroup(cluster, 'web'), 'server', { nice: 5, group: 1 });
  const jobs = withWorkload(asked, WORKLOADS.jobs);
  expect(jobs.groups).toHaveLength(1);
  expect(jobs).not.toHaveProperty('tasks');
  const schbench = withWorkload(asked, WORKLOADS.schbench);
  expect(schbench.tasks).toEqual(asked.tasks);
});

test('a link with a quota below the least, or a group that is not there, is read as the nearest there is', () => {
  const { scenario, problem } = decode('#v2&p=cluster&cg=web,quota:5&tasks=client,group:7;server,nice:99');
  expect(problem?.kind).toBe('range');
  expect(scenario.groups?.[0]?.quota_us).toBe(1000);
  expect(scenario.tasks).toEqual([
    { kind: 'client', nice: 0, slice_us: 0, group: 1 },
    { kind: 'server', nice: 19, slice_us: 0, group: 0 },
  ]);
  expect(check(scenario)).toEqual([]);
  expect(check(withGroupAt(container, 0, { quota_us: 999 })).map(({ field }) => field)).toEqual(['groups[0].quota_us']);
});

test('a group of which nothing is said is in the link, whatever it is called', () => {
  for (const name of ['', '-', '--', '%2d', '-;-']) {
    const alone = withAsked(withGroup(cluster, name), 'server', { group: 1 });
    for (const scenario of [alone, withGroup(alone, ''), withGroup(alone, '-')]) {
      expect(decode(encode(scenario, 'cluster')), name).toMatchObject({ scenario, problem: null });
    }
  }
  expect(encode(withGroup(cluster, ''), 'cluster')).toBe('v2&p=cluster&cg=');
  expect(encode({ ...container, groups: [], tasks: [] }, 'container')).toBe('v2&p=container&cg=-&tasks=-');
  const names = (link: string) => (decode(link).scenario.groups ?? []).map(({ name }) => name);
  expect([names('#v2&p=container&cg=-'), names('#v2&cg=-;db'), names('#v2&cg=%252d;')]).toEqual([
    [],
    ['-', 'db'],
    ['-', ''],
  ]);
});

test('a kind of task that the work has not is not understood, and the rest of the link is read', () => {
  const { scenario, problem } = decode('#v2&p=cluster&tasks=hog,nice:3&seed=5');
  expect(problem).toEqual({ kind: 'part', part: 'tasks=hog,nice:3' });
  expect(scenario.seed).toBe(5);
});

test('who was in the last group is in none, and the others stay where they are', () => {
  const without = withoutGroup(container, 1);
  expect(without.groups?.map(({ name }) => name)).toEqual(['web']);
  expect([askedOf(without, 'hog').group, askedOf(without, 'sleeper').group]).toEqual([0, 1]);
  expect(withoutGroup(cluster, 0)).toEqual(cluster);
});

test('each kind of task asks for its own, and for the usual where nothing is said', () => {
  const both = withAsked(withAsked(cluster, 'server', { slice_us: 3000 }), 'client', { nice: -5 });
  expect(askedOf(both, 'server')).toMatchObject({ nice: 0, slice_us: 3000 });
  expect(askedOf(both, 'client')).toMatchObject({ nice: -5, slice_us: 0 });
  expect(askedOf(cluster, 'client')).toEqual({ nice: 0, slice_us: 0, group: 0 });
  expect(withAsked(both, 'client', { nice: 0 }).tasks).toEqual([{ kind: 'server', nice: 0, slice_us: 3000, group: 0 }]);
});

test('a group is changed alone, and the tasks in it stay', () => {
  const heavy = withGroupAt(container, 1, { weight: 300 });
  expect(heavy).toEqual({ ...container, groups: [container.groups![0], { ...container.groups![1], weight: 300 }] });
  expect(withGroup(cluster, 'web')).not.toHaveProperty('tasks');
});

test('hogs have their nice values and slices in their work', () => {
  const asked = { ...PRESETS.stream, tasks: [{ kind: 'hog' as const, nice: 5, slice_us: 9, group: 1 }] };
  const hogs = withWorkload(withGroup(asked, 'web'), WORKLOADS.hogs);
  expect(hogs.tasks).toEqual([{ kind: 'hog', nice: 0, slice_us: 0, group: 1 }]);
  expect(withWorkload(asked, WORKLOADS.hogs)).not.toHaveProperty('groups');
  // Those of rt-app have nice values there, and ask for slices.
  const both = { ...asked, tasks: [{ kind: 'hog' as const, nice: 5, slice_us: 3000, group: 0 }] };
  expect(withWorkload(both, WORKLOADS.rtapp).tasks).toEqual([{ kind: 'hog', nice: 0, slice_us: 3000, group: 0 }]);
  expect([WORKLOADS.hogs, WORKLOADS.rtapp, WORKLOADS.pairs].map(ownOf)).toEqual([['nice', 'slice_us'], ['nice'], []]);
});

test('a quota is none, or long enough to be given out', () => {
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
