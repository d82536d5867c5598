/** A queue of asynchronous work: one task at a time, in the order of the calls. */
export class SerialQueue {
  readonly #onError: (thrown: unknown) => void;
  #last: Promise<unknown> = Promise.resolve();
  #pending = 0;
  #generation = 0;

  /** `onError` receives the error of a task; the next task runs nevertheless. */
  constructor(onError: (thrown: unknown) => void) {
    this.#onError = onError;
  }

  get isBusy(): boolean {
    return this.#pending > 0;
  }

  /** Drops work that has not started. */
  clear(): void {
    this.#generation += 1;
  }

  /** Resolves to the result of `work`, or to `fallback` if `work` throws or is dropped. */
  run<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    const generation = this.#generation;
    this.#pending += 1;
    const task = this.#last.then(async () => {
      try {
        return generation === this.#generation ? await work() : fallback;
      } catch (thrown) {
        this.#onError(thrown);
        return fallback;
      } finally {
        this.#pending -= 1;
      }
    });
    this.#last = task;
    return task;
  }
}
