// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { TaskInspection } from '../../scenario/generated/types';
import { TaskPart } from './TaskPart';
import { useTask } from './useThing';

vi.mock('./useThing');
afterEach(cleanup);

const asleep: TaskInspection = {
  task: 7,
  role: 'writer',
  group: 0,
  state: 'sleeping',
  cpu: 3,
  allowed: '0-23',
  scheduler: 'cfs',
  vruntime_ns: null,
  deadline_ns: null,
  slice_ns: 0,
  nice: 0,
  cgroup: 0,
  throttled: false,
  prio: 120,
  load_avg: 0,
  util_avg: 0,
  node_ns: [0],
  waited_ns: 0,
  longest_wait_ns: 0,
  switched_in: 0,
  woken: 0,
  moved: 0,
  woke: 0,
  last_wakee: null,
  wakee_flips: 0,
  recent_used_cpu: 0,
  memory_node: null,
  visits: [],
};

/** The kernel's values of a task, by name. */
function known(of: TaskInspection): Readonly<Record<string, string | null>> {
  vi.mocked(useTask).mockReturnValue(of);
  render(<TaskPart lane="a" task={of.task} />);
  const names = [...document.querySelectorAll('.kernel-pairs dt:has(abbr)')];
  return Object.fromEntries(
    names.map((name) => [name.querySelector('abbr')?.textContent, name.nextElementSibling?.textContent ?? null]),
  );
}

test('a CFS task without load is still shown as CFS, with empty values for missing fields', () => {
  const of = known(asleep);
  expect(of).toMatchObject({ 'vruntime − min_vruntime': 'none', load_avg: '0', last_wakee: 'none', memory: 'none' });
  expect(of).not.toHaveProperty('prio');
});

test('a task of EEVDF has a lag, a deadline and a slice', () => {
  const of = known({
    ...asleep,
    scheduler: 'eevdf',
    vruntime_ns: -1_000_000,
    deadline_ns: 2_000_000,
    slice_ns: 3_000_000,
  });
  expect(of).toMatchObject({
    lag: '+1.00\u00a0ms',
    'deadline − V': '+2.00\u00a0ms',
    slice: '3.00\u00a0ms',
    nice: '0',
    load_avg: '0',
  });
});

test('a task of the O(1) scheduler has a priority, and no load, which that scheduler does not track', () => {
  const of = known({ ...asleep, scheduler: 'o1', last_wakee: 0, memory_node: 0 });
  expect(of).toMatchObject({ prio: '120', last_wakee: '0', memory: '0' });
  expect(of).not.toHaveProperty('load_avg');
  expect(screen.getByRole('button', { name: 'Inspect task 0' })).toBeTruthy();
});
