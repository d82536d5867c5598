/**
 * A simulated clock for a page and its workers: timers, animation frames and messages happen in the order of their time, and no
 * time passes between two of them. It is independent of the wall clock.
 */

/** The real timers, and a turn of the real event loop: all settled promises have run their reactions after it. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Due {
  atMs: number;
  readonly order: number;
  readonly page: boolean;
  readonly run: () => void;
}

export class World {
  #nowMs = 1000;
  #order = 0;
  #due: Due[] = [];
  #awakeMs = 0;
  readonly #frameMs: number;
  readonly #restore: (() => void)[] = [];

  /** `frameMs`: real time between two animation frames. */
  constructor(frameMs: number) {
    this.#frameMs = frameMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Schedules an event of the page, or one that does not starve with the page. Returns a function that cancels it. */
  at(atMs: number, run: () => void, page = true): () => void {
    const due: Due = { atMs: Math.max(atMs, this.#nowMs), order: this.#order++, page, run };
    this.#insert(due);
    return () => {
      const i = this.#due.indexOf(due);
      if (i >= 0) this.#due.splice(i, 1);
    };
  }

  #insert(due: Due): void {
    let i = this.#due.length;
    while (i > 0) {
      const before = this.#due[i - 1]!;
      if (before.atMs < due.atMs || (before.atMs === due.atMs && before.order < due.order)) break;
      i -= 1;
    }
    this.#due.splice(i, 0, due);
  }

  /** Blocks the page until then: no timers, no frames, no messages. */
  sleep(untilMs: number): void {
    this.#awakeMs = Math.max(this.#awakeMs, untilMs);
  }

  /** Runs the next event. False: there is none. */
  async next(): Promise<boolean> {
    const due = this.#due.shift();
    if (!due) return false;
    if (due.page && due.atMs < this.#awakeMs) {
      due.atMs = this.#awakeMs;
      this.#insert(due);
      return true;
    }
    this.#nowMs = due.atMs;
    due.run();
    await turn();
    return true;
  }

  /** Runs events until `done`, for at most `mostMs`. Returns whether `done` was reached. */
  async until(done: () => boolean, mostMs: number, after: () => void = () => {}): Promise<boolean> {
    const endMs = this.#nowMs + mostMs;
    await turn();
    after();
    while (!done() && this.#nowMs < endMs) {
      if (!(await this.next())) break;
      after();
    }
    return done();
  }

  /** Replaces the page's globals with those of this world. */
  install(): void {
    let latest = 0;
    const timers = new Map<number, () => void>();
    const once = (run: (...args: unknown[]) => void, ms = 0): number => {
      latest += 1;
      const id = latest;
      const fire = () => {
        timers.delete(id);
        run();
      };
      timers.set(id, this.at(this.#nowMs + Math.max(0, ms), fire));
      return id;
    };
    const clear = (id: number | undefined): void => {
      if (id === undefined) return;
      timers.get(id)?.();
      timers.delete(id);
    };
    const again = (run: () => void, ms = 0): number => {
      latest += 1;
      const id = latest;
      const fire = () => {
        timers.set(id, this.at(this.#nowMs + ms, fire));
        run();
      };
      timers.set(id, this.at(this.#nowMs + ms, fire));
      return id;
    };
    const frame = (draw: (ms: number) => void): number => once(() => draw(this.#nowMs), this.#frameMs);
    this.#put(globalThis, {
      setTimeout: once,
      clearTimeout: clear,
      setInterval: again,
      clearInterval: clear,
      requestAnimationFrame: frame,
      cancelAnimationFrame: clear,
    });
    this.#put(performance, { now: () => this.#nowMs });
  }

  uninstall(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  #put(owner: object, values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) {
      const before = Object.getOwnPropertyDescriptor(owner, name);
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
      this.#restore.push(() => {
        if (before) Object.defineProperty(owner, name, before);
        else Reflect.deleteProperty(owner, name);
      });
    }
  }
}
