/** The published effects: rows with a gain over another, as the overview counts and draws them. */
import { entries, REPORT, type RowReport, type TableReport } from './report';

/** How an effect is drawn: its verdict, or why it has none that counts. */
export const STANDS = ['right', 'open', 'wrong', 'fitted', 'withdrawn'] as const;
export type Stands = (typeof STANDS)[number];

export interface Effect {
  readonly about: TableReport;
  readonly row: RowReport;
  readonly published: number;
  readonly simulated: number;
  readonly stands: Stands;
}

/** Whether a row counts as an independent prediction, by the rules of the report. */
const isFitted = (row: RowReport) => row.fitted.length > 0 || row.like_fitted !== null;

function standsOf({ standing }: TableReport, row: RowReport): Stands {
  if (standing === 'retracted') return 'withdrawn';
  return isFitted(row) || row.sign === null ? 'fitted' : row.sign;
}

/** The effects of the rows of a table; a row that repeats another one has none. */
function effectsOf(about: TableReport, rows: readonly RowReport[]): Effect[] {
  return rows.flatMap((row) => {
    const { gain_published: published, gain_simulated: simulated } = row;
    if (published === null || simulated === null || row.repeats !== null) return [];
    return [{ about, row, published, simulated, stands: standsOf(about, row) }];
  });
}

export interface Series {
  readonly about: TableReport;
  readonly effects: readonly Effect[];
}

/** The tables that the model speaks to, each with its effects. */
export const SERIES: readonly Series[] = entries(REPORT, true).map(({ about, rows }) => ({
  about,
  effects: effectsOf(about, rows),
}));

export const EFFECTS: readonly Effect[] = SERIES.flatMap(({ effects }) => effects);

/** Those that are wrong, the farthest off first. */
export const WRONG: readonly Effect[] = EFFECTS.filter(({ stands }) => stands === 'wrong').sort(
  (a, b) => Math.abs(b.published - b.simulated) - Math.abs(a.published - a.simulated),
);

/** The effect that is drawn nearest to a place; both in px of a drawing whose places `at` gives. */
export function nearest(
  effects: readonly Effect[],
  at: (effect: Effect) => readonly [number, number],
  [x, y]: readonly [number, number],
  most: number,
): Effect | null {
  let [best, distance] = [null as Effect | null, most];
  for (const effect of effects) {
    const [ex, ey] = at(effect);
    const separation = Math.hypot(ex - x, ey - y);
    if (separation < distance) [best, distance] = [effect, separation];
  }
  return best;
}
