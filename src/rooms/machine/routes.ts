/** The route of a task over the drawing from one CPU to another. */

import type { Point } from '../../ui/geometry';
import type { Layout } from './boxes';
import { cornersOf, pathBetween } from './paths';

/** A polyline that knows its length. */
export class Route {
  readonly #ends: readonly number[];

  constructor(readonly points: readonly Point[]) {
    let length = 0;
    this.#ends = points.map((p, i) => {
      const before = points[i - 1];
      if (before) length += Math.hypot(p.x - before.x, p.y - before.y);
      return length;
    });
  }

  get length(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** Writes the point at `part` (0 to 1) of the route into `out`. */
  at(part: number, out: { x: number; y: number }): void {
    const distance = Math.min(Math.max(part, 0), 1) * this.length;
    let i = 1;
    while (i < this.#ends.length - 1 && (this.#ends[i] ?? 0) < distance) i += 1;
    const a = this.points[i - 1];
    const b = this.points[i] ?? a;
    if (!a || !b) return;
    const from = this.#ends[i - 1] ?? 0;
    const span = (this.#ends[i] ?? 0) - from;
    const share = span > 0 ? (distance - from) / span : 1;
    out.x = a.x + (b.x - a.x) * share;
    out.y = a.y + (b.y - a.y) * share;
  }
}

/** On whole pixels, where lines are cheap to draw and sharp. */
const snapped = (p: Point): Point => ({ x: Math.round(p.x), y: Math.round(p.y) });

/** All routes of a layout, computed on first use. */
export class Routes {
  readonly #cache = new Map<number, Route>();

  constructor(readonly layout: Layout) {}

  between(src: number, dst: number): Route | null {
    const key = src * 65536 + dst;
    const known = this.#cache.get(key);
    if (known) return known;
    const path = pathBetween(this.layout, src, dst);
    if (!path) return null;
    const route = new Route(cornersOf(path).map(snapped));
    this.#cache.set(key, route);
    return route;
  }
}
