/** The timeline's rows as rectangles instead of pixels: for a drawing that is taken away. */
import { STRIPE, type Strip } from './paint';

/** Finer than the page, so that short stretches keep their width. */
const FINE = 4;

/** A colour word as `paint.ts` packs it: little-endian RGBA. */
const cssOf = (word: number): string =>
  `rgb(${word & 0xff} ${(word >>> 8) & 0xff} ${(word >>> 16) & 0xff} / ${((word >>> 24) / 255).toFixed(3)})`;

/** Stands for the strip of pixels; what was written into it becomes runs of one colour, lines that are equal one run. */
export function rectStrip(width: number, height: number): Strip {
  const columns = Math.round(width * FINE);
  const lines = Math.ceil(height) + 1;
  const pixels = new Uint32Array(columns * lines);
  const line = (y: number) => pixels.subarray(y * columns, (y + 1) * columns);
  return {
    pixels,
    width: columns,
    stripe: STRIPE * FINE,
    put(ctx) {
      for (let top = 0, bottom = 1; top < lines; top = bottom, bottom += 1) {
        const row = line(top);
        while (bottom < lines && row.every((word, x) => word === pixels[bottom * columns + x])) bottom += 1;
        for (let from = 0, to = 1; from < columns; from = to, to += 1) {
          const word = row[from] ?? 0;
          while (to < columns && row[to] === word) to += 1;
          if (word === 0) continue;
          ctx.fillStyle = cssOf(word);
          ctx.fillRect(from / FINE, top, (to - from) / FINE, bottom - top);
        }
      }
    },
  };
}
