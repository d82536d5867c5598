import { expect, test } from 'vitest';
import type { QueuedTask, QueueInspection } from '../scenario/generated/types';
import { queueEn } from './queue.en';
import { queueZh } from './queue.zh';
import { turnOf } from './turn';

const MS = 1e6;
const plain = { running: false, delayed: false, eligible: false, protected: false, expired: false, vruntime_ns: 0 };
const said = (scheduler: QueueInspection['scheduler'], next: number | null, tasks: readonly Partial<QueuedTask>[]) =>
  turnOf(
    { scheduler, next, tasks: tasks.map((task) => ({ ...plain, ...task })) } as unknown as QueueInspection,
    (task) => `task ${task}`,
  );

test('under EEVDF the sentence names the protected task and the end of its protection, or the eligible task with the earliest deadline', () => {
  const waits = { task: 1, eligible: true };
  const runs = { task: 0, running: true, eligible: true, protected: true, protected_until_ns: 2 * MS };
  expect(said('eevdf', 0, [runs, waits])).toEqual({
    key: 'turn.protected',
    params: { task: 'task 0', until: '+2.00\u00a0ms' },
  });
  expect(said('eevdf', 0, [{ ...runs, protected: false }, waits])?.key).toBe('turn.earliest.on');
  expect(said('eevdf', 1, [{ ...runs, eligible: false }, waits])).toEqual({
    key: 'turn.earliest',
    params: { task: 'task 1' },
  });
});

test('under EEVDF an eligible task with a later deadline than another one is a buddy', () => {
  const short = { task: 1, eligible: true, deadline_ns: 3 * MS };
  const runs = { task: 0, running: true, eligible: true };
  expect(said('eevdf', 1, [{ ...runs, deadline_ns: 2 * MS }, short])?.key).toBe('turn.buddy.eligible');
  expect(said('eevdf', 1, [{ ...runs, deadline_ns: 2 * MS, eligible: false }, short])?.key).toBe('turn.earliest');
});

test('with one queue for all control groups the sentence is about the tasks, else about the groups', () => {
  const tasks = [
    { ...plain, task: 0, running: true, eligible: true, cgroup: 1, deadline_ns: 2 * MS },
    { ...plain, task: 1, eligible: true, cgroup: 2, deadline_ns: 1 * MS },
  ];
  const of = (flat_groups: boolean) =>
    turnOf(
      {
        scheduler: 'eevdf',
        next: 1,
        tasks,
        groups: [{ group: 2, name: 'web' }],
        flat_groups,
      } as unknown as QueueInspection,
      (task) => `task ${task}`,
    )?.key;
  expect([of(true), of(false)]).toEqual(['turn.earliest', 'turn.group']);
});

test('a task that is alone, or alone with delayed tasks, keeps running; an empty queue has no sentence', () => {
  const runs = { task: 0, running: true, eligible: true };
  expect(said('eevdf', 0, [runs])?.key).toBe('turn.alone');
  expect(said('eevdf', 0, [runs, { task: 1, delayed: true }])?.key).toBe('turn.ghosts');
  expect(said('cfs', null, [])).toBeNull();
});

test('under CFS the sentence names the least vruntime, or a buddy near it', () => {
  const tasks = [
    { task: 0, running: true, vruntime_ns: 2 * MS },
    { task: 1, vruntime_ns: -1 * MS },
  ];
  expect(said('cfs', 1, tasks)?.key).toBe('turn.least');
  expect(said('cfs', 0, tasks)?.key).toBe('turn.buddy');
  expect(said('cfs', 0, [{ ...tasks[0], vruntime_ns: -2 * MS }, ...tasks.slice(1)])?.key).toBe('turn.least.on');
});

test('under O(1) the sentence names the highest priority in the active array, or the swap of the arrays', () => {
  const runs = { task: 0, running: true, prio: 120 };
  expect(said('o1', 0, [runs, { task: 1, prio: 121 }])).toEqual({
    key: 'turn.prio.on',
    params: { task: 'task 0', prio: '120' },
  });
  expect(said('o1', 1, [runs, { task: 1, prio: 115 }])?.key).toBe('turn.prio');
  expect(
    said('o1', 1, [
      { ...runs, expired: true },
      { task: 1, prio: 120, expired: true },
    ])?.key,
  ).toBe('turn.swap');
});

test('a deadline has one word in each language: beside a queue, the one that act 6 introduces', () => {
  const named = (words: object, word: string) =>
    Object.entries(words).flatMap(([key, text]: [string, string]) => (text.includes(word) ? [key] : []));
  expect(named(queueZh, '截止时间')).toEqual(named(queueEn, 'deadline'));
  expect(named(queueZh, '虚拟截止时间')).toEqual(named(queueEn, 'virtual deadline'));
});
