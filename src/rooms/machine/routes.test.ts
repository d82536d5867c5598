import { describe, expect, it } from 'vitest';
import { machine } from '../../../tests/drawing/fake';
import { center, type Point, type Rect } from '../../ui/geometry';
import { layout } from './layout';
import { hops } from './paths';
import { Route, Routes } from './routes';

const within = (p: Point, r: Rect, slack: number): boolean =>
  p.x >= r.x - slack && p.x <= r.x + r.w + slack && p.y >= r.y - slack && p.y <= r.y + r.h + slack;

const apart = (a: Point | undefined, b: Point): number => (a ? Math.hypot(a.x - b.x, a.y - b.y) : Number.NaN);

describe('routes', () => {
  const drawing = layout(machine('kunpeng920-96'), 900, 600);
  const routes = new Routes(drawing);
  const bar = (node: number): Rect => (drawing.nodes[node] as { bar: Rect }).bar;
  const enters = (route: Route | null, r: Rect): boolean => (route?.points ?? []).some((p) => within(p, r, 0.5));

  it('begin and end in the middle of the cells', () => {
    for (const [src, dst] of [
      [0, 1],
      [0, 5],
      [3, 30],
      [90, 2],
    ] as const) {
      const route = routes.between(src, dst);
      expect(apart(route?.points[0], center(drawing.cpus[src] as Rect))).toBeLessThan(1);
      expect(apart(route?.points.at(-1), center(drawing.cpus[dst] as Rect))).toBeLessThan(1);
    }
  });

  it('stay in the cluster for a move inside it', () => {
    const route = routes.between(0, 3);
    const unit = drawing.units[0] as Rect;
    expect(route?.points.every((p) => within(p, unit, 1))).toBe(true);
    expect(enters(route, bar(0))).toBe(false);
  });

  it('go over the L3 data between clusters', () => {
    expect(enters(routes.between(0, 9), bar(0))).toBe(true);
  });

  it('pass every node in between', () => {
    // Nodes 1 and 3 are joined by the chain 1-0-2-3.
    const route = routes.between(24, 95);
    for (const node of [1, 0, 2, 3]) expect(enters(route, bar(node))).toBe(true);
    expect(hops(drawing.links, 1, 3)).toEqual([
      { link: 0, reversed: true },
      { link: 1, reversed: false },
      { link: 2, reversed: false },
    ]);
  });

  it('go through the hub of a mesh', () => {
    const mesh = layout(machine('azusa-8'), 520, 380);
    const route = new Routes(mesh).between(0, 4);
    expect(route?.points.some((p) => within(p, mesh.hub as Rect, 0))).toBe(true);
  });

  it('are not made for a task that stays, or for a CPU that is not there', () => {
    expect(routes.between(4, 4)).toBeNull();
    expect(routes.between(4, 200)).toBeNull();
  });

  it('are walked at an even pace', () => {
    const route = new Route([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 30 },
    ]);
    const p = { x: 0, y: 0 };
    expect(route.length).toBe(40);
    route.at(0.5, p);
    expect(p).toEqual({ x: 10, y: 10 });
    route.at(2, p);
    expect(p).toEqual({ x: 10, y: 30 });
  });
});
