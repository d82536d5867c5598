/**
 * Puts one moment of a lane on a canvas. Paths are gathered by colour into arrays that are used
 * again, so that a frame costs a few dozen canvas calls per colour and no allocation per task.
 */
import { CpuFlag, type FrameView } from '../engine/frame';
import { CAUSES, NO_TASK } from '../scenario/generated/vocab';
import { Fill, groupFill, groupHue, HUES, type Palette } from '../ui/palette';
import type { CellPlan } from './cell';
import type { Flows } from './flows';
import type { Layout, Point } from './layout';
import { DASH, GLYPH, MOVE_KINDS } from './moves';
import type { Route } from './routes';
import { traceShape } from './shapes';
import { ease, type TokenField } from './tokens';

type Ctx = CanvasRenderingContext2D;

/** What tasks look like, by task number. */
export interface TaskLooks {
  readonly hue: Uint8Array;
  readonly fill: Uint8Array;
  readonly shape: Uint8Array;
}

export function taskLooks(tasks: Uint16Array, shapes: readonly number[]): TaskLooks {
  const n = tasks.length >> 1;
  const looks = { hue: new Uint8Array(n), fill: new Uint8Array(n), shape: new Uint8Array(n) };
  for (let i = 0; i < n; i += 1) {
    const group = tasks[i * 2 + 1] ?? 0;
    looks.hue[i] = groupHue(group);
    looks.fill[i] = groupFill(group);
    looks.shape[i] = shapes[tasks[i * 2] ?? 0] ?? 0;
  }
  return looks;
}

/** Numbers by bucket; keeps its memory. */
class Buckets {
  readonly #data: Float64Array[];
  readonly #length: Int32Array;

  constructor(buckets: number) {
    this.#data = Array.from({ length: buckets }, () => new Float64Array(256));
    this.#length = new Int32Array(buckets);
  }
  clear(): void {
    this.#length.fill(0);
  }
  push4(bucket: number, a: number, b: number, c: number, d: number): void {
    const at = this.#length[bucket] as number;
    let data = this.#data[bucket] as Float64Array;
    if (at + 4 > data.length) {
      const wider = new Float64Array(data.length * 2);
      wider.set(data);
      this.#data[bucket] = wider;
      data = wider;
    }
    data[at] = a;
    data[at + 1] = b;
    data[at + 2] = c;
    data[at + 3] = d;
    this.#length[bucket] = at + 4;
  }
  data(bucket: number): Float64Array {
    return this.#data[bucket] as Float64Array;
  }
  length(bucket: number): number {
    return this.#length[bucket] as number;
  }
}

const FILLS = 3;
const STYLES = HUES * FILLS;
const TAU = 2 * Math.PI;
const COUNTS = Array.from({ length: 256 }, (_, n) => `+${n}`);

/** Words that appear on the canvas. */
export interface CanvasWords {
  readonly wasted: string;
}

export class Painter {
  readonly #cells = new Buckets(HUES);
  /** Running tasks' shapes by colour and fill, then waiting tasks'. */
  readonly #shapes = new Buckets(2 * STYLES);
  readonly #wasted: number[] = [];
  readonly #overloaded: number[] = [];
  readonly #counts: number[] = [];
  readonly #glyphs = MOVE_KINDS.map((kind) => new Path2D(GLYPH[kind]));
  readonly #dash = MOVE_KINDS.map((kind) => [...DASH[kind]]);
  readonly #causes: readonly string[];
  readonly #head: { x: number; y: number } = { x: 0, y: 0 };

  constructor(
    readonly layout: Layout,
    readonly plan: CellPlan,
    readonly palette: Palette,
    readonly words: CanvasWords,
    causeOfKind: readonly number[],
  ) {
    this.#causes = causeOfKind.map((cause) => palette.cause[cause] ?? palette.ink2);
  }

  /** CPUs with what runs and waits on them. */
  cells(ctx: Ctx, frame: FrameView, looks: TaskLooks): void {
    const { layout, plan } = this;
    this.#cells.clear();
    this.#shapes.clear();
    this.#wasted.length = 0;
    this.#overloaded.length = 0;
    this.#counts.length = 0;
    let first = 0;
    for (let cpu = 0; cpu < layout.cpus.length; cpu += 1) {
      const box = layout.cpus[cpu];
      if (!box) continue;
      const waiting = frame.waitingOn(cpu);
      const task = frame.running(cpu);
      const flags = frame.flags(cpu);
      if (task !== NO_TASK) {
        this.#cells.push4(looks.hue[task] ?? 0, box.x, box.y, box.w, box.h);
        this.#shape(0, looks, task, box.x + plan.x, box.y + plan.y, plan.r);
      }
      const shown = Math.min(waiting, plan.waitColumns);
      for (let i = 0; i < shown; i += 1) {
        const x = box.x + plan.waitX + i * plan.waitStep;
        this.#shape(STYLES, looks, frame.waitingAt(first + i), x, box.y + plan.waitY, plan.waitR);
      }
      if (waiting > shown) this.#counts.push(cpu, waiting - shown);
      if (flags & CpuFlag.wasted) this.#wasted.push(cpu);
      if (flags & CpuFlag.overloaded) this.#overloaded.push(cpu, waiting);
      first += waiting;
    }
    this.#paintCells(ctx);
    this.#paintOverloaded(ctx);
    this.#paintShapes(ctx);
    this.#paintCounts(ctx);
    this.#paintWasted(ctx);
  }

  #shape(base: number, looks: TaskLooks, task: number, x: number, y: number, r: number): void {
    const style = base + (looks.hue[task] ?? 0) * FILLS + (looks.fill[task] ?? 0);
    this.#shapes.push4(style, looks.shape[task] ?? 0, x, y, r);
  }

  #paintCells(ctx: Ctx): void {
    ctx.lineWidth = this.palette.stroke * 1.25;
    for (let hue = 0; hue < HUES; hue += 1) {
      const data = this.#cells.data(hue);
      const n = this.#cells.length(hue);
      if (n === 0) continue;
      ctx.beginPath();
      for (let i = 0; i < n; i += 4) {
        ctx.roundRect(
          data[i] as number,
          data[i + 1] as number,
          data[i + 2] as number,
          data[i + 3] as number,
          this.plan.radius,
        );
      }
      ctx.fillStyle = this.palette.groupTint[hue] ?? '';
      ctx.fill();
      ctx.strokeStyle = this.palette.group[hue] ?? '';
      ctx.stroke();
    }
  }

  #paintShapes(ctx: Ctx): void {
    for (let style = 0; style < 2 * STYLES; style += 1) {
      const n = this.#shapes.length(style);
      if (n === 0) continue;
      const data = this.#shapes.data(style);
      const color = this.palette.group[Math.floor((style % STYLES) / FILLS)] ?? '';
      this.#shapeBatch(ctx, data, n, style % FILLS, color);
    }
  }

  #shapeBatch(ctx: Ctx, data: ArrayLike<number>, n: number, fill: number, color: string): void {
    if (fill === Fill.solid) {
      ctx.fillStyle = color;
      ctx.beginPath();
      for (let i = 0; i < n; i += 4) {
        traceShape(ctx, data[i] as number, data[i + 1] as number, data[i + 2] as number, data[i + 3] as number);
      }
      ctx.fill();
      return;
    }
    // Drawn a little smaller, so that the outline ends where a solid shape would.
    ctx.strokeStyle = color;
    ctx.lineWidth = Math.max((data[3] as number) * 0.3, 1.2);
    ctx.beginPath();
    for (let i = 0; i < n; i += 4) {
      traceShape(ctx, data[i] as number, data[i + 1] as number, data[i + 2] as number, (data[i + 3] as number) * 0.84);
    }
    ctx.stroke();
    if (fill !== Fill.ringed) return;
    ctx.fillStyle = color;
    ctx.beginPath();
    for (let i = 0; i < n; i += 4) {
      const x = data[i + 1] as number;
      const y = data[i + 2] as number;
      const r = (data[i + 3] as number) * 0.34;
      ctx.moveTo(x + r, y);
      ctx.arc(x, y, r, 0, TAU);
    }
    ctx.fill();
  }

  #paintOverloaded(ctx: Ctx): void {
    if (this.#overloaded.length === 0) return;
    const { plan, palette, layout } = this;
    ctx.strokeStyle = palette.ink;
    ctx.fillStyle = palette.ink;
    ctx.lineWidth = palette.stroke * 1.5;
    ctx.beginPath();
    for (let i = 0; i < this.#overloaded.length; i += 2) {
      const box = layout.cpus[this.#overloaded[i] as number];
      if (box) ctx.roundRect(box.x, box.y, box.w, box.h, plan.radius);
    }
    ctx.stroke();
    ctx.beginPath();
    for (let i = 0; i < this.#overloaded.length; i += 2) {
      const box = layout.cpus[this.#overloaded[i] as number];
      const share = Math.min((this.#overloaded[i + 1] as number) / 8, 1);
      if (box) ctx.rect(box.x + 3, box.y + box.h - plan.bar - 1, (box.w - 6) * share, plan.bar);
    }
    ctx.fill();
  }

  #paintCounts(ctx: Ctx): void {
    if (this.#counts.length === 0) return;
    const { plan, palette, layout } = this;
    ctx.fillStyle = palette.ink;
    ctx.font = `600 ${plan.countText}px ${palette.font}`;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    for (let i = 0; i < this.#counts.length; i += 2) {
      const box = layout.cpus[this.#counts[i] as number];
      if (box) ctx.fillText(COUNTS[this.#counts[i + 1] as number] ?? '', box.x + plan.countX, box.y + plan.countY);
    }
  }

  #paintWasted(ctx: Ctx): void {
    if (this.#wasted.length === 0) return;
    const { plan, palette, layout } = this;
    const { w, h } = layout.cell;
    ctx.beginPath();
    for (const cpu of this.#wasted) {
      const box = layout.cpus[cpu];
      if (box) ctx.roundRect(box.x, box.y, w, h, plan.radius);
    }
    ctx.fillStyle = palette.alarmTint;
    ctx.fill();
    ctx.strokeStyle = palette.alarm;
    ctx.lineWidth = palette.stroke * 2;
    ctx.setLineDash([4, 2.5]);
    ctx.stroke();
    ctx.setLineDash([]);
    // Below the number, where there is one.
    const top = plan.number ? Math.min(plan.number.text * 1.25, h * 0.4) : 0;
    const size = Math.min(palette.text, (h - top) * 0.72);
    const middle = Math.max((top + h) / 2, h / 2);
    ctx.font = `700 ${size}px ${palette.font}`;
    ctx.fillStyle = palette.alarm;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const fits = ctx.measureText(this.words.wasted).width <= w - 8;
    const text = fits ? this.words.wasted : '!';
    for (const cpu of this.#wasted) {
      const box = layout.cpus[cpu];
      if (box) ctx.fillText(text, box.x + w / 2, box.y + (fits ? middle : h / 2));
    }
  }

  /** The wires' load: cache lines per simulated ms, on a logarithmic scale that both lanes share. */
  traffic(ctx: Ctx, flows: Flows): void {
    const { layout, palette } = this;
    ctx.strokeStyle = palette.ink3;
    ctx.lineCap = 'butt';
    const line = (a: Point, b: Point, rate: number, most: number): void => {
      const load = Math.min(Math.log10(1 + rate / 20) / 3, 1);
      if (load < 0.02) return;
      ctx.globalAlpha = 0.35 + 0.65 * load;
      ctx.lineWidth = palette.stroke * (1 + most * load);
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      ctx.stroke();
    };
    for (const unit of layout.units) {
      const [port, end] = unit.wire;
      line(port, end, flows.linesOutside(unit.unit), 7);
      if (!unit.framed) continue;
      // Inside: the gap between the cells, up to the tag.
      const inner =
        unit.toBar === 'right' || unit.toBar === 'left'
          ? { x: unit.toBar === 'right' ? unit.x + 3 : unit.x + unit.w - 3, y: port.y }
          : { x: port.x, y: unit.toBar === 'bottom' ? unit.y + 3 : unit.y + unit.h - 3 };
      const tag = unit.tag;
      const stop = tag
        ? unit.toBar === 'right'
          ? { x: tag.x, y: port.y }
          : unit.toBar === 'left'
            ? { x: tag.x + tag.w, y: port.y }
            : unit.toBar === 'bottom'
              ? { x: port.x, y: tag.y }
              : { x: port.x, y: tag.y + tag.h }
        : port;
      if (unit.cpus.length > 2) line(inner, stop, flows.linesInside(unit.unit), 3);
    }
    layout.links.forEach((link, i) => {
      for (let k = 1; k < link.points.length; k += 1) {
        line(link.points[k - 1] as Point, link.points[k] as Point, flows.linesOverLink(i), 7);
      }
    });
    for (const node of layout.nodes) {
      if (node.toHub) line(node.toHub[0] as Point, node.toHub[1] as Point, flows.linesToHub(node.node), 7);
    }
    ctx.globalAlpha = 1;
  }

  /** Moves as bands: width by rate, side by side by cause; moves inside a unit widen its frame. */
  flows(ctx: Ctx, flows: Flows): void {
    const { layout } = this;
    const most = Math.max(Math.min(layout.cell.h * 0.9, 16), 6);
    for (const unit of layout.units) {
      this.#band(ctx, unit.wire, most, (cause) => flows.wire(unit.unit, cause));
      if (!unit.framed) continue;
      let inset = 0;
      for (let cause = 0; cause < CAUSES.length; cause += 1) {
        const width = bandWidth(flows.inside(unit.unit, cause), 6);
        if (width < 0.4) continue;
        ctx.strokeStyle = this.palette.cause[cause] ?? '';
        ctx.lineWidth = width;
        ctx.beginPath();
        ctx.roundRect(unit.x + inset, unit.y + inset, unit.w - 2 * inset, unit.h - 2 * inset, 5);
        ctx.stroke();
        inset += width;
      }
    }
    layout.links.forEach((link, i) => {
      // A link may cross a node between two rows of units: no wider than the gap there.
      this.#band(ctx, link.points, Math.min(most, 9), (cause) => flows.link(i, cause));
    });
    for (const node of layout.nodes) {
      if (node.toHub) this.#band(ctx, node.toHub, most, (cause) => flows.hub(node.node, cause));
    }
  }

  #band(ctx: Ctx, points: readonly Point[], most: number, rate: (cause: number) => number): void {
    let total = 0;
    for (let cause = 0; cause < CAUSES.length; cause += 1) total += rate(cause);
    const width = bandWidth(total, most);
    if (width < 0.4) return;
    const a = points[0] as Point;
    const b = points.at(-1) as Point;
    const flat = Math.abs(a.y - b.y) < Math.abs(a.x - b.x);
    let offset = -width / 2;
    for (let cause = 0; cause < CAUSES.length; cause += 1) {
      const part = (rate(cause) / total) * width;
      if (part < 0.3) continue;
      const by = offset + part / 2;
      ctx.strokeStyle = this.palette.cause[cause] ?? '';
      ctx.lineWidth = part;
      ctx.beginPath();
      points.forEach((p, i) => {
        if (i === 0) ctx.moveTo(p.x + (flat ? 0 : by), p.y + (flat ? by : 0));
        else ctx.lineTo(p.x + (flat ? 0 : by), p.y + (flat ? by : 0));
      });
      ctx.stroke();
      offset += part;
    }
  }

  /** Tasks on their way; with `still`, arrows that do not move. */
  tokens(ctx: Ctx, field: TokenField, looks: TaskLooks, nowMs: number, lifeMs: number, still: boolean): void {
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    for (let i = 0; i < field.count; i += 1) {
      const { route, task, kind, startMs } = field.at(i);
      const t = Math.min(Math.max((nowMs - startMs) / lifeMs, 0), 1);
      const color = this.palette.group[looks.hue[task] ?? 0] ?? '';
      this.#trail(ctx, route, kind, color, still ? 1 : 1 - Math.max(t - 0.7, 0) / 0.3);
    }
    for (let i = 0; i < field.count; i += 1) {
      const { route, task, kind, startMs } = field.at(i);
      const t = Math.min(Math.max((nowMs - startMs) / lifeMs, 0), 1);
      route.at(still ? 1 : ease(t), this.#head);
      this.#token(ctx, looks, task, kind, this.#head.x, this.#head.y);
    }
    ctx.globalAlpha = 1;
  }

  #trail(ctx: Ctx, route: Route, kind: number, color: string, alpha: number): void {
    const [start, ...rest] = route.points;
    if (!start) return;
    const radius = Math.min(6, this.layout.cell.h / 3);
    ctx.beginPath();
    ctx.moveTo(start.x, start.y);
    rest.forEach((p, i) => {
      const next = rest[i + 1];
      if (next && rest.length < 12) ctx.arcTo(p.x, p.y, next.x, next.y, radius);
      else ctx.lineTo(p.x, p.y);
    });
    ctx.globalAlpha = alpha;
    // A casing in the panel's colour keeps the line readable over cells of any colour.
    ctx.strokeStyle = this.palette.panel;
    ctx.lineWidth = this.palette.stroke * 4.5;
    ctx.stroke();
    ctx.strokeStyle = color;
    ctx.lineWidth = this.palette.stroke * 2;
    ctx.setLineDash(this.#dash[kind] ?? []);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  #token(ctx: Ctx, looks: TaskLooks, task: number, kind: number, x: number, y: number): void {
    const { palette } = this;
    const hue = looks.hue[task] ?? 0;
    const color = palette.group[hue] ?? '';
    const r = Math.min(Math.max(this.plan.r * 1.15, 6), palette.text * 0.95);
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.panel;
    ctx.strokeStyle = color;
    ctx.lineWidth = palette.stroke * 1.75;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, TAU);
    ctx.fill();
    ctx.stroke();
    this.#one[0] = looks.shape[task] ?? 0;
    this.#one[1] = x;
    this.#one[2] = y;
    this.#one[3] = r * 0.58;
    this.#shapeBatch(ctx, this.#one, 4, looks.fill[task] ?? 0, color);
    // The cause, on a badge at the upper right.
    const size = Math.max(r * 0.72, 5.5);
    const bx = x + r * 0.95;
    const by = y - r * 0.95;
    ctx.fillStyle = this.#causes[kind] ?? palette.ink2;
    ctx.beginPath();
    ctx.arc(bx, by, size, 0, TAU);
    ctx.fill();
    const glyph = this.#glyphs[kind];
    if (!glyph) return;
    const unit = (size * 1.3) / 10;
    ctx.save();
    ctx.translate(bx - unit * 5, by - unit * 5);
    ctx.scale(unit, unit);
    ctx.strokeStyle = palette.panel;
    ctx.lineWidth = 1.7;
    ctx.stroke(glyph);
    ctx.restore();
  }
  readonly #one = [0, 0, 0, 0];
}

/** Width of a band for a rate (moves per simulated ms): by its root, so that areas compare. */
export const bandWidth = (rate: number, most: number): number => Math.min(Math.sqrt(rate / 400), 1) * most;
