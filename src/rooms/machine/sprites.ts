/**
 * Small pictures drawn once and then only copied: copying is many times cheaper than filling the
 * same paths every frame.
 */

import { familyOf, GLYPH, MOVE_KINDS } from '../../signs/moves';
import { Fill, groupFill, groupHue, type Palette } from '../../signs/palette';
import { traceShape, traceToken } from '../../signs/shapes';
import { drawnBy, pathOf } from '../../ui/pictures';
import type { CellPlan } from './cell';

type Ctx = Pick<CanvasRenderingContext2D, keyof OffscreenCanvasRenderingContext2D & keyof CanvasRenderingContext2D>;

const FILLS = 3;
const SHAPES = 3;
const TAU = 2 * Math.PI;
/** Room around a sprite for outlines (px). */
const MARGIN = 3;

/** The look of a task: colour, fill and shape in one number. */
const lookOf = (group: number, shape: number): number => (groupHue(group) * FILLS + groupFill(group)) * SHAPES + shape;
export const hueOf = (look: number): number => Math.floor(look / (FILLS * SHAPES));

/** What tasks look like, by task number. */
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

/** Words that appear on the canvas. */
export interface CanvasWords {
  readonly wasted: string;
}

export class Sprites {
  readonly #running: (Sprite | undefined)[] = [];
  readonly #waiting: (Sprite | undefined)[] = [];
  readonly #tokens: (Sprite | undefined)[] = [];
  readonly #counts: (Sprite | undefined)[] = [];
  #wastedCell: Sprite | undefined;
  #overloadedCell: Sprite | undefined;
  #lootCell: Sprite | undefined;
  readonly #wakingCells: (Sprite | undefined)[] = [];
  readonly #tokenR: number;

  constructor(
    readonly palette: Palette,
    readonly plan: CellPlan,
    readonly cell: { readonly w: number; readonly h: number },
    readonly words: CanvasWords,
    /** Index of the cause of each kind of move, for its colour. */
    readonly causeOfKind: readonly number[],
    /** Device pixels per CSS pixel. */
    readonly ratio: number,
  ) {
    this.#tokenR = Math.min(Math.max(plan.r * 1.15, 6), palette.text * 0.95);
  }

  /** Copies a sprite to where its origin is at `x`, `y`; the context is in device pixels. */
  #stamp(ctx: Ctx, sprite: Sprite, x: number, y: number): void {
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

  /** The outline of a cell as the path; where there is no room for both, the number is painted over. */
  #cover(ctx: Ctx, w: number, h: number): void {
    ctx.beginPath();
    ctx.roundRect(0, 0, w, h, this.plan.radius);
    if (!this.plan.number?.covered) return;
    ctx.fillStyle = this.palette.panel;
    ctx.fill();
  }

  #cellSprite(draw: (ctx: Ctx, w: number, h: number) => void): Sprite {
    const { w, h } = this.cell;
    return this.#make(w + 2 * MARGIN, h + 2 * MARGIN, MARGIN, MARGIN, (ctx) => draw(ctx, w, h));
  }

  /** The cell of a running task, with the outline of an overloaded CPU where it is one. */
  running(ctx: Ctx, look: number, overloaded: boolean, x: number, y: number): void {
    const key = look * 2 + (overloaded ? 1 : 0);
    this.#running[key] ??= this.#cellSprite((c, w, h) => {
      const hue = hueOf(look);
      this.#cover(c, w, h);
      c.fillStyle = this.palette.groupTint[hue] ?? '';
      c.fill();
      c.strokeStyle = (overloaded ? this.palette.ink : this.palette.group[hue]) ?? '';
      c.lineWidth = this.palette.stroke * (overloaded ? 1.5 : 1.25);
      c.stroke();
      this.#shape(c, look, this.plan.x, this.plan.y, this.plan.r);
    });
    this.#stamp(ctx, this.#running[key] as Sprite, x, y);
  }

  /** A waiting task, around its middle. */
  waiting(ctx: Ctx, look: number, x: number, y: number): void {
    const r = this.plan.waitR + 1.5;
    this.#waiting[look] ??= this.#make(2 * r, 2 * r, r, r, (c) => this.#shape(c, look, 0, 0, this.plan.waitR));
    this.#stamp(ctx, this.#waiting[look] as Sprite, x, y);
  }

  /** The outline of an overloaded CPU that runs nothing yet. */
  overloaded(ctx: Ctx, x: number, y: number): void {
    this.#overloadedCell ??= this.#cellSprite((c, w, h) => {
      c.beginPath();
      c.roundRect(0, 0, w, h, this.plan.radius);
      c.strokeStyle = this.palette.ink;
      c.lineWidth = this.palette.stroke * 1.5;
      c.stroke();
    });
    this.#stamp(ctx, this.#overloadedCell, x, y);
  }

  /** The cell of a CPU that leaves idle to run what was woken on it. */
  waking(ctx: Ctx, look: number, x: number, y: number): void {
    this.#wakingCells[look] ??= this.#cellSprite((c, w, h) => {
      this.#cover(c, w, h);
      c.strokeStyle = this.palette.ink3;
      c.lineWidth = this.palette.stroke * 1.25;
      c.stroke();
      this.#shape(c, look, this.plan.x, this.plan.y, this.plan.r * 0.8);
    });
    this.#stamp(ctx, this.#wakingCells[look] as Sprite, x, y);
  }

  /** The cell of a CPU that is idle while a task waits. */
  wasted(ctx: Ctx, x: number, y: number): void {
    this.#wastedCell ??= this.#cellSprite((c, w, h) => {
      const { palette, plan } = this;
      this.#cover(c, w, h);
      c.fillStyle = palette.alarmTint;
      c.fill();
      c.strokeStyle = palette.alarm;
      c.lineWidth = palette.stroke * 2;
      c.setLineDash([4, 2.5]);
      c.stroke();
      // Below the number, where there is one.
      const top = plan.number && !plan.number.covered ? Math.min(plan.number.text * 1.25, h * 0.4) : 0;
      const size = Math.min(palette.text, (h - top) * 0.72);
      c.font = `700 ${size}px ${palette.font}`;
      c.fillStyle = palette.alarm;
      c.textAlign = 'center';
      c.textBaseline = 'middle';
      const fits = c.measureText(this.words.wasted).width <= w - 8;
      c.fillText(fits ? this.words.wasted : '!', w / 2, fits ? (top + h) / 2 : h / 2);
    });
    this.#stamp(ctx, this.#wastedCell, x, y);
  }

  /** `+n`, its right edge and middle at `x`, `y`. */
  count(ctx: Ctx, n: number, x: number, y: number): void {
    const size = this.plan.countText;
    this.#counts[n] ??= this.#make(size * 3, size * 1.5, size * 3 - 1, size * 0.75, (c) => {
      c.font = `600 ${size}px ${this.palette.font}`;
      c.fillStyle = this.palette.ink;
      c.textAlign = 'right';
      c.textBaseline = 'middle';
      c.fillText(`+${n}`, 0, 0);
    });
    this.#stamp(ctx, this.#counts[n] as Sprite, x, y);
  }

  /** A task on its way, with the glyph of the cause at its upper right; what is stolen is on yellow. */
  token(ctx: Ctx, look: number, kind: number, x: number, y: number): void {
    const key = look * MOVE_KINDS.length + kind;
    const r = this.#tokenR;
    const badge = Math.max(r * 0.72, 5.5);
    const room = r * 1.35 + badge + 3;
    this.#tokens[key] ??= this.#make(2 * room, 2 * room, room, room, (c) => {
      const { palette } = this;
      const name = MOVE_KINDS[kind] ?? 'wakeLlc';
      const family = familyOf(name);
      const cause = this.causeOfKind[kind] ?? 0;
      const on = palette.onCause[cause] ?? '';
      c.beginPath();
      traceToken(c, family, r);
      c.fillStyle = (family === 'stolen' ? palette.cause[cause] : palette.panel) ?? '';
      c.fill();
      c.strokeStyle = (family === 'stolen' ? on : palette.group[hueOf(look)]) ?? '';
      c.lineWidth = palette.stroke * 1.75;
      c.lineJoin = 'round';
      c.stroke();
      this.#shape(c, look, 0, 0, r * 0.58);
      c.translate(r * 0.95, -r * 0.95);
      c.beginPath();
      c.arc(0, 0, badge, 0, TAU);
      c.fillStyle = (family === 'stolen' ? on : palette.cause[cause]) ?? '';
      c.fill();
      const unit = (badge * 1.3) / 10;
      c.scale(unit, unit);
      c.translate(-5, -5);
      c.strokeStyle = (family === 'stolen' ? palette.cause[cause] : on) ?? '';
      c.lineWidth = 1.7;
      c.lineCap = 'round';
      c.stroke(pathOf(GLYPH[name]));
    });
    this.#stamp(ctx, this.#tokens[key] as Sprite, x, y);
  }

  /** The outline of a cell that has just stolen a task: yellow on black. */
  loot(ctx: Ctx, cause: number, x: number, y: number): void {
    this.#lootCell ??= this.#cellSprite((c, w, h) => {
      const { palette, plan } = this;
      c.beginPath();
      c.roundRect(0, 0, w, h, plan.radius);
      c.strokeStyle = palette.onCause[cause] ?? '';
      c.lineWidth = 5 + palette.stroke;
      c.stroke();
      c.strokeStyle = palette.cause[cause] ?? '';
      c.lineWidth = 3;
      c.setLineDash([8, 5]);
      c.stroke();
    });
    this.#stamp(ctx, this.#lootCell, x, y);
  }

  #shape(ctx: Ctx, look: number, x: number, y: number, r: number): void {
    const color = this.palette.group[hueOf(look)] ?? '';
    const shape = look % SHAPES;
    const fill = Math.floor(look / SHAPES) % FILLS;
    ctx.beginPath();
    if (fill === Fill.solid) {
      traceShape(ctx, shape, x, y, r);
      ctx.fillStyle = color;
      ctx.fill();
      return;
    }
    // Drawn a little smaller, so that the outline ends where a solid shape would.
    traceShape(ctx, shape, x, y, r * 0.84);
    ctx.strokeStyle = color;
    ctx.lineWidth = Math.max(r * 0.3, 1.2);
    ctx.stroke();
    if (fill !== Fill.ringed) return;
    ctx.beginPath();
    ctx.arc(x, y + (shape === 0 ? r * 0.16 : 0), r * 0.34, 0, TAU);
    ctx.fillStyle = color;
    ctx.fill();
  }
}
