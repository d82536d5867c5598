import { expect, test } from 'vitest';
import { FIELD_BYTES, LAYOUTS } from '../../scenario/generated/layouts';
import type { LayoutItem } from '../../scenario/generated/types';
import { type LayoutOrder, laidOut, place } from '../../scenario/placed';
import { PRESETS } from '../../scenario/presets';
import { broken, type Direction, moved, put } from './arrange';

const { mainline, relayout, isolated } = LAYOUTS;
const FIELDS = (Object.keys(FIELD_BYTES) as LayoutItem[]).filter((item) => item !== '|');
const lineOf = (order: LayoutOrder | null, field: LayoutItem, bytes = 64) =>
  Math.floor((place(order ?? []).find((one) => one.field === field)?.offset ?? Number.NaN) / bytes);

test('an arrow brings a field to the next line as near as it can, and no further than there are any', () => {
  expect(lineOf(mainline, 'rt_se')).toBe(lineOf(mainline, 'load_avg'));
  const down = moved(mainline, 'rt_se', 'down', 64);
  expect(lineOf(down, 'rt_se')).toBe(5);
  expect(lineOf(down, 'load_avg')).toBe(4);
  expect(lineOf(moved(down ?? [], 'rt_se', 'up', 64), 'rt_se')).toBe(4);
  // Lines of 128 bytes are further apart.
  expect(lineOf(moved(mainline, 'rt_se', 'down', 128), 'rt_se', 128)).toBe(lineOf(mainline, 'rt_se', 128) + 1);
  expect(moved(mainline, 'css', 'up', 64)).toBeNull();
  // Behind the last line there is room for one more, once.
  const last = moved(mainline, 'children', 'down', 64);
  expect(last?.slice(-2)).toEqual(['|', 'children']);
  expect(moved(last ?? [], 'children', 'down', 64)).toBeNull();
});

test('left and right move one position, also over a break, and an empty break disappears', () => {
  expect(moved(relayout, 'se', 'left', 64)?.slice(0, 2)).toEqual(['se', 'css']);
  expect(moved(['se', '|', 'idle'], 'idle', 'left', 64)).toEqual(['se', 'idle']);
  expect(moved(['se', '|', 'idle', 'rcu'], 'idle', 'left', 64)).toEqual(['se', 'idle', '|', 'rcu']);
  expect(moved(['se', 'idle'], 'se', 'left', 64)).toBeNull();
});

test('a field begins a line, and no longer does', () => {
  const split = broken(relayout, 'rt_se') ?? [];
  expect((place(split).find(({ field }) => field === 'rt_se')?.offset ?? 1) % 64).toBe(0);
  expect(broken(split, 'rt_se')).toEqual(relayout);
  expect(broken(mainline, 'css')).toBeNull();
});

test('a field moves before or after another, to the end, or to separate lines', () => {
  const order: LayoutItem[] = ['css', 'se', '|', 'idle', 'rcu'];
  expect(put(order, 'rcu', { beside: 'se', side: 'before', alone: false })).toEqual(['css', 'rcu', 'se', '|', 'idle']);
  expect(put(order, 'css', { beside: 'se', side: 'after', alone: false })).toEqual(['se', 'css', '|', 'idle', 'rcu']);
  expect(put(order, 'se', { beside: null, side: 'after', alone: true })).toEqual([
    'css',
    '|',
    'idle',
    'rcu',
    '|',
    'se',
  ]);
  expect(put(order, 'css', { beside: 'rcu', side: 'before', alone: true })).toEqual([
    'se',
    '|',
    'idle',
    '|',
    'css',
    '|',
    'rcu',
  ]);
  // As the layout "isolated" has it.
  const alone = put(mainline, 'load_avg', { beside: 'rt_se', side: 'before', alone: true });
  expect(alone).toEqual(isolated);
});

test('after any move every field exists once and the simulator accepts the layout', () => {
  let seed = 5;
  const below = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * n);
  };
  const directions: Direction[] = ['left', 'right', 'up', 'down'];
  let order: LayoutOrder = mainline;
  for (let i = 0; i < 2000; i++) {
    const [field, other] = [FIELDS[below(FIELDS.length)], FIELDS[below(FIELDS.length)]];
    if (!field || !other) throw new Error('no field');
    const bytes = below(2) ? 64 : 128;
    const target = {
      beside: below(9) ? other : null,
      side: below(2) ? 'before' : 'after',
      alone: below(3) === 0,
    } as const;
    order =
      [
        () => moved(order, field, directions[below(4)] ?? 'left', bytes),
        () => broken(order, field),
        () => put(order, field, target),
      ][below(3)]?.() ?? order;
    expect(order.filter((item) => item !== '|').sort()).toEqual([...FIELDS].sort());
    expect(order.length).toBeLessThanOrEqual(32);
  }
});

test('a named layout is shown by its name', () => {
  const lane = PRESETS['task-group'].lanes[0];
  if (!lane) throw new Error('no lane');
  const own = laidOut(lane, [...mainline].reverse());
  expect(own.features.task_group).toBe('custom');
  expect(own.layout).toEqual([...mainline].reverse());
  expect(laidOut(own, isolated)).toEqual({ ...lane, features: { ...lane.features, task_group: 'isolated' } });
});
