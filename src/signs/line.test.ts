import { expect, test } from 'vitest';
import type { QueuedTask, QueueInspection } from '../scenario/generated/types';
import { lineOf, settledWith, unsettled } from './line';

const MS = 1e6;
const plain: QueuedTask = {
  task: 0,
  running: false,
  vruntime_ns: 0,
  deadline_ns: 0,
  slice_ns: 3 * MS,
  weight: 1024,
  eligible: true,
  protected: false,
  protected_until_ns: 0,
  delayed: false,
  cgroup: 0,
  throttled: false,
  prio: 120,
  timeslice_ms: 0,
  expired: false,
};
const queue = (
  scheduler: QueueInspection['scheduler'],
  tasks: readonly Partial<QueuedTask>[],
  next: number | null = null,
): QueueInspection => ({
  scheduler,
  nr_running: tasks.length,
  load_avg: 0,
  util_avg: 0,
  clock_ns: 0,
  charged_ns: 0,
  groups: [],
  flat_groups: false,
  next,
  tasks: tasks.map((task) => ({ ...plain, ...task })),
});

test('under EEVDF a task stands at its vruntime relative to V, and its flag at its deadline', () => {
  const of = queue(
    'eevdf',
    [
      { task: 0, running: true, vruntime_ns: 2 * MS, deadline_ns: 5 * MS },
      { task: 2, vruntime_ns: -4 * MS, deadline_ns: -1 * MS },
      { task: 1, vruntime_ns: 1 * MS, deadline_ns: 8 * MS, delayed: true },
    ],
    2,
  );
  const settled = settledWith(unsettled(3), of);
  expect(settled).toEqual({ halfNs: 12 * MS, rows: [0, 1, 2] });
  const { rows, ticks, flags } = lineOf(of, settled);
  expect(rows.map(({ task, state, next }) => [task, state, next])).toEqual([
    [0, 'running', false],
    [1, 'delayed', false],
    [2, 'waiting', true],
  ]);
  expect(rows.map(({ at, until }) => [at * 12, until * 12])).toEqual([
    [2, 5],
    [1, 8],
    [-4, -1],
  ]);
  expect(ticks.map(({ text }) => text)).toEqual(['−12', '−6', '0', '+6', '+12']);
  expect(ticks.map(({ at }) => at)).toEqual([-1, -0.5, 0, 0.5, 1]);
  expect(flags).toBe(true);
});

test('under CFS there is no deadline: the line covers the vruntimes', () => {
  const of = queue('cfs', [{ vruntime_ns: 3 * MS, deadline_ns: 90 * MS }]);
  const settled = settledWith(unsettled(9), of);
  expect(settled.halfNs).toBe(4 * MS);
  const { rows, flags } = lineOf(of, settled);
  expect(rows).toMatchObject([{ at: 0.75, until: 0.75 }]);
  expect(flags).toBe(false);
});

test('under O(1) the active array is left of the middle, better priorities further left, and slices have their length', () => {
  const of = queue('o1', [
    { task: 0, running: true, prio: 120, timeslice_ms: 63 },
    { task: 1, prio: 115, timeslice_ms: 150 },
    { task: 2, prio: 115, timeslice_ms: 150, expired: true },
  ]);
  const { rows, ticks } = lineOf(of, settledWith(unsettled(3), of));
  const [first, second, third] = rows;
  expect(second?.at).toBeLessThan(first?.at ?? 0);
  expect(first?.until).toBeLessThan(0);
  expect(third?.at).toBeGreaterThan(0);
  expect((second?.until ?? 0) - (second?.at ?? 0)).toBeCloseTo(0.25);
  expect(first?.said).toBe('120 · 63 ms');
  expect(ticks).toEqual([]);
});

test('a task keeps its row while others come and go, and the line never becomes shorter', () => {
  const wide = queue('eevdf', [{ task: 7, vruntime_ns: -9 * MS }, { task: 3 }]);
  const first = settledWith(unsettled(20), wide);
  expect(first).toEqual({ halfNs: 12 * MS, rows: [3, 7] });
  const narrow = queue('eevdf', [{ task: 5 }, { task: 7, vruntime_ns: 1 }]);
  const second = settledWith(first, narrow);
  expect(second).toEqual({ halfNs: 12 * MS, rows: [3, 7, 5] });
  expect(settledWith(second, narrow)).toBe(second);
  expect(lineOf(narrow, second).rows.map(({ task, state }) => [task, state])).toEqual([
    [3, 'gone'],
    [7, 'waiting'],
    [5, 'waiting'],
  ]);
});

test('when all rows are taken, a new task gets the row of one that has left, or none', () => {
  const full = settledWith(
    unsettled(99),
    queue(
      'cfs',
      Array.from({ length: 8 }, (_, task) => ({ task })),
    ),
  );
  expect(full.rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const rest = Array.from({ length: 7 }, (_, task) => ({ task: task + 1 }));
  const next = settledWith(full, queue('cfs', [...rest, { task: 40 }, { task: 41 }]));
  expect(next.rows).toEqual([40, 1, 2, 3, 4, 5, 6, 7]);
});

test('with more tasks than rows the running and the next one have a row, and an unchanged queue changes nothing', () => {
  const many = Array.from({ length: 20 }, (_, task) => ({ task, prio: 120 }));
  const crowd = queue('o1', [{ task: 30, running: true }, ...many, { task: 40 }], 40);
  const settled = settledWith(unsettled(99), crowd);
  expect(settled.rows).toEqual([0, 1, 2, 3, 4, 5, 30, 40]);
  expect(settledWith(settled, crowd)).toBe(settled);
  const later = settledWith(settled, queue('o1', [{ task: 31, running: true }, ...many, { task: 30 }], 40));
  expect(later.rows).toContain(31);
  expect(later.rows).toHaveLength(8);
});
