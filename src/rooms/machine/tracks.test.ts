import { describe, expect, it } from 'vitest';
import { machine } from '../../../tests/drawing/fake';
import type { Point } from '../../ui/geometry';
import { layout } from './layout';
import { pathBetween } from './paths';
import { Tracks, tracksOf } from './tracks';

const drawing = layout(machine('kunpeng920-24'), 672, 486);
const wanted = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.flatMap(([a, b], id) => {
    const path = pathBetween(drawing, a, b);
    return path ? [{ id, path, width: path.near ? 2.5 : 5 }] : [];
  });

interface Run {
  readonly upright: boolean;
  readonly at: number;
  readonly low: number;
  readonly high: number;
}
const runsOf = (points: readonly Point[]): Run[] =>
  points.slice(1).map((b, i) => {
    const a = points[i] as Point;
    const upright = Math.abs(a.x - b.x) < 0.01;
    const [from, to] = upright ? [a.y, b.y] : [a.x, b.x];
    return { upright, at: upright ? a.x : a.y, low: Math.min(from, to), high: Math.max(from, to) };
  });
/** Pairs of lines that lie on each other. */
const clashes = (lines: readonly Point[][]): string[] =>
  lines.flatMap((one, i) =>
    lines
      .slice(i + 1)
      .flatMap((other, j) =>
        runsOf(one).flatMap((a) =>
          runsOf(other).flatMap((b) =>
            a.upright === b.upright &&
            Math.abs(a.at - b.at) < 5 &&
            Math.min(a.high, b.high) - Math.max(a.low, b.low) > 1
              ? [`${i} and ${i + 1 + j} at ${a.at}`]
              : [],
          ),
        ),
      ),
  );

describe('tracks', () => {
  it('keep seven pairs that cross the chip apart', () => {
    const lines = new Tracks().lay(wanted([1, 12], [0, 6], [3, 10], [8, 7], [17, 4], [11, 20], [19, 22]));
    expect(lines).toHaveLength(7);
    expect(clashes(lines)).toEqual([]);
  });

  it('keep the line from the left further left if two meet the L3 data at one height', () => {
    // CPU 1 and CPU 4 face each other across the bar; both go to lower rows.
    const [left = [], right = []] = new Tracks().lay(wanted([1, 14], [4, 9]));
    const x = (points: Point[]): number => runsOf(points).find(({ upright }) => upright)?.at ?? Number.NaN;
    expect(x(left)).toBeLessThan(x(right));
  });

  it('lie at either side of a gutter that has no room for two, so that none hides the other', () => {
    expect(tracksOf({ key: 'gutter', low: 0, high: 12, begin: 'high' }, 2, 6)).toEqual([8, 4]);
    const narrow = layout(machine('kunpeng920-24'), 660, 650);
    const two = [pathBetween(narrow, 11, 13), pathBetween(narrow, 17, 15)].flatMap((path, id) =>
      path ? [{ id, path, width: 7 }] : [],
    );
    // Both end in the gutter of CPUs 12 to 15.
    const heights = new Tracks().lay(two).map((points) => runsOf(points).findLast(({ upright }) => !upright)?.at);
    expect(new Set(heights).size).toBe(2);
  });

  it('of the two rows of a cluster run in its gutter, the upper above the lower', () => {
    const [upper = [], lower = []] = new Tracks().lay(wanted([0, 14], [2, 15]));
    const gutter = drawing.units[0]?.gutters[0];
    const y = (points: Point[]): number =>
      runsOf(points).find(
        ({ upright, at }) => !upright && at > (gutter?.y ?? 0) && at < (gutter?.y ?? 0) + (gutter?.h ?? 0),
      )?.at ?? Number.NaN;
    expect(y(upper)).toBeLessThan(y(lower));
  });

  it('stay unchanged when another line is added', () => {
    const tracks = new Tracks();
    const [before] = tracks.lay(wanted([1, 12]));
    const [after] = tracks.lay(wanted([1, 12], [9, 22]));
    expect(after).toEqual(before);
  });

  it('of a channel lie inside of it, as far apart as there is room', () => {
    const channel = { key: 'x', low: 100, high: 168, begin: 'low' as const };
    for (const lines of [1, 2, 5, 9]) {
      const all = tracksOf(channel, lines, 5);
      for (const at of all) {
        expect(at - 2.5).toBeGreaterThanOrEqual(100);
        expect(at + 2.5).toBeLessThanOrEqual(168);
      }
      expect(all.length).toBeGreaterThanOrEqual(Math.min(lines, 8));
      for (const [i, at] of all.entries()) expect((all[i + 1] ?? at + 6) - at).toBeGreaterThanOrEqual(6 - 1e-6);
    }
  });
});
