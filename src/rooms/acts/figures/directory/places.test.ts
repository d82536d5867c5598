import { describe, expect, it } from 'vitest';
import { along, delivery, directoryPlaces, onward, question, type Slot } from './places';

const READER: Slot = { cluster: 0, i: 0 };

describe.each([
  [800, 300],
  [560, 210],
  [472, 280],
  [354, 145],
])('a lane of %i × %i', (width, height) => {
  const places = directoryPlaces(width, height);
  const { clusters, cpus, lists, data } = places;

  it('has CPUs, list and data beside each other', () => {
    for (const side of [0, 1] as const) {
      const { x, y, w, h } = clusters[side];
      for (const box of [...cpus[side], lists[side]]) {
        expect(box.w).toBeGreaterThan(30);
        expect(box.h).toBeGreaterThan(25);
        expect(box.x).toBeGreaterThanOrEqual(x);
        expect(box.x + box.w).toBeLessThanOrEqual(x + w);
        expect(box.y).toBeGreaterThan(y);
        expect(box.y + box.h).toBeLessThanOrEqual(y + h);
      }
    }
    for (const { x, w } of cpus[0]) expect(x + w).toBeLessThan(lists[0].x);
    for (const { x } of cpus[1]) expect(x).toBeGreaterThan(lists[1].x + lists[1].w);
    expect(data.x).toBeGreaterThanOrEqual(clusters[0].x + clusters[0].w);
    expect(data.x + data.w).toBeLessThanOrEqual(clusters[1].x);
    expect(clusters[1].x + clusters[1].w).toBeLessThanOrEqual(width);
  });

  it('leads a question to the row of the line in the cluster’s list, and on to the other list', () => {
    const end = question(places, READER).at(-1);
    expect(end).toEqual({ x: lists[0].x, y: places.middle });
    expect(onward(places, 0)).toEqual([
      { x: lists[0].x + lists[0].w, y: places.middle },
      { x: lists[1].x, y: places.middle },
    ]);
    expect(onward(places, 1)[0]).toEqual({ x: lists[1].x, y: places.middle });
  });

  it('leads the line from the CPU that has it to the one that asks, above the lists', () => {
    const far = delivery(places, { cluster: 1, i: 0 }, READER);
    expect(far.at(-1)?.y).toBe(cpus[0][0]?.y);
    expect(Math.min(...far.map(({ y }) => y))).toBeLessThan(lists[0].y - 10);
    const near = delivery(places, { cluster: 0, i: 1 }, READER);
    const length = (path: typeof far) =>
      path.slice(1).reduce((sum, { x, y }, i) => sum + Math.hypot(x - (path[i]?.x ?? 0), y - (path[i]?.y ?? 0)), 0);
    expect(length(far)).toBeGreaterThan(2 * length(near));
    expect(along(far, 0)).toEqual(far[0]);
    expect(along(far, 1)).toEqual(far.at(-1));
  });
});
