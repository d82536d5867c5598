// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { allKept, keep, nameOf } from './kept';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test('what was written is offered again, the newest first, each text once', () => {
  keep({ id: 'a', source: 'one', from: null, at: 1 });
  keep({ id: 'b', source: 'two', from: 'fifo', at: 2 });
  keep({ id: 'a', source: 'three', from: null, at: 3 });
  expect(allKept().map(({ id, source }) => [id, source])).toEqual([
    ['a', 'three'],
    ['b', 'two'],
  ]);
});

test('a full or forbidden storage is reported, and damaged contents are not fatal', () => {
  localStorage.setItem('scheduler-playground.policies', '[{"id":1},{"id":"x","source":"s","at":1,"from":null}]');
  expect(allKept()).toHaveLength(1);
  localStorage.setItem('scheduler-playground.policies', '{');
  expect(allKept()).toEqual([]);
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('quota');
  });
  expect(keep({ id: 'a', source: '', from: null, at: 1 })).toBe(false);
});

test('the name is the one that the kernel gets', () => {
  expect(nameOf('SCX_OPS_DEFINE(ops, .name = "my.sched_1");')).toBe('my.sched_1');
  expect(nameOf('')).toBe('scheduler');
  expect(nameOf('.name = "a/b"')).toBe('scheduler');
});
