/** What a paired difference says in words. It says of B that it is more or less only when the interval leaves zero out. */

import { type Estimate, spansZero } from '../../engine/batch/judge';
import type { Goods } from '../../scenario/generated/vocab';
import type { Params } from '../../words';
import { FIGURE, type FigureKey } from './figures';
import type { SeedsKey } from './words';

export interface Verdict {
  readonly key: SeedsKey;
  readonly params: Params;
  /** The lane that is better, where one is. */
  readonly better: 'a' | 'b' | null;
}

const MOST_DIGITS = 4;

/** Digits after the point: a tenth of a percent, a hundredth where the interval is narrower than that. */
const digitsOf = (half: number): number => (half < 0.095 ? 2 : 1);

/** `differences`: B minus A in percent of A, seed by seed (`differences`). */
export function verdict(figure: FigureKey, { mean, half, n }: Estimate, goods: Goods): Verdict {
  const none = (key: SeedsKey, params: Params = {}): Verdict => ({
    key,
    params: { seeds: n, ...params },
    better: null,
  });
  if (n < 2 || half === null) return none('verdict.few');
  if (mean === 0 && half === 0) return none('verdict.same');
  let digits = digitsOf(half);
  // Rounding must not bring together what is apart, nor the other way round.
  const rounded = (): Estimate => ({ mean: Number(mean.toFixed(digits)), half: Number(half.toFixed(digits)), n });
  while (digits < MOST_DIGITS && !spansZero({ mean, half, n }) && spansZero(rounded())) digits += 1;
  if (spansZero({ mean, half, n }) || spansZero(rounded())) {
    return none('verdict.none', {
      low: (mean - half).toFixed(digits).replace('-', '−'),
      high: (mean + half).toFixed(digits),
    });
  }
  const direction = mean > 0 ? 'more' : 'less';
  const subject = figure === 'rate' ? (`rate.${goods}` as const) : figure === 'elapsed' ? figure : 'other';
  const { more } = FIGURE[figure];
  return {
    key: `verdict.${subject}.${direction}`,
    params: { percent: Math.abs(mean).toFixed(digits), half: half.toFixed(digits), seeds: n },
    better: more === null ? null : more === mean > 0 ? 'b' : 'a',
  };
}
