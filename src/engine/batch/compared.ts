/** Statistics of pairs of runs: B compared with A by one figure. */
import { FIGURE, type FigureKey, isBeside, type Judged, type JudgingKey } from './figures';
import { decide, differences, differencesOfLarger, type Estimate, estimate, spansZero } from './judge';
import type { Pair } from './paired';

export interface Compared {
  readonly seeds: readonly number[];
  readonly a: readonly number[];
  /** Empty with one lane. */
  readonly b: readonly number[];
  readonly estimateA: Estimate;
  readonly estimateB: Estimate | null;
  /** B minus A in percent of A's mean, seed by seed; empty if A has none. */
  readonly differences: readonly number[];
  readonly difference: Estimate | null;
}

function comparedBy<R>(pairs: readonly Pair<R>[], of: (report: R) => number): Compared | null {
  if (pairs.length === 0) return null;
  const a = pairs.map((pair) => of(pair.a));
  const b = pairs.flatMap((pair) => (pair.b ? [of(pair.b)] : []));
  const both = b.length === a.length;
  const apart = both ? differences(a, b) : [];
  return {
    seeds: pairs.map(({ seed }) => seed),
    a,
    b,
    estimateA: estimate(a),
    estimateB: both ? estimate(b) : null,
    differences: apart,
    difference: apart.length > 0 ? estimate(apart) : null,
  };
}

/** The difference by which the lanes are judged. */
export function findingOf(figure: FigureKey, compared: Compared): Finding | null {
  const { a, b, estimateA, estimateB, difference } = compared;
  if (!isBeside(figure) || !estimateB) return difference && found(figure, difference);
  const apart = estimate(a.map((value, i) => (b[i] ?? 0) - value));
  return found(figure, estimate(differencesOfLarger(a, b)), { a: estimateA, b: estimateB, apart });
}

export const compare = (pairs: readonly Pair[], figure: FigureKey): Compared | null =>
  comparedBy(pairs, FIGURE[figure].of);

/** The same for reports of which only the judged figures were kept. */
export const compareJudged = (pairs: readonly Pair<Judged>[], figure: JudgingKey): Compared | null =>
  comparedBy(pairs, FIGURE[figure].of);

/** The values of a figure that is shown lane by lane, in its unit. */
export interface Beside {
  readonly a: Estimate;
  readonly b: Estimate;
  /** B minus A, seed by seed. */
  readonly apart: Estimate;
}

/** A paired difference, rounded as it is displayed. */
export interface Finding {
  readonly figure: FigureKey;
  /** B minus A in percent of A; of a figure that is shown lane by lane, of the larger mean. */
  readonly difference: Estimate;
  /** Null: the figure is shown as a percentage. */
  readonly beside: Beside | null;
  /**
   * `few`: only one seed; `apart`: the interval excludes zero, before and after rounding; `same`: equal with each of enough
   * seeds; `none`: no difference; `undecided`: more seeds may show one.
   */
  readonly kind: 'few' | 'same' | 'none' | 'undecided' | 'apart';
  /** Number of decimals of mean and interval. */
  readonly digits: number;
  /** The better lane, if there is one. */
  readonly better: 'a' | 'b' | null;
}

const MOST_DIGITS = 4;

/** Number of decimals: a tenth of a percent, or a hundredth if the interval is narrower than that. */
const digitsOf = (half: number): number => (half < 0.095 ? 2 : 1);

/** A difference as displayed. Whether there is one, the rule of `judge.ts` decides. */
export function found(figure: FigureKey, difference: Estimate, beside: Beside | null = null): Finding {
  const { mean, half, n } = difference;
  const of = (kind: Finding['kind'], digits: number, better: Finding['better'] = null): Finding => ({
    figure,
    difference,
    beside,
    kind,
    digits,
    better,
  });
  if (n < 2 || half === null) return of('few', 1);
  const said = decide(difference);
  if (mean === 0 && half === 0) return of(said === 'none' ? 'same' : said, 1);
  let digits = digitsOf(half);
  // Rounding must not make two different values equal, or two equal ones different.
  const rounded = (): Estimate => ({ mean: Number(mean.toFixed(digits)), half: Number(half.toFixed(digits)), n });
  while (digits < MOST_DIGITS && said === 'apart' && spansZero(rounded())) digits += 1;
  if (said !== 'apart') return of(said, digits);
  // A difference below the displayed precision.
  if (spansZero(rounded())) return of(decide(rounded()), digits);
  const { more } = FIGURE[figure];
  return of('apart', digits, more === null ? null : more === mean > 0 ? 'b' : 'a');
}
