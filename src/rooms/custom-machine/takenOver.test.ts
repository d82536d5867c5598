import { expect, test } from 'vitest';
import type { ControlGroup, Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { beyond, innermost, takenOver } from './takenOver';

const group = (name: string, more: Partial<ControlGroup> = {}): ControlGroup => ({
  name,
  weight: 100,
  quota_us: 0,
  period_us: 100_000,
  ...more,
});

test('the first group that no other one is in gets the tasks', () => {
  expect(innermost([group('pod'), group('web', { parent: 1 }), group('log', { parent: 1 })])).toBe(2);
  expect(innermost([group('web')])).toBe(1);
});

test('the groups of containers replace those of the experiment, with their tasks', () => {
  const groups = [group('pod', { quota_us: 50_000 }), group('web', { parent: 1, cpus: '0-3' })];
  const next = takenOver(PRESETS.container, groups, 2, 8);
  expect(next.groups).toEqual([
    { name: 'pod', weight: 100, quota_us: 50_000, period_us: 100_000 },
    { name: 'web', weight: 100, quota_us: 0, period_us: 100_000, parent: 1, cpus: '0-3' },
  ]);
  expect(new Set(next.tasks?.map((task) => task.group))).toEqual(new Set([2]));
  expect(next.tasks?.map(({ kind }) => kind)).toContain('sleeper');
  // The root group: nothing is said of the tasks.
  expect(takenOver(PRESETS.container, groups, 0, 8).tasks).toBeUndefined();
});

test('CPUs that the machine lacks are left out', () => {
  expect([beyond('0-7', 8), beyond('0-8', 8), beyond(undefined, 8)]).toEqual([false, true, false]);
  const next = takenOver(PRESETS.container, [group('web', { cpus: '6-9' })], 1, 8);
  expect(next.groups?.[0]).not.toHaveProperty('cpus');
});

test('tasks of rt-app leave the groups that are replaced', () => {
  const scenario: Scenario = {
    ...PRESETS.burst,
    workload: {
      kind: 'rtapp',
      copies: 1,
      tasks: [
        {
          name: 'web',
          instances: 1,
          nice: 0,
          loops: 0,
          group: 1,
          phases: [{ loops: 1, group: 1, steps: [{ do: 'run', us: 5 }] }],
        },
      ],
    },
  };
  const next = takenOver(scenario, [group('a'), group('b')], 2, 8);
  expect(next.tasks?.map((task) => task.group)).toEqual([2, 2]);
  expect(JSON.stringify(next.workload)).not.toContain('"group":1');
});
