/**
 * Tasks on their way: a bounded field of tokens, each a task on a route since a moment of wall
 * time. Says when there is more movement than an eye can follow.
 */
import type { Route } from './routes';

/** Tokens in flight that can still be told apart. */
export const MAX_TOKENS = 40;
/** Wall time of a flight (ms), and how long a still arrow is shown instead. */
export const FLIGHT_MS = 450;
export const STILL_MS = 800;
/** How long flows stay after the last overflow (ms): no flicker between the two forms. */
const CALM_MS = 1200;

export interface Token {
  route: Route;
  task: number;
  /** Index of `MOVE_KINDS`. */
  kind: number;
  startMs: number;
  /** When it set out, in simulated time (ns). */
  ns: number;
}

export class TokenField {
  readonly #tokens: Token[] = [];
  #live = 0;
  #overflowMs = Number.NEGATIVE_INFINITY;

  /** Tokens in flight, the first `count` of the list. */
  get count(): number {
    return this.#live;
  }
  at(i: number): Token {
    return this.#tokens[i] as Token;
  }

  /** Sends a task on its way; false when the field is full. */
  launch(route: Route, task: number, kind: number, nowMs: number, ns: number): boolean {
    if (this.#live >= MAX_TOKENS) {
      this.#overflowMs = nowMs;
      return false;
    }
    const token = this.#tokens[this.#live];
    if (token) {
      token.route = route;
      token.task = task;
      token.kind = kind;
      token.startMs = nowMs;
      token.ns = ns;
    } else {
      this.#tokens.push({ route, task, kind, startMs: nowMs, ns });
    }
    this.#live += 1;
    return true;
  }

  /** Takes away what has arrived; true when any did. */
  expire(nowMs: number, lifeMs: number): boolean {
    const before = this.#live;
    for (let i = 0; i < this.#live; ) {
      const token = this.at(i);
      if (nowMs - token.startMs < lifeMs) {
        i += 1;
        continue;
      }
      // The last live one takes its place; the finished one is kept to be used again.
      this.#live -= 1;
      this.#tokens[i] = this.at(this.#live);
      this.#tokens[this.#live] = token;
    }
    return this.#live !== before;
  }

  /** There were lately more moves than the field holds. */
  crowded(nowMs: number): boolean {
    return nowMs - this.#overflowMs < CALM_MS;
  }

  clear(): void {
    this.#live = 0;
    this.#overflowMs = Number.NEGATIVE_INFINITY;
  }
}

/** Slow, fast, slow. */
export const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));
