/**
 * Small pictures that are drawn once and then copied, which is many times cheaper than filling the same paths every
 * frame.
 */

import { familyOf, GLYPH, MOVE_KINDS } from '../../signs/moves';
import { Fill, groupFill, groupHue, type Palette } from '../../signs/palette';
import { traceShape, traceToken } from '../../signs/shapes';
import type { Size } from '../../ui/geometry';
import { drawnBy, pathOf } from '../../ui/pictures';
import type { CellPlan } from './cell';

type Ctx = Pick<CanvasRenderingContext2D, keyof OffscreenCanvasRenderingContext2D & keyof CanvasRenderingContext2D>;

const FILLS = 3;
const SHAPES = 3;
const TAU = 2 * Math.PI;
/** Room around a sprite for outlines (px). */
const MARGIN = 4;

/** The look of a task: colour, fill and shape in one number. */
const lookOf = (group: number, shape: number): number => (groupHue(group) * FILLS + groupFill(group)) * SHAPES + shape;
export const hueOf = (look: number): number => Math.floor(look / (FILLS * SHAPES));

/** The looks of tasks, by task number. */
export function taskLooks(tasks: Uint16Array, shapes: readonly number[]): Uint8Array {
  return Uint8Array.from({ length: tasks.length >> 1 }, (_, i) =>
    lookOf(tasks[i * 2 + 1] ?? 0, shapes[tasks[i * 2] ?? 0] ?? 0),
  );
}

interface Sprite {
  readonly image: ImageBitmap;
  /** From the point it is placed by to its corner (px). */
  readonly left: number;
  readonly top: number;
}

/** States of a CPU that runs no task, or that is marked. */
type Cell = 'wasted' | 'queued' | 'throttled' | 'loot' | 'unknown';

export class Sprites {
  readonly #made = new Map<number | string, Sprite>();
  readonly #tokenR: number;

  constructor(
    readonly palette: Palette,
    readonly plan: CellPlan,
    readonly cell: Size,
    /** Index of the cause of each kind of move, for its colour. */
    readonly causeOfKind: readonly number[],
    /** Device pixels per CSS pixel. */
    readonly ratio: number,
  ) {
    this.#tokenR = Math.min(Math.max(plan.r * 0.7, 8), 11) * (palette.stroke >= 2 ? 1.6 : 1);
  }

  /** Copies a sprite with its origin at `x`, `y`; the context is in device pixels. */
  #stamp(ctx: Ctx, key: number | string, x: number, y: number, make: () => Sprite): void {
    let sprite = this.#made.get(key);
    if (!sprite) {
      sprite = make();
      this.#made.set(key, sprite);
    }
    ctx.drawImage(sprite.image, Math.round((x - sprite.left) * this.ratio), Math.round((y - sprite.top) * this.ratio));
  }

  /** A picture of `w` by `h` px around an origin. */
  #make(w: number, h: number, left: number, top: number, draw: (ctx: Ctx) => void): Sprite {
    const sheet = new OffscreenCanvas(Math.ceil(w * this.ratio), Math.ceil(h * this.ratio));
    const ctx = sheet.getContext('2d') as Ctx | null;
    if (ctx) {
      ctx.scale(this.ratio, this.ratio);
      ctx.translate(left, top);
      draw(ctx);
    }
    const image = sheet.transferToImageBitmap();
    drawnBy(image, (again) => {
      again.translate(left, top);
      draw(again);
    });
    return { image, left, top };
  }

  #cellSprite(draw: (ctx: Ctx, w: number, h: number) => void): Sprite {
    const { w, h } = this.cell;
    return this.#make(w + 2 * MARGIN, h + 2 * MARGIN, MARGIN, MARGIN, (ctx) => draw(ctx, w, h));
  }

  /** The edge of a cell; it covers that of an idle one. */
  #edge(ctx: Ctx, color: string, width: number): void {
    const { w, h } = this.cell;
    ctx.beginPath();
    ctx.roundRect(width / 2 - 1, width / 2 - 1, w + 2 - width, h + 2 - width, this.plan.radius);
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.stroke();
  }

  /** The cell of a CPU that runs a task of a look, with a black edge where others wait. */
  running(ctx: Ctx, look: number, queued: boolean, x: number, y: number): void {
    const hue = hueOf(look);
    this.#stamp(ctx, hue * 2 + (queued ? 1 : 0), x, y, () => this.#cellSprite((c) => this.#ground(c, hue, queued)));
  }

  /** The same with the task in it, if nothing is drawn between them. */
  runner(ctx: Ctx, look: number, queued: boolean, x: number, y: number): void {
    this.#stamp(ctx, 100 + look * 2 + (queued ? 1 : 0), x, y, () =>
      this.#cellSprite((c) => {
        this.#ground(c, hueOf(look), queued);
        c.translate(this.plan.x, this.plan.y);
        this.#shape(c, look, this.plan.r);
      }),
    );
  }

  #ground(ctx: Ctx, hue: number, queued: boolean): void {
    const { palette, cell, plan } = this;
    // Over the outline of an idle CPU; its number stays.
    ctx.beginPath();
    ctx.roundRect(0, 0, cell.w, cell.h, plan.radius);
    ctx.strokeStyle = palette.page;
    ctx.lineWidth = 2 * palette.stroke;
    ctx.stroke();
    ctx.fillStyle = palette.groupTint[hue] ?? '';
    ctx.fill();
    const edge = queued ? palette.ink : palette.groupEdge[hue];
    this.#edge(ctx, edge ?? '', palette.stroke * (queued ? plan.queued : 1.5));
  }

  /**
   * The cell of a CPU that runs no task: wasted, with waiting tasks, with a throttled group, or one that has just
   * stolen.
   */
  marked(ctx: Ctx, cell: Cell, x: number, y: number): void {
    this.#stamp(ctx, cell, x, y, () =>
      this.#cellSprite((c, w, h) => {
        const { palette } = this;
        if (cell === 'queued') this.#edge(c, palette.ink, palette.stroke * this.plan.queued);
        if (cell === 'throttled') this.#pause(c, w, h);
        if (cell === 'unknown') this.#blank(c, w, h);
        if (cell === 'wasted') {
          this.#hatch(c, w, h);
          this.#edge(c, palette.panel, palette.stroke * 2.5);
          c.setLineDash([5 * palette.stroke, 3 * palette.stroke]);
          this.#edge(c, palette.alarm, palette.stroke * 2);
        }
        if (cell === 'loot') {
          const steal = this.causeOfKind[MOVE_KINDS.indexOf('steal')] ?? 0;
          this.#edge(c, palette.onCause[steal] ?? '', 5 * palette.stroke);
          c.setLineDash([8, 5]);
          this.#edge(c, palette.cause[steal] ?? '', 3 * palette.stroke);
        }
      }),
    );
  }

  /** Two vertical bars in a dashed outline. */
  #pause(ctx: Ctx, w: number, h: number): void {
    const { stroke, ink } = this.palette;
    const [wide, high] = [2 * stroke, Math.min(h * 0.5, 10 * stroke)];
    ctx.fillStyle = ink;
    for (const side of [-1, 1]) ctx.fillRect(w / 2 + side * 1.5 * wide - wide / 2, (h - high) / 2, wide, high);
    ctx.setLineDash([3 * stroke, 2 * stroke]);
    this.#edge(ctx, ink, stroke * 1.5);
  }

  /** Grey, without an edge: nothing is known. */
  #blank(ctx: Ctx, w: number, h: number): void {
    ctx.fillStyle = this.palette.edge1;
    ctx.fillRect(0, 0, w, h);
  }

  /** Stripes from the lower left to the upper right. */
  #hatch(ctx: Ctx, w: number, h: number): void {
    const { stroke, alarm } = this.palette;
    const step = 8.5 * stroke;
    ctx.beginPath();
    for (let k = step / 2; k < w + h; k += step) {
      ctx.moveTo(Math.max(k - h, 0), Math.min(k, h));
      ctx.lineTo(Math.min(k, w), Math.max(k - w, 0));
    }
    ctx.strokeStyle = alarm;
    ctx.globalAlpha = 0.38;
    ctx.lineWidth = 2 * stroke;
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  /** The running task, around its middle. */
  shape(ctx: Ctx, look: number, x: number, y: number): void {
    this.#around(ctx, 1000 + look, this.plan.r, x, y, (c, r) => this.#shape(c, look, r));
  }

  /** A waiting task, around its middle. */
  waiting(ctx: Ctx, look: number, x: number, y: number): void {
    this.#around(ctx, 2000 + look, this.plan.waitR, x, y, (c, r) => this.#shape(c, look, r));
  }

  /** A future or past position of a task: its outline, dashed. */
  outline(ctx: Ctx, look: number, x: number, y: number): void {
    this.#around(ctx, 3000 + look, this.plan.r, x, y, (c, r) => {
      c.beginPath();
      traceShape(c, look % SHAPES, 0, 0, r - this.palette.stroke);
      c.strokeStyle = this.palette.groupEdge[hueOf(look)] ?? '';
      c.lineWidth = 1.75 * this.palette.stroke;
      c.setLineDash([3.5 * this.palette.stroke, 2.5 * this.palette.stroke]);
      c.stroke();
    });
  }

  #around(ctx: Ctx, key: number, r: number, x: number, y: number, draw: (ctx: Ctx, r: number) => void): void {
    const room = r * 1.06 + 2;
    this.#stamp(ctx, key, x, y, () => this.#make(2 * room, 2 * room, room, room, (c) => draw(c, r)));
  }

  /** `+n`, its right edge and middle at `x`, `y`. */
  count(ctx: Ctx, n: number, x: number, y: number): void {
    const size = this.plan.countText;
    this.#stamp(ctx, `+${n}`, x, y, () =>
      this.#make(size * 3, size * 1.5, size * 3 - 1, size * 0.75, (c) => {
        c.font = `700 ${size}px ${this.palette.font}`;
        c.fillStyle = this.palette.ink;
        c.textAlign = 'right';
        c.textBaseline = 'middle';
        c.fillText(`+${n}`, 0, 0);
      }),
    );
  }

  /** A moving task, with the sign of the move at its upper right; a stolen task is on yellow. */
  token(ctx: Ctx, look: number, kind: number, x: number, y: number): void {
    const r = this.#tokenR;
    const badge = r * 0.62;
    const room = r * 1.35 + badge + 3;
    this.#stamp(ctx, 4000 + look * MOVE_KINDS.length + kind, x, y, () =>
      this.#make(2 * room, 2 * room, room, room, (c) => {
        const { palette } = this;
        const name = MOVE_KINDS[kind] ?? 'wakeLlc';
        const family = familyOf(name);
        const cause = this.causeOfKind[kind] ?? 0;
        const stolen = family === 'stolen';
        c.beginPath();
        traceToken(c, family, r);
        c.fillStyle = (stolen ? palette.cause[cause] : palette.page) ?? '';
        c.fill();
        c.strokeStyle = (stolen ? palette.onCause[cause] : palette.groupEdge[hueOf(look)]) ?? '';
        c.lineWidth = palette.stroke * 1.75;
        c.lineJoin = 'round';
        c.stroke();
        this.#shape(c, look, r * 0.55);
        c.translate(r * 0.95, -r * 0.85);
        c.beginPath();
        c.arc(0, 0, badge + 1, 0, TAU);
        c.fillStyle = palette.page;
        c.fill();
        c.beginPath();
        c.arc(0, 0, badge, 0, TAU);
        c.fillStyle = (stolen ? palette.onCause[cause] : palette.ink) ?? '';
        c.fill();
        const unit = (badge * 1.3) / 10;
        c.scale(unit, unit);
        c.translate(-5, -5);
        c.strokeStyle = (stolen ? palette.cause[cause] : palette.page) ?? '';
        c.lineWidth = 1.9;
        c.lineCap = 'round';
        c.lineJoin = 'round';
        c.stroke(pathOf(GLYPH[name]));
      }),
    );
  }

  /** A task's shape around the origin; a pale hue has an edge inside the shape. */
  #shape(ctx: Ctx, look: number, r: number): void {
    const hue = hueOf(look);
    const color = this.palette.group[hue] ?? '';
    const edge = this.palette.groupEdge[hue] ?? '';
    const shape = look % SHAPES;
    const fill = Math.floor(look / SHAPES) % FILLS;
    ctx.lineJoin = 'round';
    ctx.beginPath();
    if (fill === Fill.solid) {
      const rim = edge === color ? 0 : Math.min(1.5 * this.palette.stroke, r * 0.25);
      traceShape(ctx, shape, 0, 0, r - rim / 2);
      ctx.fillStyle = color;
      ctx.fill();
      if (rim === 0) return;
      ctx.strokeStyle = edge;
      ctx.lineWidth = rim;
      ctx.stroke();
      return;
    }
    // Slightly smaller, so that the outline ends at the edge of a solid shape.
    traceShape(ctx, shape, 0, 0, r * 0.84);
    ctx.fillStyle = this.palette.page;
    ctx.fill();
    ctx.strokeStyle = edge;
    ctx.lineWidth = Math.max(r * 0.3, 1.6);
    ctx.stroke();
    if (fill !== Fill.ringed) return;
    ctx.beginPath();
    ctx.arc(0, shape === 0 ? r * 0.16 : 0, r * 0.3, 0, TAU);
    ctx.fillStyle = edge;
    ctx.fill();
  }
}
