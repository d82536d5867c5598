/** How much room everything but the cells takes. */

/** How generous the drawing is with everything but the cells (px at 11 px text). */
export interface Density {
  readonly gap: number;
  readonly pad: number;
  readonly cellGap: number;
  readonly tag: number;
  readonly bar: number;
  /** Length of the visible wire between unit and bar. */
  readonly wire: number;
  readonly unitLabel: number;
  readonly title: number;
  /** Cells at least this large, or the next density is tried. */
  readonly minW: number;
  readonly minH: number;
}
/** From the most generous to the tightest. */
export const DENSITIES: readonly Density[] = [
  { gap: 14, pad: 10, cellGap: 5, tag: 18, bar: 34, wire: 26, unitLabel: 16, title: 20, minW: 46, minH: 30 },
  { gap: 9, pad: 7, cellGap: 4, tag: 15, bar: 24, wire: 16, unitLabel: 14, title: 18, minW: 34, minH: 22 },
  { gap: 7, pad: 5, cellGap: 3, tag: 12, bar: 18, wire: 12, unitLabel: 0, title: 16, minW: 22, minH: 15 },
  { gap: 4, pad: 3, cellGap: 2, tag: 6, bar: 10, wire: 7, unitLabel: 0, title: 14, minW: 18, minH: 12 },
  { gap: 3, pad: 2, cellGap: 1, tag: 3, bar: 8, wire: 5, unitLabel: 0, title: 14, minW: 0, minH: 0 },
];

/** For text that is `by` times as high. */
export const scaled = (d: Density, by: number): Density =>
  Object.fromEntries(Object.entries(d).map(([key, value]) => [key, Math.round(value * by)])) as unknown as Density;
