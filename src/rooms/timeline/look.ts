/** The look of a bar: the colour of its task's group, its fill, and hatching for wasted time. */
import { Fill, groupFill, groupHue, type Palette } from '../../signs/palette';
import { THROTTLED, UNKNOWN, WASTED } from './segments';

export interface Look {
  readonly fill: string;
  readonly edge: string;
  readonly kind: Fill;
  readonly alpha: number;
}

/** Opacity of the other tasks while one task is followed. */
const DIMMED = 0.35;

/** The look of each task; a followed task is ink. */
export function looksOf(tasks: Uint16Array, palette: Palette, followed: number | null = null): readonly Look[] {
  return Array.from({ length: tasks.length >> 1 }, (_, task) => {
    if (task === followed) return { fill: palette.ink, edge: palette.ink, kind: Fill.solid, alpha: 1 };
    const group = tasks[task * 2 + 1] ?? 0;
    const hue = groupHue(group);
    const kind = groupFill(group);
    return {
      fill: (kind === Fill.solid ? palette.group : palette.groupTint)[hue] ?? '',
      edge: palette.groupEdge[hue] ?? '',
      kind,
      alpha: followed === null ? 1 : DIMMED,
    };
  });
}

const RADIUS = 2;
/** A bar has an edge, or stripes, from this width on (px). */
const EDGED_FROM = 4;
/** A dot, from this width on. */
const DOTTED_FROM = 10;
/** The size of the pause sign (px), and the distance between two. */
const PAUSE_WIDE = 7;
const PAUSE_HIGH = 9;
const PAUSES = 64;
/** From one stripe to the next. */
const STRIPES = 5;

type Context = CanvasRenderingContext2D;

function traceBar(ctx: Context, x: number, y: number, w: number, h: number): void {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, Math.min(RADIUS, w / 2, h / 2));
}

/** An edge inside of a bar. */
export function edge(ctx: Context, x: number, y: number, w: number, h: number, color: string, width: number): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  traceBar(ctx, x + width / 2, y + width / 2, Math.max(w - width, 0), h - width);
  ctx.stroke();
}

/** Slanted stripes in page coordinates, so that those of neighbours line up. */
function hatch(ctx: Context, x: number, y: number, w: number, h: number): void {
  ctx.beginPath();
  for (let at = Math.ceil((x - h) / STRIPES) * STRIPES; at < x + w; at += STRIPES) {
    const from = Math.max(at, x);
    const to = Math.min(at + h, x + w);
    if (to <= from) continue;
    ctx.moveTo(from, y + h - (from - at));
    ctx.lineTo(to, y + h - (to - at));
  }
  ctx.stroke();
}

/** Two upright bars, the sign of a pause, as often as there is room, on a dashed line. */
function paintThrottled(ctx: Context, x: number, y: number, w: number, h: number, palette: Palette): void {
  const middle = y + h / 2;
  ctx.strokeStyle = ctx.fillStyle = palette.ink2;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  ctx.moveTo(x, middle);
  ctx.lineTo(x + w, middle);
  ctx.stroke();
  ctx.setLineDash([]);
  const high = Math.min(h * 0.7, PAUSE_HIGH);
  for (let at = x + w / 2 - Math.floor(w / 2 / PAUSES) * PAUSES; at + PAUSE_WIDE / 2 <= x + w; at += PAUSES) {
    if (at - PAUSE_WIDE / 2 < x) continue;
    ctx.fillRect(at - PAUSE_WIDE / 2, middle - high / 2, 2, high);
    ctx.fillRect(at + PAUSE_WIDE / 2 - 2, middle - high / 2, 2, high);
  }
}

export function paintBar(
  ctx: Context,
  task: number,
  look: Look | undefined,
  [x, y, w, h]: readonly [x: number, y: number, w: number, h: number],
  palette: Palette,
): void {
  if (task === THROTTLED) {
    paintThrottled(ctx, x, y, w, h, palette);
    return;
  }
  if (task === UNKNOWN || (task !== WASTED && !look)) {
    ctx.fillStyle = palette.edge1;
    ctx.fillRect(x, y, w, h);
    return;
  }
  if (task === WASTED) {
    ctx.fillStyle = ctx.strokeStyle = palette.alarm;
    if (w < EDGED_FROM) {
      ctx.fillRect(x, y, w, h);
      return;
    }
    ctx.fillStyle = palette.panel;
    ctx.fillRect(x, y, w, h);
    ctx.lineWidth = 1;
    hatch(ctx, x, y, w, h);
    edge(ctx, x, y, w, h, palette.alarm, 1);
    return;
  }
  const { fill, edge: color, kind, alpha } = look as Look;
  ctx.globalAlpha = alpha;
  ctx.fillStyle = w < EDGED_FROM && kind !== Fill.solid ? color : fill;
  if (w < EDGED_FROM) ctx.fillRect(x, y, w, h);
  else {
    traceBar(ctx, x, y, w, h);
    ctx.fill();
    if (color !== fill) edge(ctx, x, y, w, h, color, 1.5);
    if (kind === Fill.ringed && w >= DOTTED_FROM) {
      ctx.fillStyle = color;
      ctx.beginPath();
      ctx.arc(x + w / 2, y + h / 2, 2, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
  ctx.globalAlpha = 1;
}
