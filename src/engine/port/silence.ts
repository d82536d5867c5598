/**
 * Judges whether a worker is dead: a terminated one sends nothing, not even an error, so that only its silence tells. The
 * silence is counted by the page's own looks, and what lies between two of them counts as one interval at most. A page
 * that slept, or was starved together with its workers, has not been listening all that time.
 */

/** Time between two looks (ms). */
const LOOK_MS = 250;
/** A worker that says nothing for this long, while the page listens, is taken for dead (ms). */
export const SILENCE_MS = 4000;
/** Before its first word a worker starts and compiles, which a busy machine does slowly: so long then (ms). */
export const START_SILENCE_MS = 20_000;

const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;

export class Silence {
  readonly #dead: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lookedMs = 0;
  #silentMs = 0;
  #mostMs = START_SILENCE_MS;

  /** `dead`: called once the silence has been too long; then nobody listens any more. */
  constructor(dead: () => void) {
    this.#dead = dead;
  }

  /** Something is waited for from now on. */
  listen(): void {
    if (this.#timer !== undefined) return;
    this.#silentMs = 0;
    this.#lookedMs = performance.now();
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** The worker has said something. */
  heard(): void {
    this.#silentMs = 0;
    this.#mostMs = SILENCE_MS;
  }

  /** Nothing is waited for. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Nothing is waited for, and the next word is the first one of another worker. */
  restart(): void {
    this.stop();
    this.#mostMs = START_SILENCE_MS;
  }

  #look(): void {
    const now = performance.now();
    // A hidden page may be kept from running at all.
    if (!isHidden()) this.#silentMs += Math.min(LOOK_MS, now - this.#lookedMs);
    this.#lookedMs = now;
    if (this.#silentMs < this.#mostMs) return;
    this.stop();
    this.#dead();
  }
}
