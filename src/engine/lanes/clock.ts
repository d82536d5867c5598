/** The simulated clock of the page: how far the lanes go in the next animation frame, and where they have come to. */
import { DEFAULT_SPEED, drawnAs, type Pace, SPEEDS, timelineWindowNs } from './pace';
import { LogLevel } from './questions';

/** After a stall the page goes on where it was: of a long animation frame only so much counts (real ms). */
const LONGEST_FRAME_MS = 100;
const SERIES_EVERY_MS = 100;
const FIRST_RACE_STEP_NS = 100_000;
const LEAST_RACE_STEP_NS = 1_000;
/** How the stretch of a race follows what the slower lane manages within its budget. */
const LONGER = 1.15;
const SHORTER = 0.6;

/** What an animation frame asks of the lanes. */
export interface Stretch {
  readonly untilNs: number;
  readonly withSeries: boolean;
  /** As far as the lanes come, which is not known before. */
  readonly flatOut: boolean;
}

export class Clock {
  pace: Pace = 'watch';
  /** Index into `SPEEDS`. */
  speed = DEFAULT_SPEED;
  #ns = 0;
  #furthestNs = 0;
  /** The last animation frame (real ms), and the last for which the series were asked. */
  #frameMs = 0;
  #seriesMs = Number.NEGATIVE_INFINITY;
  #raceStepNs = FIRST_RACE_STEP_NS;
  /** Where the lanes of a race are going. */
  #horizonNs = 0;

  /** The moment the page shows (ns): what every lane that goes on has reached. */
  get ns(): number {
    return this.#ns;
  }
  /** The furthest moment that was shown of this run (ns). */
  get furthestNs(): number {
    return Math.max(this.#furthestNs, this.#ns);
  }

  /** A run begins at time 0. */
  begin(): void {
    this.#ns = 0;
    this.#furthestNs = 0;
    this.#raceStepNs = FIRST_RACE_STEP_NS;
    this.#horizonNs = 0;
    this.#seriesMs = Number.NEGATIVE_INFINITY;
  }

  /** The lanes have come to a moment. */
  reach(ns: number): void {
    this.#ns = ns;
  }

  /** The lanes stand at a moment that was sought; real time goes on from `nowMs`. */
  jump(ns: number, nowMs: number): void {
    this.#ns = ns;
    this.#horizonNs = 0;
    this.#frameMs = nowMs;
  }

  /** The moment that is left stays within reach. */
  remember(): void {
    this.#furthestNs = this.furthestNs;
  }

  /** An animation frame in which the lanes stand. */
  pass(nowMs: number): void {
    this.#frameMs = nowMs;
  }

  /** An animation frame in which the lanes go on. */
  next(nowMs: number): Stretch {
    const elapsedMs = Math.min(LONGEST_FRAME_MS, Math.max(0, nowMs - this.#frameMs));
    this.#frameMs = nowMs;
    const withSeries = nowMs - this.#seriesMs >= SERIES_EVERY_MS;
    if (withSeries) this.#seriesMs = nowMs;
    const perSecond = SPEEDS[this.speed] ?? 0;
    const flatOut = this.pace === 'race' || !Number.isFinite(perSecond);
    const watched = this.#ns + (perSecond * elapsedMs) / 1000;
    // In a race nobody goes on before the slower lane has come to where the other is.
    const raced = this.#horizonNs > this.#ns ? this.#horizonNs : this.#ns + this.#raceStepNs;
    return { untilNs: flatOut ? raced : watched, withSeries, flatOut };
  }

  /** The lanes have gone as far of a stretch as they came; `slowestNs`: where the slowest that goes on is, if any is. */
  went({ untilNs, flatOut }: Stretch, slowestNs: number | null): void {
    const allThere = slowestNs === null || slowestNs >= Math.floor(untilNs);
    if (slowestNs !== null) this.#ns = Math.max(this.#ns, allThere ? untilNs : slowestNs);
    if (!flatOut) return;
    this.#raceStepNs = Math.max(LEAST_RACE_STEP_NS, this.#raceStepNs * (allThere ? LONGER : SHORTER));
    this.#horizonNs = untilNs;
  }

  /** What of the way to a moment is logged. */
  logged(untilNs: number) {
    return {
      untilNs: Math.floor(untilNs),
      level: drawnAs(this.pace, this.speed) === 'race' ? LogLevel.switches : LogLevel.all,
      windowNs: timelineWindowNs(this.pace, this.speed),
    };
  }
}
