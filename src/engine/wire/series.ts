/**
 * The run so far as a series of samples at equal distances of simulated time; the distance doubles
 * when the series is full (512 to 1024 samples), so its size is bounded.
 *
 * ```
 * [interval ns, samples, words per sample, 0, then the samples, cumulative]
 * sample: messages, busy µs over all CPUs, moves, wake-ups inside the cluster, wasted µs
 * ```
 */
export const SERIES_HEADER = 4;
export const Series = { messages: 0, busyUs: 1, moves: 2, wakesInCluster: 3, wastedUs: 4 } as const;
