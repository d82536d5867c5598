/** Judging a simulated figure by the published one: the rules of `sim-wasm/cli/src/replicate/verdict.rs`. */
import type { Estimate } from '../../engine/batch/statistics';
import type { RowReport, Verdict } from './report';

/** A published gain below this (%) is about zero: the simulated one should be too. */
const ABOUT_ZERO_PCT = 2;
/** Published values nearer to each other than this (% of the smaller), or than their deviations, have no order. */
const TIE_PCT = 2;

const WORSE: readonly Verdict[] = ['right', 'open', 'wrong'];
const worst = (verdicts: readonly Verdict[]): Verdict | null =>
  WORSE.findLast((verdict) => verdicts.includes(verdict)) ?? null;

/** A published gain (%) below this is about zero: 2 %, or its standard deviation. */
const unclearBelow = (spread: number | null): number => Math.max(ABOUT_ZERO_PCT, spread ?? 0);

/** Whether a published gain (%) is about zero. */
export const isAboutZero = (published: number, spread: number | null): boolean =>
  Math.abs(published) < unclearBelow(spread);

/**
 * Whether a gain (%) has the published sign. `spread`: standard deviation of the published gain where it is published
 * by itself; within that it is about zero, too, and a simulated gain within it is open.
 */
function sign(published: number, spread: number | null, { mean, half }: Estimate): Verdict {
  const wide = half ?? 0;
  if (isAboutZero(published, spread)) {
    if (Math.abs(mean) < ABOUT_ZERO_PCT) return 'right';
    return Math.abs(mean) - wide < unclearBelow(spread) ? 'open' : 'wrong';
  }
  if (Math.abs(mean) <= wide) return 'open';
  return mean > 0 === published > 0 ? 'right' : 'wrong';
}

/** A published value with the simulated one. */
interface Place {
  readonly published: number;
  readonly spread: number | null;
  readonly simulated: Estimate;
}

/** Whether two rows stand to each other as in the mail; null: the mail does not tell them apart. */
function pair(a: Place, b: Place): Verdict | null {
  const tie = (TIE_PCT / 100) * Math.min(Math.abs(a.published), Math.abs(b.published));
  const published = a.published - b.published;
  if (Math.abs(published) <= Math.max(tie, Math.hypot(a.spread ?? 0, b.spread ?? 0))) return null;
  const simulated = a.simulated.mean - b.simulated.mean;
  if (simulated > 0 === published > 0 && simulated !== 0) return 'right';
  return Math.abs(simulated) <= Math.hypot(a.simulated.half ?? 0, b.simulated.half ?? 0) ? 'open' : 'wrong';
}

/** What was simulated for a row. */
export interface Simulated {
  readonly row: RowReport;
  readonly value: Estimate;
  /** Over the row it is a gain over (%), paired by seed. */
  readonly gain: Estimate | null;
}

function place({ row, value }: Simulated): Place[] {
  return row.published === null ? [] : [{ published: row.published, spread: row.published_spread, simulated: value }];
}

/**
 * A row with other simulated figures, judged. `others` are the rows it is put in order with (loads of one variant,
 * variants of one load); null: not all of them are known, so that nothing is said of the order.
 */
export function judged(own: Simulated, others: readonly Simulated[] | null, isJudged: boolean): RowReport {
  const { row, value, gain } = own;
  const { published, gain_published, within_pct, within_points, gain_within } = row;
  const off = published === null ? null : value.mean - published;
  const error = off === null || published === null ? null : within_points === null ? (100 * off) / published : off;
  const gainError = gain && gain_published !== null ? gain.mean - gain_published : null;
  const near = (by: number | null, most: number | null): Verdict[] =>
    by === null || most === null ? [] : [Math.abs(by) <= most ? 'right' : 'wrong'];
  const [at] = place(own);
  const ordered = at && others ? others.flatMap(place).flatMap((other) => pair(at, other) ?? []) : [];
  return {
    ...row,
    simulated: value.mean,
    ci95: value.half,
    gain_simulated: gain?.mean ?? null,
    gain_ci95: gain?.half ?? null,
    sign:
      isJudged && gain && gain_published !== null
        ? sign(gain_published, published === null ? row.gain_spread : null, gain)
        : null,
    order: isJudged ? worst(ordered) : null,
    size: isJudged ? worst([...near(error, within_points ?? within_pct), ...near(gainError, gain_within)]) : null,
    error: error !== null && Number.isFinite(error) ? error : null,
    gain_error: gainError,
  };
}

/** The rows that a row is put in order with. */
export const isOrderedWith = (row: RowReport, other: RowReport): boolean =>
  other.quantity === row.quantity && (other.load === row.load) !== (other.variant === row.variant);
