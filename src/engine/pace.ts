/** How fast simulated time goes by. */

export type Pace = 'watch' | 'race';

/** Simulated nanoseconds per second of real time; the last is as fast as it goes. */
export const SPEEDS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((us) => us * 1e3),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((ms) => ms * 1e6),
  1e9,
  Number.POSITIVE_INFINITY,
];
export const REAL_TIME = SPEEDS.indexOf(1e9);
export const DEFAULT_SPEED = SPEEDS.indexOf(10e3);

/** The stretch of simulated time that the timeline holds: some seconds of watching, at most 5 ms. */
export function timelineWindowNs(pace: Pace, speed: number): number {
  const perSecond = SPEEDS[speed] ?? 1e9;
  return pace === 'race' ? 2e6 : Math.min(5e6, Math.max(40e3, perSecond * 12));
}
