/**
 * How much of the time somebody may work beside a picture that moves, so that every frame comes when it is due. Work and
 * rest take turns, and the frames of both are measured: where those beside work take longer, beyond chance, there is less
 * work; else a little more. What makes all frames late is not the work, and does not stop it.
 */

/** Work and the rest after it (real ms). */
const TURN_MS = 240;
/** Shares of it that are work. */
const FIRST = 0.4;
const LEAST = 0.1;
const MOST = 0.8;
const MORE = 0.02;
const LESS = 0.6;
/** What counts as longer: by this share, and by so many standard errors. */
const LONGER = 0.04;
const ERRORS = 2.5;
/** Frames that are remembered, and needed before anything is said. */
const MEMORY = 100;
const ENOUGH = 15;
/** Frames further apart than this say nothing: nobody drew (ms). */
const GAP_MS = 500;

/** Mean and spread of what was seen of late. */
class Recent {
  #n = 0;
  #mean = 0;
  #variance = 0;

  add(value: number): void {
    this.#n = Math.min(MEMORY, this.#n + 1);
    const off = value - this.#mean;
    this.#mean += off / this.#n;
    // The first value is the mean: it is no distance from anything.
    this.#variance += (off * (value - this.#mean) - this.#variance) / this.#n;
  }

  get mean(): number {
    return this.#mean;
  }

  get isKnown(): boolean {
    return this.#n >= ENOUGH;
  }

  /** Variance of the mean. */
  get error2(): number {
    return this.#variance / Math.max(1, this.#n);
  }
}

export class WorkShare {
  readonly #beside = new Recent();
  readonly #without = new Recent();
  #share = FIRST;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** The present turn: work until, then rest until. */
  #workMs = 0;
  #restMs = 0;
  /** Where the next frame belongs: beside work, once a slice of it lies between the last frame and now. */
  #frames = this.#without;

  /** Called once per animation frame. */
  frame(nowMs: number): void {
    const tookMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (tookMs > 0 && tookMs < GAP_MS) this.#frames.add(tookMs);
    this.#frames = this.#without;
  }

  /** How long to rest before the next slice (real ms). 0: none, and a slice is begun now. */
  rest(nowMs: number): number {
    if (nowMs >= this.#restMs) this.#next(nowMs);
    if (nowMs >= this.#workMs) return this.#restMs - nowMs;
    this.#frames = this.#beside;
    return 0;
  }

  /** The share of the time that is work. */
  get share(): number {
    return this.#share;
  }

  #next(nowMs: number): void {
    if (this.#beside.isKnown && this.#without.isKnown) this.#judge();
    this.#workMs = nowMs + TURN_MS * this.#share;
    this.#restMs = nowMs + TURN_MS;
  }

  /** Less work where it costs, more where it does not; as much where that cannot be told. */
  #judge(): void {
    const by = this.#beside.mean - this.#without.mean;
    const chance = ERRORS * Math.sqrt(this.#beside.error2 + this.#without.error2);
    if (by <= LONGER * this.#without.mean) this.#share = Math.min(MOST, this.#share + MORE);
    else if (by > chance) this.#share = Math.max(LEAST, this.#share * LESS);
  }
}
