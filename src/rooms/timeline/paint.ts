/** Puts the timeline on its canvas. */
import { tickStep, ticks } from 'd3-array';
import { Fill, groupFill, groupHue, type Palette } from '../../signs/palette';
import type { Rows } from './rows';
import type { Segments } from './segments';
import { paintRow, type Span } from './strip';

/** Height of the time axis, in text heights. */
export const AXIS = 1.7;

const OPACITY: Readonly<Record<Fill, number>> = { [Fill.solid]: 255, [Fill.hollow]: 150, [Fill.ringed]: 90 };

/** A computed CSS colour as a little-endian RGBA word. */
export function pack(color: string, alpha = 255): number {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return ((Math.round(alpha) << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0;
}

/** How much of the colour of the others is left while one task is followed. */
const FADED = 0.22;

/** The word of each task's colour; of a task that is followed, the ink's. */
export function taskColors(tasks: Uint16Array, palette: Palette, followed: number | null = null): Uint32Array {
  return Uint32Array.from({ length: tasks.length >> 1 }, (_, task) => {
    if (task === followed) return pack(palette.ink);
    const group = tasks[task * 2 + 1] ?? 0;
    const opacity = OPACITY[groupFill(group)] * (followed === null ? 1 : FADED);
    return pack(palette.group[groupHue(group)] ?? '', opacity);
  });
}

/** A moment on the axis: as many decimals of a millisecond as the distance of the ticks asks for. */
export function tickLabel(ns: number, stepNs: number): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(stepNs / 1e6) - 1e-9));
  return `${(ns / 1e6).toFixed(decimals)} ms`;
}

export interface TimelineLane {
  readonly segments: Segments;
  readonly colors: Uint32Array;
  /** Where the lane stands (ns). */
  readonly nowNs: number;
  readonly marks: readonly Mark[];
}

/** A moment that is marked in a lane. */
export interface Mark {
  readonly kind: 'flip' | 'fork' | 'difference' | 'note';
  readonly ns: number;
}

/** Half the width of a mark (px). */
const MARK = 5;

/** A triangle for a flip, a fork for what leaves, a diamond for the first difference, a flag for a note. */
function traceMark(ctx: CanvasRenderingContext2D, kind: Mark['kind'], x: number, y: number): void {
  ctx.beginPath();
  switch (kind) {
    case 'flip':
      ctx.moveTo(x - MARK, y);
      ctx.lineTo(x + MARK, y);
      ctx.lineTo(x, y + 7);
      break;
    case 'fork':
      ctx.moveTo(x, y);
      ctx.lineTo(x + MARK, y + 7);
      ctx.lineTo(x, y + 4);
      ctx.lineTo(x - MARK, y + 7);
      break;
    case 'difference':
      ctx.moveTo(x, y);
      ctx.lineTo(x + MARK, y + MARK);
      ctx.lineTo(x, y + 2 * MARK);
      ctx.lineTo(x - MARK, y + MARK);
      break;
    case 'note':
      ctx.moveTo(x, y);
      ctx.lineTo(x + 2 * MARK, y + 3);
      ctx.lineTo(x, y + 6);
      break;
  }
  ctx.closePath();
  ctx.fill();
}

/** Width of a stripe and of the gap after it (px). */
export const STRIPE = 2;

/** The rows as pixels of the device, put on the canvas in one go. */
export interface Strip {
  readonly pixels: Uint32Array;
  readonly width: number;
  /** How wide a stripe of what is wasted is in its own pixels, of which another strip may have more a px. */
  readonly stripe: number;
  put(ctx: CanvasRenderingContext2D): void;
}

export interface View {
  readonly width: number;
  readonly fromNs: number;
  readonly toNs: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

export function paintTimeline(
  ctx: CanvasRenderingContext2D,
  strip: Strip,
  rows: Rows,
  lanes: readonly TimelineLane[],
  view: View,
  palette: Palette,
): void {
  const { width, fromNs, toNs, ratio } = view;
  const span: Span = { fromNs, toNs, width: strip.width, stripe: strip.stripe };
  const height = rows.height;
  const x = (ns: number): number => ((ns - fromNs) / (toNs - fromNs)) * width;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height + palette.text * AXIS);

  strip.pixels.fill(0);
  const others = { unknown: pack(palette.edge2, 110), wasted: pack(palette.alarm) };
  for (const row of rows.rows) {
    const lane = lanes[row.lane];
    const top = Math.round(row.y * ratio);
    const bottom = Math.max(Math.round((row.y + row.h) * ratio), top + 1);
    const first = top * strip.width;
    if (lane) paintRow(lane.segments, row.cpu, span, strip.pixels, first, lane.colors, others);
    for (let y = top + 1; y < bottom; y += 1) strip.pixels.copyWithin(y * strip.width, first, first + strip.width);
  }
  strip.put(ctx);

  // Beneath the rows.
  ctx.globalCompositeOperation = 'destination-over';
  ctx.font = `${palette.text * 0.9}px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.lineWidth = palette.stroke;
  const wanted = Math.max(Math.floor(width / (palette.text * 11)), 2);
  const step = tickStep(fromNs, toNs, wanted);
  for (const ns of ticks(fromNs, toNs, wanted)) {
    const at = Math.round(x(ns)) + 0.5;
    ctx.strokeStyle = palette.edge1;
    ctx.beginPath();
    ctx.moveTo(at, 0);
    ctx.lineTo(at, height + 3);
    ctx.stroke();
    const label = tickLabel(ns, step);
    const half = ctx.measureText(label).width / 2;
    if (at < half || at > width - half) continue;
    ctx.textAlign = 'center';
    ctx.fillStyle = palette.ink3;
    ctx.fillText(label, at, height + palette.text * 0.95);
  }
  ctx.globalCompositeOperation = 'source-over';

  lanes.forEach(({ nowNs, marks }, lane) => {
    const place = rows.lanes[lane];
    if (!place) return;
    for (const { kind, ns } of marks) {
      const at = x(ns);
      if (at < 0 || at > width) continue;
      ctx.fillStyle = kind === 'difference' ? palette.focus : kind === 'flip' ? palette.alarm : palette.ink2;
      ctx.fillRect(at - palette.stroke, place.y, palette.stroke * 2, place.h);
      traceMark(ctx, kind, at, place.y);
    }
    // Racing lanes are not at the same moment.
    const now = Math.min(x(nowNs), width - 1);
    if (now < 0 || x(nowNs) > width + 1) return;
    ctx.fillStyle = palette.ink;
    ctx.fillRect(now - palette.stroke * 0.75, place.y, palette.stroke * 1.5, place.h);
  });
}
