import { describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../../../scenario/generated/layouts';
import { cut, place } from '../../../../scenario/placed';
import { sharesLine } from './Layout';
import { layoutPlaces, POINTERS, SUM, shownLines } from './places';

const struct = (order: keyof typeof LAYOUTS, lineBytes = 64) => ({
  name: 'struct task_group',
  fields: place(LAYOUTS[order]),
  lineBytes,
});

it.each([
  ['mainline', 64, true],
  ['relayout', 64, false],
  ['isolated', 64, false],
  // Two lines of 64 bytes move together.
  ['relayout', 128, true],
] as const)('%s with lines of %i bytes: the pointers share the line of the sum: %s', (order, bytes, shared) => {
  expect(sharesLine(struct(order, bytes))).toBe(shared);
});

describe.each([
  [800, 340],
  [976, 120],
  [354, 150],
])('a lane of %i × %i', (width, height) => {
  it.each(['mainline', 'relayout', 'isolated'] as const)('has room for the lines of %s', (order) => {
    const lines = shownLines(cut(struct(order)), height);
    const fields = lines.flatMap(({ pieces }) => pieces.map(({ field }) => field));
    expect(fields).toEqual(expect.arrayContaining([...SUM, ...POINTERS]));
    const { nodes, row, lineAt } = layoutPlaces(width, height, 4, lines.length);
    expect(lineAt(0)).toBeGreaterThan((nodes[0]?.h ?? 0) + 20);
    expect(lineAt(lines.length - 1) + row).toBeLessThanOrEqual(height + 1);
    expect((nodes[3]?.x ?? 0) + (nodes[3]?.w ?? 0)).toBeCloseTo(width);
  });
});
