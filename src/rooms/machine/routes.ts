/**
 * The way a task takes over the drawing from one CPU to another: a short arc inside a unit, else
 * along the wires, through the L3 tags and the L3 data and over the links between nodes.
 */
import type { CpuBox, Layout, LinkWire, NodeBox, UnitBox } from './boxes';
import { center, type Point } from './geometry';

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

  /** Writes the point at `part` (0 to 1) of the way into `out`. */
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

const ARC_STEPS = 14;

/** A quadratic arc that bulges to the left of its direction by a quarter of its length. */
function arc(a: Point, b: Point): Point[] {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const over: Point = { x: (a.x + b.x) / 2 + dy * 0.28, y: (a.y + b.y) / 2 - dx * 0.28 };
  return Array.from({ length: ARC_STEPS + 1 }, (_, i) => {
    const t = i / ARC_STEPS;
    const s = 1 - t;
    return {
      x: s * s * a.x + 2 * s * t * over.x + t * t * b.x,
      y: s * s * a.y + 2 * s * t * over.y + t * t * b.y,
    };
  });
}

/** From a CPU to where its unit's wire meets the bar. */
function toBar(cpu: CpuBox, unit: UnitBox): Point[] {
  const c = center(cpu);
  const [port, end] = unit.wire;
  const sideways = unit.toBar === 'left' || unit.toBar === 'right';
  const spine: Point = sideways ? { x: c.x, y: port.y } : { x: port.x, y: c.y };
  return [c, spine, port, end];
}

/** Steps over links between nodes: `reversed` when a link is taken from its `b` to its `a`. */
export interface Hop {
  readonly link: number;
  readonly reversed: boolean;
}

/** The fewest links from node to node (breadth first, links in the machine's order). */
export function hops(links: readonly Pick<LinkWire, 'a' | 'b'>[], from: number, to: number): Hop[] {
  const came = new Map<number, { readonly node: number; readonly hop: Hop } | null>([[from, null]]);
  const queue = [from];
  for (let node = queue.shift(); node !== undefined && !came.has(to); node = queue.shift()) {
    links.forEach(({ a, b }, link) => {
      const next = a === node ? b : b === node ? a : undefined;
      if (next === undefined || came.has(next)) return;
      came.set(next, { node, hop: { link, reversed: b === node } });
      queue.push(next);
    });
  }
  const path: Hop[] = [];
  for (let step = came.get(to); step; step = came.get(step.node)) path.unshift(step.hop);
  return path;
}

/** The point of the bar's middle line level with `p`. */
const onBar = (node: NodeBox, p: Point): Point => {
  const c = center(node.bar);
  return node.upright ? { x: c.x, y: p.y } : { x: p.x, y: c.y };
};

/** On whole pixels, where lines are cheap to draw and sharp. */
const snapped = (p: Point): Point => ({ x: Math.round(p.x), y: Math.round(p.y) });

const same = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01;

/** All routes of a layout, computed when first asked for. */
export class Routes {
  readonly #cache = new Map<number, Route>();
  readonly #nodes: ReadonlyMap<number, NodeBox>;

  constructor(readonly layout: Layout) {
    this.#nodes = new Map(layout.nodes.map((n) => [n.node, n]));
  }

  between(src: number, dst: number): Route | null {
    const key = src * 65536 + dst;
    const known = this.#cache.get(key);
    if (known) return known;
    const a = this.layout.cpus[src];
    const b = this.layout.cpus[dst];
    if (!a || !b || src === dst) return null;
    const route = new Route(this.#points(a, b));
    this.#cache.set(key, route);
    return route;
  }

  #points(a: CpuBox, b: CpuBox): Point[] {
    const from = this.layout.units[a.unit];
    const to = this.layout.units[b.unit];
    if (a.unit === b.unit || !from || !to) return arc(center(a), center(b));
    const out = toBar(a, from);
    const back = toBar(b, to).reverse();
    const points = [...out, ...this.#overBars(a.node, b.node, out.at(-1) as Point, back[0] as Point), ...back];
    return points.map(snapped).filter((p, i, all) => i === 0 || !same(p, all[i - 1] as Point));
  }

  /** From bar to bar: along one, or over the links (the hub) to another. */
  #overBars(a: number, b: number, leave: Point, arrive: Point): Point[] {
    const from = this.#nodes.get(a);
    const to = this.#nodes.get(b);
    if (!from || !to) return [];
    if (a === b) return [onBar(from, leave), onBar(from, arrive)];
    const { hub, links } = this.layout;
    const points = [onBar(from, leave)];
    if (hub && from.toHub && to.toHub) {
      const y = hub.y + hub.h / 2;
      const [up, down] = [from.toHub[0] as Point, to.toHub[0] as Point];
      points.push(onBar(from, up), { x: up.x, y }, { x: down.x, y }, onBar(to, down));
    } else {
      let at = from;
      for (const { link, reversed } of hops(links, a, b)) {
        const wire = links[link];
        if (!wire) continue;
        const way = reversed ? [...wire.points].reverse() : wire.points;
        const next = this.#nodes.get(reversed ? wire.a : wire.b) ?? at;
        points.push(onBar(at, way[0] as Point), ...way, onBar(next, way.at(-1) as Point));
        at = next;
      }
    }
    points.push(onBar(to, arrive));
    return points;
  }
}
