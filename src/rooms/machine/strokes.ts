/**
 * Flows as strokes: a casing in the page's colour, so that crossings are readable, then the colour of the communication
 * group, with round corners.
 */
import type { Palette } from '../../signs/palette';
import type { Point, Rect } from '../../ui/geometry';
import { CASING } from './cell';

type Ctx = CanvasRenderingContext2D;

/** Lines narrower than this are drawn in the edge's colour (px). */
const THIN = 3.5;
const RADIUS = 9;

export interface Stroke {
  readonly points: readonly Point[];
  readonly width: number;
  readonly hue: number;
  /** For a group with hollow shapes: a double line if it is wide enough. */
  readonly hollow: boolean;
  /** A line that ends away from its task ends in a dot. */
  readonly dots: readonly Point[];
}

/** Traces level and upright stretches with round corners. */
export function trace(ctx: Ctx, points: readonly Point[], radius = RADIUS): void {
  points.forEach((p, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (!before) ctx.moveTo(p.x, p.y);
    else if (!after) ctx.lineTo(p.x, p.y);
    else {
      const room = Math.min(Math.hypot(p.x - before.x, p.y - before.y), Math.hypot(p.x - after.x, p.y - after.y)) / 2;
      ctx.arcTo(p.x, p.y, after.x, after.y, Math.min(radius, room));
    }
  });
}

export function drawStroke(ctx: Ctx, palette: Palette, { points, width, hue, hollow, dots }: Stroke): void {
  const [color, edge] = [palette.group[hue] ?? '', palette.groupEdge[hue] ?? ''];
  const thin = width < THIN;
  const line = (stroke: string, lineWidth: number): void => {
    ctx.beginPath();
    trace(ctx, points);
    ctx.strokeStyle = stroke;
    ctx.lineWidth = lineWidth;
    ctx.stroke();
  };
  ctx.lineCap = 'butt';
  line(palette.page, width + 2 * CASING);
  ctx.lineCap = 'round';
  line(edge, width);
  if (hollow && !thin) line(palette.page, width * 0.34);
  else if (!thin && edge !== color) line(color, width - 1.6);
  for (const { x, y } of dots) {
    ctx.beginPath();
    ctx.arc(x, y, width / 2 + 1.5, 0, 2 * Math.PI);
    ctx.fillStyle = edge;
    ctx.fill();
  }
}

const inside = ({ x, y }: Point, r: Rect): boolean => x >= r.x && x <= r.x + r.w && y >= r.y && y <= r.y + r.h;

/** The point at which the segment from `a`, inside a box, to `b`, outside, leaves the box. */
function exit(a: Point, b: Point, r: Rect): Point {
  const part = (from: number, to: number, low: number, high: number): number =>
    to > high ? (high - from) / (to - from) : to < low ? (low - from) / (to - from) : 1;
  const t = Math.min(part(a.x, b.x, r.x, r.x + r.w), part(a.y, b.y, r.y, r.y + r.h));
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** The part of a line outside of the box in which it begins. */
export function trimmed(points: readonly Point[], box: Rect): readonly Point[] {
  const out = points.findIndex((p) => !inside(p, box));
  if (out <= 0) return points;
  return [exit(points[out - 1] as Point, points[out] as Point, box), ...points.slice(out)];
}
