/**
 * How long somebody who works beside a picture that moves is to rest between two slices of work, so that every frame comes
 * when it is due: the longer, the more of them came late. What a frame is due after is learnt from the picture itself.
 */

/** Rest at the beginning, and at most (real ms). */
const FIRST_MS = 16;
const MOST_MS = 250;
/** A frame that took this many times the usual is late. */
const LATE = 1.6;
/** So many frames on time shorten the rest. */
const GOOD_FRAMES = 30;
/** Frames further apart than this say nothing: nobody drew (ms). */
const GAP_MS = 1000;

export class Rests {
  #ms = FIRST_MS;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** Time between two frames when nothing is in the way (ms): the shortest seen, forgotten slowly. */
  #usualMs = Number.POSITIVE_INFINITY;
  #good = 0;

  /** Called once per animation frame. */
  frame(nowMs: number): void {
    const tookMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (tookMs <= 0 || tookMs > GAP_MS) return;
    const usualMs = Math.min(tookMs, this.#usualMs * 1.005);
    this.#usualMs = usualMs;
    if (tookMs > usualMs * LATE) {
      this.#good = 0;
      this.#ms = Math.min(MOST_MS, Math.max(FIRST_MS, this.#ms * 2));
    } else {
      this.#good += 1;
      if (this.#good < GOOD_FRAMES) return;
      this.#good = 0;
      this.#ms = this.#ms > 1 ? this.#ms / 2 : 0;
    }
  }

  /** The rest before the next slice (ms); 0: none. */
  get ms(): number {
    return this.#ms;
  }
}
