/** The simulated clock of the page: the moment it shows, and how far the lanes go in the next animation frame. */
import { DEFAULT_SPEED, drawnAs, type Pace, SPEEDS, timelineWindowNs } from './pace';
import { LogLevel } from './questions';

/** A stall is not made up for: at most this much of a long animation frame counts (real ms). */
const LONGEST_FRAME_MS = 100;
const SERIES_EVERY_MS = 100;
const FIRST_RACE_STEP_NS = 100_000;
const LEAST_RACE_STEP_NS = 1_000;
/** How the step of a race adapts to the slower lane. */
const LONGER = 1.15;
const SHORTER = 0.6;

/** How far the lanes advance in an animation frame. */
export interface Stretch {
  readonly untilNs: number;
  readonly withSeries: boolean;
  /** As fast as possible: the lanes may end before `untilNs`. */
  readonly flatOut: boolean;
}

export class Clock {
  pace: Pace = 'watch';
  /** Index into `SPEEDS`. */
  speed = DEFAULT_SPEED;
  #ns = 0;
  #furthestNs = 0;
  /** The last animation frame, and the last with series (real ms). */
  #frameMs = 0;
  #seriesMs = Number.NEGATIVE_INFINITY;
  #raceStepNs = FIRST_RACE_STEP_NS;
  /** The target of the lanes in a race. */
  #horizonNs = 0;

  /** The moment the page shows (ns): every lane has reached it or has ended. */
  get ns(): number {
    return this.#ns;
  }
  /** The furthest moment of this run that was shown (ns). */
  get furthestNs(): number {
    return Math.max(this.#furthestNs, this.#ns);
  }

  /** Begins a run at time 0. */
  begin(): void {
    this.#ns = 0;
    this.#furthestNs = 0;
    this.#raceStepNs = FIRST_RACE_STEP_NS;
    this.#horizonNs = 0;
    this.#seriesMs = Number.NEGATIVE_INFINITY;
  }

  /** Records that the lanes have reached a moment. */
  reach(ns: number): void {
    this.#ns = ns;
  }

  /** Records that a seek has ended at `ns`; real time counts from `nowMs`. */
  jump(ns: number, nowMs: number): void {
    this.#ns = ns;
    this.#horizonNs = 0;
    this.#frameMs = nowMs;
  }

  /** Keeps the present moment in `furthestNs` before a seek leaves it. */
  remember(): void {
    this.#furthestNs = this.furthestNs;
  }

  /** Records an animation frame in which the lanes do not play. */
  pass(nowMs: number): void {
    this.#frameMs = nowMs;
  }

  /** Returns how far the lanes advance in this animation frame. */
  next(nowMs: number): Stretch {
    const elapsedMs = Math.min(LONGEST_FRAME_MS, Math.max(0, nowMs - this.#frameMs));
    this.#frameMs = nowMs;
    const withSeries = nowMs - this.#seriesMs >= SERIES_EVERY_MS;
    if (withSeries) this.#seriesMs = nowMs;
    const perSecond = SPEEDS[this.speed] ?? 0;
    const flatOut = this.pace === 'race' || !Number.isFinite(perSecond);
    const watched = this.#ns + (perSecond * elapsedMs) / 1000;
    // In a race the faster lane waits until the slower one has reached it.
    const raced = this.#horizonNs > this.#ns ? this.#horizonNs : this.#ns + this.#raceStepNs;
    return { untilNs: flatOut ? raced : watched, withSeries, flatOut };
  }

  /** Records the end of an advance. `slowestNs`: the moment of the slowest lane that has not ended; null: all have. */
  went({ untilNs, flatOut }: Stretch, slowestNs: number | null): void {
    const allThere = slowestNs === null || slowestNs >= Math.floor(untilNs);
    if (slowestNs !== null) this.#ns = Math.max(this.#ns, allThere ? untilNs : slowestNs);
    if (!flatOut) return;
    this.#raceStepNs = Math.max(LEAST_RACE_STEP_NS, this.#raceStepNs * (allThere ? LONGER : SHORTER));
    this.#horizonNs = untilNs;
  }

  /** The log level and window up to a moment. */
  logged(untilNs: number) {
    return {
      untilNs: Math.floor(untilNs),
      level: drawnAs(this.pace, this.speed) === 'race' ? LogLevel.switches : LogLevel.all,
      windowNs: timelineWindowNs(this.pace, this.speed),
    };
  }
}
