/** The spacing of the drawing. */

/** The height of a text that {@link DENSITIES} are measured for (px). */
export const BASE_TEXT = 12;

/** Spacing around everything but the cells (px). */
export interface Density {
  /** Around the content of a node. */
  readonly pad: number;
  /** Between units. */
  readonly gap: number;
  /** Around the cells of a unit. */
  readonly unitPad: number;
  /** Between two columns of cells, and between two rows, where flows run. */
  readonly cellGap: number;
  readonly gutter: number;
  readonly tag: number;
  readonly bar: number;
  /** Length of the visible wire between unit and bar. */
  readonly wire: number;
  /** Over the cells of a cluster, for its name. */
  readonly label: number;
  readonly title: number;
  /** Cells at least this large, or the next density is tried. */
  readonly minW: number;
  readonly minH: number;
}
/** From the most generous to the tightest. */
export const DENSITIES: readonly Density[] = (
  [
    // pad, gap, unitPad, cellGap, gutter, tag, bar, wire, label, title, minW, minH
    [12, 12, 8, 6, 16, 20, 68, 20, 16, 22, 62, 36],
    [10, 8, 6, 4, 14, 12, 48, 12, 16, 20, 42, 26],
    [6, 6, 4, 3, 8, 8, 30, 8, 15, 18, 26, 17],
    [5, 5, 4, 4, 8, 4, 27, 5, 0, 16, 17, 17],
    [2, 3, 2, 1, 3, 2, 10, 4, 0, 14, 12, 9],
    [2, 2, 1, 1, 2, 2, 8, 3, 0, 0, 0, 0],
  ] as const
).map(([pad, gap, unitPad, cellGap, gutter, tag, bar, wire, label, title, minW, minH]) => ({
  pad,
  gap,
  unitPad,
  cellGap,
  gutter,
  tag,
  bar,
  wire,
  label,
  title,
  minW,
  minH,
}));

/**
 * Scaled for text that is `by` times as high; in a density without names of clusters only boxes with text grow. A cell has
 * room for a ring around a number.
 */
export const scaled = (d: Density, by: number): Density => {
  const grown = (value: number) => Math.round(value * by);
  if (d.label === 0) return { ...d, title: grown(d.title), minW: grown(d.minW), minH: grown(d.minH) };
  return Object.fromEntries(Object.entries(d).map(([key, value]) => [key, grown(value)])) as unknown as Density;
};
