/** Marked moments of a lane, and their signs. */
import type { MarkerKind } from '../../state/markers';

export interface Mark {
  readonly kind: MarkerKind;
  readonly ns: number;
}

/** Half the width of a mark (px). */
const MARK = 5;

/** A triangle for a flip, a fork for a branch, a diamond for the first difference, a flag for a note. */
export function traceMark(ctx: CanvasRenderingContext2D, kind: MarkerKind, x: number, y: number): void {
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
