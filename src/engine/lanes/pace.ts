/** The speed of simulated time. */

export type Pace = 'watch' | 'race';

/** Simulated nanoseconds per second of real time; the last is as fast as possible. */
export const SPEEDS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((us) => us * 1e3),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((ms) => ms * 1e6),
  1e9,
  Number.POSITIVE_INFINITY,
];
export const REAL_TIME = SPEEDS.indexOf(1e9);
export const DEFAULT_SPEED = SPEEDS.indexOf(10e3);

/** Above this speed (ns per second) nobody can follow single moves. */
const WATCHABLE = 5e6;

/** Playback that is too fast to follow is drawn as a race. */
export function drawnAs(pace: Pace, speed: number): Pace {
  return (SPEEDS[speed] ?? 0) > WATCHABLE ? 'race' : pace;
}

const LONGEST_WINDOW_NS = 2e6;

/** The span of simulated time in the timeline: some seconds of playback, at most 2 ms. */
export function timelineWindowNs(pace: Pace, speed: number): number {
  if (pace === 'race') return LONGEST_WINDOW_NS;
  return Math.min(LONGEST_WINDOW_NS, Math.max(40e3, (SPEEDS[speed] ?? 0) * 12));
}
