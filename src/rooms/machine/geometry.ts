/** Rectangles and points of the drawing (px), and what turns them over. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface Size {
  readonly w: number;
  readonly h: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** Side of a box. */
export type Side = 'left' | 'right' | 'top' | 'bottom';

export const center = (r: Rect): Point => ({ x: r.x + r.w / 2, y: r.y + r.h / 2 });

const OVER: Readonly<Record<Side, Side>> = { left: 'top', top: 'left', right: 'bottom', bottom: 'right' };

/** What is drawn for a bar that stands, as it is for one that lies: x and y change places. Its own inverse. */
export interface Turn {
  readonly point: (p: Point) => Point;
  readonly size: (s: Size) => Size;
  readonly rect: (r: Rect) => Rect;
  readonly side: (s: Side) => Side;
}
export const AS_IT_IS: Turn = { point: (p) => p, size: (s) => s, rect: (r) => r, side: (s) => s };
export const OVER_THE_DIAGONAL: Turn = {
  point: ({ x, y }) => ({ x: y, y: x }),
  size: ({ w, h }) => ({ w: h, h: w }),
  rect: ({ x, y, w, h }) => ({ x: y, y: x, w: h, h: w }),
  side: (side) => OVER[side],
};

/** Moves by `dx` and `dy`. */
export const shift = (dx: number, dy: number) => {
  const point = (p: Point): Point => ({ x: p.x + dx, y: p.y + dy });
  const rect = <R extends Rect>(r: R): R => ({ ...r, x: r.x + dx, y: r.y + dy });
  const maybe = (r: Rect | null): Rect | null => (r ? rect(r) : null);
  return { point, rect, maybe };
};
