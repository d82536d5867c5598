import { describe, expect, it } from 'vitest';
import { domainOf } from './Hump';
import { CELLS, humpPlaces, pointsOf, SITUATIONS } from './situations';

const truth = [
  { load: 4, mean: 0, least: 0, most: 0 },
  { load: 8, mean: 0, least: -0.001, most: 0 },
  { load: 14, mean: 0.08, least: 0.06, most: 0.1 },
  { load: 28, mean: -0.01, least: -0.03, most: 0.01 },
];

describe('the hump', () => {
  it('has a point for few, about half, where it is highest, and many', () => {
    const points = pointsOf(truth);
    expect(SITUATIONS.map((one) => points?.[one].load)).toEqual([8, 14, 28]);
    expect(pointsOf([])).toBeNull();
  });

  it('shows in each situation the state of the target that its sentence names', () => {
    const [few, half, many] = SITUATIONS.map((one) => CELLS[one]);
    const target = (cells: (typeof CELLS)['few'] | undefined) => cells?.[0].find((cell) => cell.target);
    // Few: the target is idle, and both lanes go there.
    expect(target(few)).toEqual({ target: true, goes: ['a', 'b'] });
    // About half: it is busy; B goes to an idle CPU of its cluster, A to one of another.
    expect(target(half)?.runs).toBeDefined();
    expect(half?.[0].find(({ goes }) => goes?.includes('b'))?.runs).toBeUndefined();
    expect(half?.[1].find(({ goes }) => goes?.includes('a'))?.runs).toBeUndefined();
    // Many: no CPU is idle, and the task waits at the target.
    expect(many?.flat().every(({ runs }) => runs !== undefined)).toBe(true);
    expect(target(many)?.waits).toBe(true);
  });

  it('has zero and all that is measured on its axis', () => {
    const [low, high] = domainOf(truth, [0.2, null]);
    expect(low).toBeLessThan(-0.03);
    expect(high).toBeGreaterThan(0.2);
  });

  it.each([
    [800, 760, true],
    [358, 420, false],
    [988, 400, true],
  ])('has room for situations and curve at %i × %i', (width, height, roomy) => {
    const { box, plot, caption } = humpPlaces(width, height, roomy);
    expect(3 * box.w + 2 * box.gap).toBeCloseTo(width);
    expect(plot.top).toBeGreaterThan(box.h + caption);
    expect(plot.bottom - plot.top).toBeGreaterThan(140);
  });
});
