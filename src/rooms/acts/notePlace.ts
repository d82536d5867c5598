/** Places a box with a word beside the part that it explains, and the line between the two. */
import { center, type Point, type Rect, type Size } from '../../ui/geometry';
import { edges, framed, type Ground, grown, overlap } from './places';

/** Distance of the tried positions (px). */
const GRID = 8;
/** Positions from one edge to the other, both included. */
const along = (last: number): readonly number[] =>
  last < 2 ? [] : [...Array.from({ length: Math.ceil((last - 2) / GRID) }, (_, i) => 2 + i * GRID), last];
/** Margin around lit parts (px). */
const APART = 10;
/** Weight of covered text relative to covered lit parts. */
const WRITTEN = 0.0003;
/** The cost of a shape per position in the list, as a distance (px). */
const LATER = 24;

/** An arrow of the decision lens, from the CPU that decides to the chosen one. */
export type Arrow = readonly [from: Point, to: Point];
/** The cost of a box over an arrow, as a covered area (px²). */
const ON_ARROW = 600;

/**
 * The position and shape of a box that covers as little as possible of the lit parts and of the arrow, then of the
 * labels, and is as near as possible to the part that it explains.
 */
export function placed(
  shapes: readonly Size[],
  target: Rect,
  lit: readonly Rect[],
  ground: Ground,
  arrow: Arrow | null = null,
) {
  const taken = lit.map((box) => grown(box, APART));
  const frame = framed(target);
  const names = [...edges(ground), ...ground.units.flatMap(({ label }) => label ?? [])];
  const goal = center(target);
  let best = { x: 0, y: 0, w: 0, h: 0, shape: 0 };
  let least = Number.POSITIVE_INFINITY;
  for (const [shape, size] of shapes.entries()) {
    for (const y of along(ground.height - 2 - size.h)) {
      for (const x of along(ground.width - 2 - size.w)) {
        const box = { x, y, ...size };
        const at = center(box);
        const over = (boxes: readonly Rect[]) => boxes.reduce((sum, one) => sum + overlap(box, one), 0);
        // If everything is lit, the explained part stays visible.
        const onArrow = arrow && meets(...arrow, box) ? ON_ARROW : 0;
        const covered = over(taken) + onArrow + 100 * overlap(box, frame) + WRITTEN * over(names);
        const cost = covered * 1000 + Math.hypot(at.x - goal.x, (at.y - goal.y) * 1.2) + shape * LATER;
        if (cost < least) {
          least = cost;
          best = { ...box, shape };
        }
      }
    }
  }
  return best;
}

/** Widths of a name at an end of a cluster's label and of the number of a CPU, and their height, in heights of text. */
const NAME = 5;
const NUMBER = 2;
const HIGH = 1.3;

/** The labels of the drawing. */
export function written({ text, cpus, units, nodes }: Ground): readonly Rect[] {
  const high = text * HIGH;
  const ends = units.flatMap(({ label }) => {
    if (!label) return [];
    const w = Math.min(label.w * 0.45, text * NAME);
    return [
      { ...label, w },
      { ...label, x: label.x + label.w - w, w },
    ];
  });
  const numbers = cpus.map(({ x, y, w }) => ({ x: x + w - NUMBER * text, y, w: NUMBER * text, h: high }));
  const bars = nodes.map(({ bar }) => ({ x: bar.x - text, y: bar.y - high, w: bar.w + 2 * text, h: high }));
  return [...ends, ...numbers, ...bars, ...nodes.map(({ title }) => title)];
}

/** Whether a line intersects a box: its part between the box's sides. */
function meets(from: Point, to: Point, box: Rect): boolean {
  let [first, last] = [0, 1];
  for (const [start, way, low, size] of [
    [from.x, to.x - from.x, box.x, box.w],
    [from.y, to.y - from.y, box.y, box.h],
  ] as const) {
    // For a vertical or horizontal line both are infinite; for one along a side they are NaN, which compares as false.
    const [one, other] = [(low - start) / way, (low + size - start) / way];
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  }
  return first < last;
}

/** Positions on a side of a box at which a line may begin or end. */
const SHARES = [0.5, 0.3, 0.7, 0.12, 0.88];
const onEdge = ({ x, y, w, h }: Rect): readonly Point[] =>
  SHARES.flatMap((share) => [
    { x: x + w * share, y },
    { x: x + w * share, y: y + h },
    { x, y: y + h * share },
    { x: x + w, y: y + h * share },
  ]);

/** The middle of a CPU, where a shape is drawn. */
const shapeOf = ({ x, y, w, h }: Rect): Rect => ({ x: x + w * 0.3, y: y + h * 0.25, w: w * 0.4, h: h * 0.5 });

/** The cost of a line over a label, over a lit shape, or across the parts that it connects (px of its length). */
const OVER = { written: 1000, lit: 300, ends: 3000 } as const;

/**
 * The line from the edge of a part to the edge of the box that explains it: it covers as little as possible of the
 * labels, then of the lit shapes, and is short.
 */
export function leader(
  target: Rect,
  box: Rect,
  lit: readonly Rect[],
  ground: Ground,
): readonly [from: Point, to: Point] {
  const texts = written(ground);
  const shapes = ground.cpus.map(shapeOf).filter((shape) => lit.some((one) => overlap(one, shape) > 0));
  const frames = [grown(target, -1), grown(box, -1)];
  const over = (boxes: readonly Rect[], from: Point, to: Point) => boxes.filter((one) => meets(from, to, one)).length;
  const goal = center(target);
  let best: readonly [Point, Point] = [goal, center(box)];
  let least = Number.POSITIVE_INFINITY;
  for (const from of onEdge(target)) {
    for (const to of onEdge(box)) {
      // Of lines of equal length, the one from the middle of a side.
      const length = Math.hypot(to.x - from.x, to.y - from.y) + Math.hypot(from.x - goal.x, from.y - goal.y) / 8;
      if (length >= least) continue;
      const cost =
        length +
        OVER.ends * over(frames, from, to) +
        OVER.written * over(texts, from, to) +
        OVER.lit * over(shapes, from, to);
      if (cost < least) {
        least = cost;
        best = [from, to];
      }
    }
  }
  return best;
}
