/** Rectangles and points of the drawing (px). */

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
export type Side = 'left' | 'right';

export const center = (r: Rect): Point => ({ x: r.x + r.w / 2, y: r.y + r.h / 2 });

/** Moves by `dx` and `dy`. */
export const shift = (dx: number, dy: number) => {
  const point = (p: Point): Point => ({ x: p.x + dx, y: p.y + dy });
  const rect = <R extends Rect>(r: R): R => ({ ...r, x: r.x + dx, y: r.y + dy });
  const maybe = (r: Rect | null): Rect | null => (r ? rect(r) : null);
  return { point, rect, maybe };
};
