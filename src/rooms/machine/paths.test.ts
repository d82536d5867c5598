import { describe, expect, it } from 'vitest';
import { machine } from '../../../tests/drawing/fake';
import { center, type Point } from '../../ui/geometry';
import type { Layout } from './boxes';
import { planCell } from './cell';
import { layout } from './layout';
import { cornersOf, pathBetween } from './paths';
import { Tracks } from './tracks';

/** The distance of a line from a point. */
function apart(a: Point, b: Point, p: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.min(Math.max(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(p.x - a.x - dx * t, p.y - a.y - dy * t);
}
const nearest = (points: readonly Point[], p: Point): number =>
  Math.min(...points.slice(1).map((b, i) => apart(points[i] as Point, b, p)));

/** One of each kind: clusters, cores, nodes joined by links, by a ring, by a hub. */
const MACHINES = ['classroom-8', 'kunpeng920-48', 'xeon-e5-2630v4-20', 'numaq-16', 'azusa-8'] as const;
const SIZES = [
  [672, 486],
  [173, 247],
] as const;

/** Pairs that go over the machine as no scheduler would. */
const scattered = (cpus: number, step: number): [number, number][] =>
  Array.from({ length: Math.floor(cpus / 2) }, (_, i): [number, number] => [
    i * 2,
    (((i * step + 1) % Math.floor(cpus / 2)) * 2 + 1) % cpus,
  ]);

describe.each(MACHINES.flatMap((id) => SIZES.map(([w, h]) => ({ id, w, h }))))('on $id in $w by $h', ({ id, w, h }) => {
  const drawing: Layout = layout(machine(id), w, h);
  const plan = planCell(drawing.cell, { text: 12, stage: false }, 2);
  const others = (a: number, b: number) => drawing.cpus.filter(({ cpu }) => cpu !== a && cpu !== b);

  it('every path is horizontal or vertical and crosses no other CPU', () => {
    const bent: string[] = [];
    const crossed: string[] = [];
    for (const { cpu: a } of drawing.cpus) {
      for (const { cpu: b } of drawing.cpus) {
        const path = pathBetween(drawing, a, b);
        if (!path) continue;
        const points = cornersOf(path);
        const isBent = points.some((p, i) => {
          const q = points[i + 1] ?? p;
          return Math.min(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) > 0.01;
        });
        if (isBent) bent.push(`${a} to ${b}`);
        for (const other of others(a, b)) {
          if (nearest(points, center(other)) < plan.r * 0.92) crossed.push(`${a} to ${b} by ${other.cpu}`);
        }
      }
    }
    expect(bent).toEqual([]);
    expect(crossed).toEqual([]);
  });

  it('so does a path on a track beside others', () => {
    const crossed: string[] = [];
    for (const step of [1, 5]) {
      const pairs = scattered(drawing.cpus.length, step).filter(([a, b]) => a !== b);
      const wanted = pairs.flatMap(([a, b], i) => {
        const path = pathBetween(drawing, a, b);
        return path ? [{ id: i, path, width: path.near ? plan.near : plan.far }] : [];
      });
      new Tracks().lay(wanted).forEach((points, i) => {
        const [a, b] = pairs[wanted[i]?.id ?? 0] ?? [0, 0];
        for (const other of others(a, b)) {
          if (nearest(points, center(other)) < plan.r * 0.92) crossed.push(`${a} to ${b} by ${other.cpu}`);
        }
      });
    }
    expect(crossed).toEqual([]);
  });
});
