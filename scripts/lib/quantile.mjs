// What many takings of one figure come to.

/** How often what varies is taken; the median is told. */
export const ROUNDS = 5;

export const quantile = (values, q) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
};
export const median = (values) => quantile(values, 0.5);
