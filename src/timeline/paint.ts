/** Puts the timeline on its canvas. */
import { tickStep, ticks } from 'd3-array';
import { Fill, groupFill, groupHue, type Palette } from '../ui/palette';
import type { Rows } from './rows';
import type { Segments } from './segments';
import { paintRow, type Span } from './strip';

/** Height of the time axis, in text heights. */
export const AXIS = 1.7;

const OPACITY: Readonly<Record<Fill, number>> = { [Fill.solid]: 255, [Fill.hollow]: 150, [Fill.ringed]: 90 };

/** A computed CSS colour as a little-endian RGBA word. */
export function pack(color: string, alpha = 255): number {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return ((alpha << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0;
}

/** The word of each task's colour. */
export function taskColors(tasks: Uint16Array, palette: Palette): Uint32Array {
  return Uint32Array.from({ length: tasks.length >> 1 }, (_, task) => {
    const group = tasks[task * 2 + 1] ?? 0;
    return pack(palette.group[groupHue(group)] ?? '', OPACITY[groupFill(group)]);
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
}

/** The rows as pixels of the device, put on the canvas in one go. */
export interface Strip {
  readonly pixels: Uint32Array;
  readonly width: number;
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
  const span: Span = { fromNs, toNs, width: strip.width };
  const height = rows.height;
  const x = (ns: number): number => ((ns - fromNs) / (toNs - fromNs)) * width;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height + palette.text * AXIS);

  strip.pixels.fill(0);
  const unknown = pack(palette.edge2, 110);
  for (const row of rows.rows) {
    const lane = lanes[row.lane];
    const top = Math.round(row.y * ratio);
    const bottom = Math.max(Math.round((row.y + row.h) * ratio), top + 1);
    const first = top * strip.width;
    if (lane) paintRow(lane.segments, row.cpu, span, strip.pixels, first, lane.colors, unknown);
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

  lanes.forEach(({ segments }, lane) => {
    const place = rows.lanes[lane];
    if (!place) return;
    for (const ns of segments.flips) {
      const at = x(ns);
      if (at < 0 || at > width) continue;
      ctx.fillStyle = palette.alarm;
      ctx.fillRect(at - palette.stroke, place.y, palette.stroke * 2, place.h);
      ctx.beginPath();
      ctx.moveTo(at - 5, place.y);
      ctx.lineTo(at + 5, place.y);
      ctx.lineTo(at, place.y + 7);
      ctx.closePath();
      ctx.fill();
    }
    // Racing lanes are not at the same moment.
    const now = Math.min(x(segments.nowNs), width - 1);
    if (now < 0) return;
    ctx.fillStyle = palette.ink;
    ctx.fillRect(now - palette.stroke * 0.75, place.y, palette.stroke * 1.5, place.h);
  });
}
