/** Statistics of pairs of runs: B compared with A by one figure. */
import { FIGURE, type FigureKey, type Judged, type JudgingKey } from './figures';
import { differences, type Estimate, estimate, spansZero } from './judge';
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

/**
 * The difference as displayed. For waits it is in percent of the longer one, since one lane may have no waits and a
 * ratio to zero has no value.
 */
export function findingOf(figure: FigureKey, compared: Compared): Finding | null {
  const { a, b, estimateA, estimateB, difference } = compared;
  if (figure !== 'p99' || !estimateB) return difference && found(figure, difference);
  const [one, other] = [estimateA.mean, estimateB.mean];
  // A lane without waits waits 100 % less.
  const all = one === 0 && other === 0 ? 0 : one === 0 ? 100 : other === 0 ? -100 : null;
  if (all !== null) return found(figure, { mean: all, half: a.length > 1 ? 0 : null, n: a.length });
  return found(figure, estimate(one > other ? differences(a, b) : differences(b, a).map((apart) => -apart)));
}

export const compare = (pairs: readonly Pair[], figure: FigureKey): Compared | null =>
  comparedBy(pairs, FIGURE[figure].of);

/** The same for reports of which only the judged figures were kept. */
export const compareJudged = (pairs: readonly Pair<Judged>[], figure: JudgingKey): Compared | null =>
  comparedBy(pairs, FIGURE[figure].of);

/** A paired difference, rounded as it is displayed. */
export interface Finding {
  readonly figure: FigureKey;
  /** B minus A in percent of A; for waits, of the longer one. */
  readonly difference: Estimate;
  /**
   * `few`: only one seed; `same`: equal with every seed; `none`: the interval contains zero; `apart`: the interval
   * excludes zero, before and after rounding.
   */
  readonly kind: 'few' | 'same' | 'none' | 'apart';
  /** Number of decimals of mean and interval. */
  readonly digits: number;
  /** The better lane, if there is one. */
  readonly better: 'a' | 'b' | null;
}

const MOST_DIGITS = 4;

/** Number of decimals: a tenth of a percent, or a hundredth if the interval is narrower than that. */
const digitsOf = (half: number): number => (half < 0.095 ? 2 : 1);

/** The only function that decides whether B differs from A. */
export function found(figure: FigureKey, difference: Estimate): Finding {
  const { mean, half, n } = difference;
  const none = (kind: Finding['kind'], digits = 1): Finding => ({ figure, difference, kind, digits, better: null });
  if (n < 2 || half === null) return none('few');
  if (mean === 0 && half === 0) return none('same');
  let digits = digitsOf(half);
  // Rounding must not make two different values equal, or two equal ones different.
  const rounded = (): Estimate => ({ mean: Number(mean.toFixed(digits)), half: Number(half.toFixed(digits)), n });
  while (digits < MOST_DIGITS && !spansZero(difference) && spansZero(rounded())) digits += 1;
  if (spansZero(difference) || spansZero(rounded())) return none('none', digits);
  const { more } = FIGURE[figure];
  return { figure, difference, kind: 'apart', digits, better: more === null ? null : more === mean > 0 ? 'b' : 'a' };
}
