import { expect, test } from 'vitest';
import { LAYOUTS } from './generated/layouts';
import type { Lane, Scenario } from './generated/types';
import { differsInLayout, laidOut, lineBytes, orderOf, place, structOf } from './placed';
import { PRESETS } from './presets';

const own = PRESETS['task-group'];
const [a, b] = own.lanes as [Lane, Lane];
const grouped = (task_group: 'off' | 'custom' | 'isolated', layout?: Lane['layout']): Lane => ({
  ...a,
  features: { ...a.features, task_group },
  ...(layout && { layout }),
});

test('a field is aligned to its size, and a break starts the next line', () => {
  const offsets = (order: Parameters<typeof place>[0]) => place(order).map(({ offset }) => offset);
  // `idle` is an int of 4 bytes; `css` has 208 bytes and the alignment of a word.
  expect(offsets(['idle', 'se', 'idle', 'idle', 'css', 'se'])).toEqual([0, 8, 16, 20, 24, 232]);
  expect(offsets(['idle', '|', 'se', '|', '|', 'rcu'])).toEqual([0, 64, 128]);
  expect(offsets([])).toEqual([]);
});

test('a lane has the order of its switch, a custom order, or none', () => {
  expect(orderOf(grouped('off'))).toBeNull();
  expect(orderOf(grouped('isolated'))).toBe(LAYOUTS.isolated);
  const reversed = [...LAYOUTS.mainline].reverse();
  expect(orderOf(grouped('custom', reversed))).toBe(reversed);
  expect(orderOf(grouped('custom'))).toBe(LAYOUTS.mainline);
  expect(orderOf(grouped('isolated', reversed)), 'a layout that no switch asks for').toBe(LAYOUTS.isolated);
  expect(laidOut(a, reversed)).toEqual(grouped('custom', reversed));
  expect(laidOut(grouped('custom', reversed), LAYOUTS.relayout)).toEqual({
    ...a,
    features: { ...a.features, task_group: 'relayout' },
  });
});

test('the cache lines of a struct are counted in lanes that have one', () => {
  const fields = [
    { field: 'x', offset: 0, size: 4 },
    { field: 'y', offset: 4, size: 4 },
  ];
  const pair = PRESETS['false-sharing'];
  expect(structOf(pair, pair.lanes[0]!)).toEqual({ name: 'struct foo', fields, lineBytes: 64 });
  expect(structOf(own, a)).toEqual({ name: 'struct task_group', fields: place(LAYOUTS.mainline), lineBytes: 64 });
  expect(structOf(own, grouped('off'))).toBeNull();
  expect(structOf({ ...own, kernel: '2.5.5x' }, a), 'the O(1) scheduler knows no groups').toBeNull();
  expect(lineBytes({ ...a.features, line_128: true })).toBe(128);
});

test('documents that differ only in the order of fields are recognised', () => {
  const lanes = (...of: Lane[]): Scenario => ({ ...own, lanes: of });
  expect(differsInLayout(own, lanes(grouped('custom', [...LAYOUTS.mainline].reverse()), b))).toBe(true);
  expect(differsInLayout(own, lanes(a, grouped('isolated')))).toBe(true);
  const wide = { ...a, features: { ...a.features, line_128: true } };
  expect(differsInLayout(own, lanes(wide, b))).toBe(false);
  expect(differsInLayout(own, { ...own, seed: 5 })).toBe(false);
});
