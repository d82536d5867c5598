/**
 * A watchdog for a worker. A terminated worker sends nothing, not even an error, so only a timeout can detect it. The
 * watchdog adds up the time between its own ticks, and counts at most one interval for each: a page that slept, or was
 * starved together with its workers, was not listening all that time.
 */

/** Time between two ticks (ms). */
const TICK_MS = 250;
/** A worker that sends nothing for this long, while the page listens, counts as dead (ms). */
export const TIMEOUT_MS = 4000;
/** The timeout before a worker's first message (ms): it starts and compiles, which is slow on a busy machine. */
export const START_TIMEOUT_MS = 20_000;

const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;

export class Watchdog {
  readonly #onTimeout: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #tickedMs = 0;
  #silentMs = 0;
  #timeoutMs = START_TIMEOUT_MS;

  /** `onTimeout`: called once when the worker has been silent for too long; then the watchdog stops. */
  constructor(onTimeout: () => void) {
    this.#onTimeout = onTimeout;
  }

  /** Starts, unless it runs, when an answer is expected. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#silentMs = 0;
    this.#tickedMs = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Resets the timeout when the worker has sent a message. */
  reset(): void {
    this.#silentMs = 0;
    this.#timeoutMs = TIMEOUT_MS;
  }

  /** Stops when no answer is expected. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    const now = performance.now();
    // The browser may suspend a hidden page.
    if (!isHidden()) this.#silentMs += Math.min(TICK_MS, now - this.#tickedMs);
    this.#tickedMs = now;
    if (this.#silentMs < this.#timeoutMs) return;
    this.stop();
    this.#onTimeout();
  }
}
