/**
 * What is on a canvas, said again for a file: a canvas, or an image copied to one, has a function that
 * draws it on whatever context it is given (`export/context.ts` turns that into SVG).
 */
export type Drawing = (ctx: CanvasRenderingContext2D) => void;

const drawings = new WeakMap<object, Drawing>();

/** From now on `surface` can be taken away as a drawing; positions are CSS pixels from its corner. */
export const drawnBy = (surface: HTMLCanvasElement | ImageBitmap, drawing: Drawing): void => {
  drawings.set(surface, drawing);
};
export const drawingOf = (surface: object): Drawing | undefined => drawings.get(surface);

const data = new WeakMap<Path2D, string>();

/** A path that can be asked for what it was made of. */
export function pathOf(d: string): Path2D {
  const path = new Path2D(d);
  data.set(path, d);
  return path;
}
export const dataOf = (path: Path2D): string => data.get(path) ?? '';
