/**
 * The path from one CPU to another over the drawing, as on a transit map: alternating horizontal and vertical segments
 * along the wires. Inside a unit it is straight between neighbours, otherwise along the gutter; a CPU beside the tag
 * leaves its unit straight through the tag, one behind another CPU through the gutter. No path crosses another CPU's
 * shape.
 */

import { center, type Point } from '../../ui/geometry';
import type { CpuBox, Layout, LinkWire, NodeBox, UnitBox } from './boxes';

/** The room of a segment: paths that share a channel take separate tracks in it. */
export interface Channel {
  readonly key: string;
  readonly low: number;
  readonly high: number;
  /** The side from which tracks are assigned. */
  readonly begin: 'low' | 'high' | 'middle';
}

/** A horizontal segment at a y, a vertical one at an x: `at`. */
export interface Stretch {
  readonly upright: boolean;
  readonly at: number;
  readonly channel: Channel;
}

export interface CpuPath {
  readonly from: Point;
  readonly to: Point;
  readonly stretches: readonly Stretch[];
  /** It stays inside one unit. */
  readonly near: boolean;
}

/** The corners of a path whose segments are at `at`. */
export function cornersOf(
  { from, to, stretches }: CpuPath,
  at: readonly number[] = stretches.map((s) => s.at),
): Point[] {
  if (stretches.length === 0) return [from, to];
  const point = (i: number, other: Point, j: number): Point => {
    const upright = stretches[i]?.upright ?? false;
    const position = at[i] ?? 0;
    const next = at[j];
    return upright ? { x: position, y: next ?? other.y } : { x: next ?? other.x, y: position };
  };
  const last = stretches.length - 1;
  const between = stretches.slice(1).map((_, i) => point(i, from, i + 1));
  const all = [point(0, from, -1), ...between, point(last, to, last + 1)];
  return all.filter((p, i) => i === 0 || !same(p, all[i - 1] as Point));
}

const same = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01;

/** Hops over links between nodes: `reversed` if a link is followed from its `b` to its `a`. */
export interface Hop {
  readonly link: number;
  readonly reversed: boolean;
}

/** The fewest links from node to node (breadth first, links in the machine's order). */
export function hops(links: readonly Pick<LinkWire, 'a' | 'b'>[], from: number, to: number): Hop[] {
  const cameFrom = new Map<number, { readonly node: number; readonly hop: Hop } | null>([[from, null]]);
  const queue = [from];
  for (let node = queue.shift(); node !== undefined && !cameFrom.has(to); node = queue.shift()) {
    links.forEach(({ a, b }, link) => {
      const next = a === node ? b : b === node ? a : undefined;
      if (next === undefined || cameFrom.has(next)) return;
      cameFrom.set(next, { node, hop: { link, reversed: b === node } });
      queue.push(next);
    });
  }
  const path: Hop[] = [];
  for (let step = cameFrom.get(to); step; step = cameFrom.get(step.node)) path.unshift(step.hop);
  return path;
}

/** Null if there is no such CPU, or both are the same. */
export function pathBetween(layout: Layout, src: number, dst: number): CpuPath | null {
  const [a, b] = [layout.cpus[src], layout.cpus[dst]];
  const [from, to] = [a && layout.units[a.unit], b && layout.units[b.unit]];
  if (!a || !b || !from || !to || a === b) return null;
  const near = a.unit === b.unit;
  const stretches = near
    ? inside(a, b, from)
    : joined([...leaving(a, from), ...overBars(layout, a.node, b.node), ...leaving(b, to).reverse()]);
  return { from: center(a), to: center(b), stretches, near };
}

/** The distance from its middle at which a line may leave a cell, as a fraction of the cell. */
const ASIDE = 0.2;

const levelFrom = (cell: CpuBox): Stretch => {
  const { y } = center(cell);
  const room = cell.h * ASIDE;
  return { upright: false, at: y, channel: { key: `y${cell.cpu}`, low: y - room, high: y + room, begin: 'middle' } };
};
const uprightFrom = (cell: CpuBox): Stretch => {
  const { x } = center(cell);
  const room = cell.w * ASIDE;
  return { upright: true, at: x, channel: { key: `x${cell.cpu}`, low: x - room, high: x + room, begin: 'middle' } };
};

/** The gutter a CPU uses: below its row, above it in the last one. */
const gutterOf = (cell: CpuBox, unit: UnitBox): number => Math.min(cell.row, unit.gutters.length - 1);

function alongGutter(cell: CpuBox, unit: UnitBox): Stretch {
  const i = gutterOf(cell, unit);
  const gutter = unit.gutters[i] ?? unit;
  const key = `gutter${unit.unit}.${i}`;
  // Upper rows keep above, lower ones below.
  const begin = cell.y < gutter.y ? 'low' : 'high';
  return { upright: false, at: center(gutter).y, channel: { key, low: gutter.y, high: gutter.y + gutter.h, begin } };
}

/** The segments from a CPU out of its unit. */
const leaving = (cell: CpuBox, unit: UnitBox): Stretch[] =>
  cell.column === 0 ? [levelFrom(cell)] : [uprightFrom(cell), alongGutter(cell, unit)];

function inside(a: CpuBox, b: CpuBox, unit: UnitBox): Stretch[] {
  const [across, down] = [Math.abs(a.column - b.column), Math.abs(a.row - b.row)];
  if (across <= 1 && down === 0) return [levelFrom(a)];
  if (across === 0 && down === 1) return [uprightFrom(a)];
  const [out, back] = [alongGutter(a, unit), alongGutter(b, unit)];
  if (out.channel.key === back.channel.key) return [uprightFrom(a), out, uprightFrom(b)];
  // Beside the column of the other.
  const x = b.x > a.x ? b.x - 2 : b.x + b.w + 2;
  const beside: Stretch = {
    upright: true,
    at: x,
    channel: { key: `beside${b.cpu}`, low: x, high: x, begin: 'middle' },
  };
  return [uprightFrom(a), out, beside, back, uprightFrom(b)];
}

/** Bars above each other are one channel: a line that continues from one to the next keeps its track. */
function alongBar({ bar }: NodeBox): Stretch {
  const channel = { key: `bar${Math.round(bar.x)}`, low: bar.x, high: bar.x + bar.w, begin: 'middle' as const };
  return { upright: true, at: center(bar).x, channel };
}

/** From bar to bar: along one, or over the links (the hub) to another. */
function overBars({ nodes, links, hub }: Layout, a: number, b: number): Stretch[] {
  const barOf = (node: number): Stretch[] => nodes.filter((one) => one.node === node).map(alongBar);
  if (a === b) return barOf(a);
  if (hub) {
    const channel: Channel = { key: 'hub', low: hub.y, high: hub.y + hub.h, begin: 'middle' };
    return [...barOf(a), { upright: false, at: center(hub).y, channel }, ...barOf(b)];
  }
  const over = hops(links, a, b).flatMap(({ link, reversed }) => {
    const wire = links[link];
    if (!wire) return [];
    return [...acrossLink(wire, link), ...barOf(reversed ? wire.a : wire.b)];
  });
  return [...barOf(a), ...over];
}

/** The horizontal segment of a link; one that continues along the bars has none. */
function acrossLink({ points, room }: LinkWire, link: number): Stretch[] {
  const [end, before] = [points.at(-1) as Point, points.at(-2) as Point];
  const y = (points.length > 3 ? (points[2] as Point) : end).y;
  const isLevel = points.some((p, i) => i > 0 && Math.abs(p.x - (points[i - 1] as Point).x) > 0.01);
  if (!isLevel || !before) return [];
  return [{ upright: false, at: y, channel: { key: `link${link}`, low: y - room, high: y + room, begin: 'middle' } }];
}

/** Joins consecutive segments in one direction, in the room that both have. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const out: Stretch[] = [];
  for (const next of stretches) {
    const last = out.at(-1);
    if (last?.upright !== next.upright) {
      out.push(next);
      continue;
    }
    const channel = {
      ...next.channel,
      low: Math.max(last.channel.low, next.channel.low),
      high: Math.min(last.channel.high, next.channel.high),
    };
    out[out.length - 1] = { ...next, channel };
  }
  return out;
}
