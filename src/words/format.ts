/**
 * Numbers for people: the same digits in both languages, few of them, with a stable width. A line does not break
 * between a number and its unit.
 */

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Thousands separated by commas, with `digits` decimals: 1,686. */
export const count = (value: number, digits = 0): string =>
  digits === 0
    ? grouped.format(value)
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The letter of a lane. */
export const letter = (lane: number): 'A' | 'B' => (lane === 0 ? 'A' : 'B');

/** Three significant digits, with k and M: 950, 11.3k, 2.05M. */
export function compact(value: number): string {
  const size = Math.abs(value);
  if (size < 1000) return Number.isInteger(value) ? String(value) : significant(value);
  return size < 999_500 ? `${significant(value / 1e3)}k` : `${significant(value / 1e6)}M`;
}

/** At least three significant digits, never an exponent. */
export function significant(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return value.toFixed(digits);
}

const UNITS: readonly (readonly [number, string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
];

/** A duration with three significant digits: 1.20 µs, 30.8 ms. */
export function duration(ns: number): string {
  const [scale, unit] = UNITS.find(([size]) => ns >= size) ?? [1, 'ns'];
  return `${scale === 1 ? Math.round(ns) : significant(ns / scale)}\u00a0${unit}`;
}

/** A duration with its sign: +1.20 µs. */
export const signedDuration = (ns: number): string =>
  ns === 0 ? '0' : `${ns < 0 ? '−' : '+'}${duration(Math.abs(ns))}`;

/** A number with its sign; none if it is rounded to 0. */
export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/** A duration that a person set, exactly: 15 ms, 1500 µs. */
export function exactly(ns: number): string {
  const [scale, unit] = UNITS.find(([size]) => ns > 0 && ns % size === 0) ?? [1, 'ns'];
  return `${count(ns / scale)}\u00a0${unit}`;
}

/** A tunable and its value: min_granularity 3 ms. */
export const tunableWords = (key: string, value: number): string =>
  key.endsWith('_ns') ? `${key.slice(0, -'_ns'.length)} ${exactly(value)}` : `${key} ${value}`;

/** A moment of the run, precise enough for single events: 30.812 ms, 0.004512 ms early on. */
export function moment(ns: number): string {
  return ns < 1e9 ? `${(ns / 1e6).toFixed(ns < 1e6 ? 6 : 3)}\u00a0ms` : `${(ns / 1e9).toFixed(4)}\u00a0s`;
}

/** Simulated time per second of real time: 10 µs/s. */
export function speed(nsPerSecond: number): string {
  const [scale, unit] = UNITS.find(([size]) => nsPerSecond >= size) ?? [1, 'ns'];
  return `${nsPerSecond / scale}\u00a0${unit}/s`;
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)}\u00a0%`;
