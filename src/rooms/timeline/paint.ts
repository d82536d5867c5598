/** Draws a lane of the timeline on its canvas. */
import { tickStep, ticks } from 'd3-array';
import type { Palette } from '../../signs/palette';
import { count } from '../../words/format';
import { eachBar, type Span, stepsOf, xOf } from './bars';
import { labelOf } from './groups';
import { edge, type Look, paintBar } from './look';
import { traceMark } from './marks';
import { type Row, rowOf } from './rows';
import { AXIS, type TimelineScene } from './scene';
import type { Segments } from './segments';
import type { Stretch } from './stretch';

type Context = CanvasRenderingContext2D;

/** The highlighted items: the picked interval, and the waker of its task with the time. */
export interface Picked {
  readonly stretch: Stretch;
  readonly waker: { readonly cpu: number; readonly ns: number } | null;
}

export interface Painted {
  readonly looks: readonly Look[];
  readonly followed: number | null;
  readonly picked: Picked | null;
  readonly palette: Palette;
}

/** Space between two labels of the axis, in text heights. */
const TICKS = 7;
const HEAD = 5;
const UNIT = ' ms';

/** A moment on the axis: as many decimals of a millisecond as the tick distance needs. */
export function tickLabel(ns: number, stepNs: number): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(stepNs / 1e6) - 1e-9));
  return count(ns / 1e6, decimals);
}

export function paintLane(ctx: Context, scene: TimelineScene, lane: number, painted: Painted, ratio: number): void {
  const { size, gutter, axis, scroll, span } = scene;
  const segments = scene.segments(lane);
  const sceneLane = scene.lanes[lane];
  const { palette } = painted;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, size.width, size.height);
  if (!segments || !sceneLane) return;
  ctx.textBaseline = 'middle';
  paintAxis(ctx, scene, palette);
  ctx.font = `700 ${size.text}px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.fillStyle = palette.ink;
  ctx.fillText(sceneLane.lane.toUpperCase(), 0, middleOfAxis(scene));
  ctx.save();
  clip(ctx, size.width, axis);
  ctx.translate(0, -scroll);
  paintLabels(ctx, scene, palette);
  ctx.translate(gutter.all, 0);
  const isSeen = ({ y, h }: Row) => y + h >= scroll && y <= scroll + axis;
  for (const row of scene.rows.rows.filter(isSeen)) {
    ctx.fillStyle = palette.raised;
    ctx.fillRect(0, row.y, span.width, row.h);
    if (row.folded) paintFolded(ctx, segments, row, span, painted);
    else
      eachBar(segments, row.cpus[0] ?? 0, span, (task, x, w) =>
        paintBar(ctx, task, painted.looks[task], [x, row.y, w, row.h], palette),
      );
  }
  if (painted.picked?.stretch.lane === lane) paintPicked(ctx, scene, painted.picked, palette);
  ctx.restore();
  ctx.translate(gutter.all, 0);
  for (const { kind, ns } of sceneLane.marks) {
    const at = xOf(span, ns);
    if (at < 0 || at > span.width) continue;
    ctx.fillStyle = kind === 'difference' ? palette.focus : kind === 'flip' ? palette.ink : palette.ink2;
    ctx.fillRect(at - palette.stroke, 0, palette.stroke * 2, axis);
    traceMark(ctx, kind, at, 0);
  }
  paintNow(ctx, xOf(span, sceneLane.recording.segments.nowNs), span.width, axis, palette);
  if (scene.scrolls) {
    const share = axis / scene.rows.height;
    ctx.fillStyle = palette.edge3;
    ctx.fillRect(span.width - 3, scroll * share, 3, axis * share);
  }
}

/** An exported drawing is as high as the visible part and needs no clipping. */
function clip(ctx: Context, width: number, height: number): void {
  if (!('clip' in ctx)) return;
  ctx.beginPath();
  ctx.rect(0, 0, width, height);
  ctx.clip();
}

const middleOfAxis = ({ axis, size: { text } }: TimelineScene): number => axis + (text * AXIS) / 2;

function paintAxis(ctx: Context, scene: TimelineScene, palette: Palette): void {
  const { span, gutter, axis, size } = scene;
  const { text } = size;
  const { fromNs, toNs, width } = span;
  const wanted = Math.max(Math.floor(width / (text * TICKS)), 2);
  const step = tickStep(fromNs, toNs, wanted);
  const middle = middleOfAxis(scene);
  ctx.font = `${text}px ${palette.font}`;
  ctx.textAlign = 'center';
  ctx.lineWidth = 1;
  ctx.strokeStyle = palette.edge1;
  const all = ticks(fromNs, toNs, wanted).map((ns) => ({ label: tickLabel(ns, step), x: gutter.all + xOf(span, ns) }));
  // The last label is the widest.
  const half = ctx.measureText(all.at(-1)?.label ?? '').width / 2;
  const seen = all.filter(({ x }) => x >= gutter.all + half && x <= gutter.all + width - half);
  for (const { x } of all) {
    ctx.beginPath();
    ctx.moveTo(Math.round(x) + 0.5, 0);
    ctx.lineTo(Math.round(x) + 0.5, axis + 3);
    ctx.stroke();
  }
  ctx.fillStyle = palette.ink2;
  for (const { label, x } of seen) ctx.fillText(label, x, middle);
  const end = (seen.at(-1)?.x ?? Number.POSITIVE_INFINITY) + half;
  if (end + ctx.measureText(UNIT).width >= gutter.all + width) return;
  ctx.textAlign = 'left';
  ctx.fillText(UNIT, end, middle);
}

/** Groups on the left, the open one in bold; its CPUs beside their rows. */
function paintLabels(ctx: Context, scene: TimelineScene, palette: Palette): void {
  const { rows, gutter, size } = scene;
  const { text, narrow } = size;
  // Rows may lie closer than their labels: then some go without one.
  const least = text;
  let last = Number.NEGATIVE_INFINITY;
  ctx.textAlign = narrow ? 'right' : 'left';
  // A label that would be cut is left out.
  const half = text * 0.35;
  const isSeen = (y: number) => y - half >= scene.scroll && y + half <= scene.scroll + scene.axis;
  const ordered = rows.labels.filter(({ y }) => isSeen(y)).sort((a, b) => Number(b.open) - Number(a.open));
  const taken: number[] = [];
  for (const { cpus, open, y } of ordered) {
    if ((narrow && open) || taken.some((other) => Math.abs(other - y) < least)) continue;
    taken.push(y);
    ctx.font = `${open ? '700 ' : ''}${text}px ${palette.font}`;
    ctx.fillStyle = open ? palette.ink : palette.ink2;
    ctx.fillText(labelOf(cpus, gutter.room), narrow ? gutter.all - 6 : 0, y);
  }
  ctx.textAlign = 'right';
  ctx.font = `${text}px ${palette.font}`;
  ctx.fillStyle = palette.ink2;
  for (const { cpus, folded, y, h } of rows.rows) {
    const middle = y + h / 2;
    if (folded || middle - last < least || !isSeen(middle)) continue;
    last = middle;
    ctx.fillText(String(cpus[0]), gutter.all - 6, middle);
  }
}

/** Its height is the number of busy CPUs; wasted CPUs are stacked above them, unknown ones above those. */
function paintFolded(ctx: Context, segments: Segments, { cpus, y, h }: Row, span: Span, painted: Painted): void {
  const { palette, followed } = painted;
  const one = h / cpus.length;
  const steps = stepsOf(segments, cpus, span);
  const fill = (color: string, of: (step: (typeof steps)[number]) => readonly [number, number]) => {
    ctx.fillStyle = color;
    for (const step of steps) {
      const [above, high] = of(step);
      if (high > 0) ctx.fillRect(step.x, y + h - (above + high) * one, step.width, high * one);
    }
  };
  fill(palette.edge3, ({ busy }) => [0, busy]);
  fill(palette.alarm, ({ busy, wasted }) => [busy, wasted]);
  fill(palette.edge1, ({ busy, wasted, unknown }) => [busy + wasted, unknown]);
  if (followed === null) return;
  ctx.fillStyle = palette.ink;
  for (const cpu of cpus)
    eachBar(segments, cpu, span, (task, x, w) => {
      if (task === followed) ctx.fillRect(x, y, w, h);
    });
}

function paintNow(ctx: Context, x: number, width: number, height: number, { ink }: Palette): void {
  if (x < 0 || x > width + 1) return;
  const at = Math.min(x, width - 1);
  ctx.fillStyle = ink;
  ctx.fillRect(at - 1, 0, 2, height);
  ctx.beginPath();
  ctx.moveTo(at - HEAD, 0);
  ctx.lineTo(at + HEAD, 0);
  ctx.lineTo(at, HEAD + 1);
  ctx.closePath();
  ctx.fill();
}

/** The frame of the selected item, and an arrow from its waker. */
function paintPicked(ctx: Context, scene: TimelineScene, { stretch, waker }: Picked, palette: Palette): void {
  const { span, rows } = scene;
  const row = rowOf(rows, stretch.cpu);
  if (!row) return;
  const x = Math.max(xOf(span, stretch.from), 0);
  const width = Math.min(xOf(span, stretch.to), span.width) - x;
  if (width < 0) return;
  if (!row.folded) edge(ctx, x - 1, row.y - 1, Math.max(width, 2) + 2, row.h + 2, palette.ink, 2);
  const from = waker && rowOf(rows, waker.cpu);
  if (!waker || !from || xOf(span, stretch.from) < 0) return;
  arrow(ctx, [xOf(span, waker.ns), from.y + from.h / 2], [x, row.y + row.h / 2], palette);
}

type Point = readonly [x: number, y: number];

/** With a casing in the colour of the page, so that it is visible over bars. */
function arrow(ctx: Context, [x0, y0]: Point, [x1, y1]: Point, { ink, panel }: Palette): void {
  // It leaves vertically, and arrives from the left.
  const way = Math.sign(y1 - y0);
  const bend = Math.max((x1 - x0) / 2, 8);
  for (const [color, width] of [
    [panel, 4.5],
    [ink, 2],
  ] as const) {
    ctx.strokeStyle = ctx.fillStyle = color;
    ctx.lineWidth = width;
    const out = (width - 2) / 2;
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.bezierCurveTo(x0, y0 + way * Math.abs(y1 - y0) * 0.6, x1 - bend, y1, x1 - HEAD, y1);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x1 + out, y1);
    ctx.lineTo(x1 - HEAD - 2 - out, y1 - HEAD + 1 - out);
    ctx.lineTo(x1 - HEAD - 2 - out, y1 + HEAD - 1 + out);
    ctx.closePath();
    ctx.fill();
    ctx.beginPath();
    ctx.arc(x0, y0, 3 + out, 0, 2 * Math.PI);
    ctx.fill();
  }
}
