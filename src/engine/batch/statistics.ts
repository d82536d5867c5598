/** What several seeds say together: the same statistics as the command line's (`sim-wasm/cli/src/run.rs`). */
import { deviation, mean, sum } from 'd3-array';

/** A mean with half the width of its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  /** Null with one value: there is no interval. */
  readonly half: number | null;
  readonly n: number;
}

// Quantile 0.975 of Student's t distribution, by degrees of freedom from 1.
const T_TABLE = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const Z = 1.959964;

export function studentT(degrees: number): number {
  const listed = T_TABLE[degrees - 1];
  if (listed !== undefined) return listed;
  // Beyond the table two terms of the expansion in 1/degrees are exact to three digits.
  return Z + (Z ** 3 + Z) / (4 * degrees) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * degrees ** 2);
}

export function estimate(values: readonly number[]): Estimate {
  const n = values.length;
  const spread = deviation(values);
  return {
    mean: mean(values) ?? Number.NaN,
    half: n > 1 && spread !== undefined ? (studentT(n - 1) * spread) / Math.sqrt(n) : null,
    n,
  };
}

/** B minus A, pair by pair, in percent of A's mean; empty where A's mean is 0. */
export function differences(a: readonly number[], b: readonly number[]): number[] {
  const base = sum(a) / a.length;
  return base === 0 ? [] : a.map((value, i) => (((b[i] ?? Number.NaN) - value) / base) * 100);
}

/** Whether an interval holds zero, or there is none. */
export const spansZero = ({ mean, half }: Estimate): boolean => half === null || !(Math.abs(mean) > half);

/** Standard deviation in percent of the mean. */
export function deviationPct(values: readonly number[]): number {
  const average = mean(values) ?? 0;
  return average === 0 ? 0 : ((deviation(values) ?? 0) / average) * 100;
}
