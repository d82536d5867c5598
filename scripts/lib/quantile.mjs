// The median and other quantiles of repeated measurements.

/** How often a figure that varies is measured; the median counts. */
export const ROUNDS = 5;

export const quantile = (values, q) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
};
export const median = (values) => quantile(values, 0.5);
