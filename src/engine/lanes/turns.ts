/** Work on the engines: one piece at a time, in the order in which it was asked for. */
export class Turns {
  readonly #failed: (thrown: unknown) => void;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #age = 0;

  /** `failed`: hears what a piece of work throws; the next one follows all the same. */
  constructor(failed: (thrown: unknown) => void) {
    this.#failed = failed;
  }

  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** What has not had its turn has none. */
  dismiss(): void {
    this.#age += 1;
  }

  /** What comes of a piece of work when its turn has come; `otherwise` where it throws, or has none. */
  take<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    const age = this.#age;
    this.#waiting += 1;
    const turn = this.#last.then(async () => {
      try {
        return age === this.#age ? await work() : otherwise;
      } catch (thrown) {
        this.#failed(thrown);
        return otherwise;
      } finally {
        this.#waiting -= 1;
      }
    });
    this.#last = turn;
    return turn;
  }
}
