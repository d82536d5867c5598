/**
 * Vector drawings behind canvases. A canvas, or an image copied to one, has a function that draws it on any given
 * context; `export/context.ts` turns that into SVG.
 */
export type Drawing = (ctx: CanvasRenderingContext2D) => void;

const drawings = new WeakMap<object, Drawing>();

/** Registers the drawing of `surface` for exports; positions are CSS pixels from its corner. */
export const drawnBy = (surface: HTMLCanvasElement | ImageBitmap, drawing: Drawing): void => {
  drawings.set(surface, drawing);
};
export const drawingOf = (surface: object): Drawing | undefined => drawings.get(surface);

const data = new WeakMap<Path2D, string>();

/** A path that remembers its path data. */
export function pathOf(d: string): Path2D {
  const path = new Path2D(d);
  data.set(path, d);
  return path;
}
export const dataOf = (path: Path2D): string => data.get(path) ?? '';
