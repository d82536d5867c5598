/**
 * Moving tasks: a bounded list of tokens, each a task on a route since a time of the drawing's clock, which stops
 * while the run is paused. Reports when there is more movement than the eye can follow.
 */
import { DISTANCES } from '../../scenario/generated/vocab';
import type { Route } from './routes';

/** The largest number of moves per second that a viewer can tell apart. */
export const MOST_MOVES = 20;
/** How long an old position stays hollow if moves are steps (ms). */
export const STEP_MS = 400;
/** How long flows stay alone after that (ms): no flicker between the two forms. */
const CALM_MS = 1200;

const LLC = DISTANCES.indexOf('llc');
/** How long a move takes (ms): inside a cluster, through the L3 data, between nodes. */
export const flightMs = (distance: number): number => (distance < LLC ? 240 : distance === LLC ? 480 : 720);

export interface Token {
  route: Route;
  task: number;
  src: number;
  dst: number;
  /** Index of `MOVE_KINDS`. */
  kind: number;
  startMs: number;
  lifeMs: number;
  /** The start of the move in simulated time (ns). */
  ns: number;
}

export class TokenField {
  #tokens: Token[] = [];
  /** The start times of the last moves (ms), the oldest first. */
  readonly #launches: number[] = [];
  #overflowMs = Number.NEGATIVE_INFINITY;

  get all(): readonly Token[] {
    return this.#tokens;
  }

  /** Starts the movement of a task; false if there are too many. */
  launch(token: Token, nowMs: number): boolean {
    this.#launches.push(nowMs);
    while ((this.#launches[0] ?? nowMs) <= nowMs - 1000) this.#launches.shift();
    if (this.#launches.length > MOST_MOVES) {
      this.#launches.length = MOST_MOVES;
      this.#overflowMs = nowMs;
    }
    if (this.crowded(nowMs)) return false;
    // A task has one position, so this ends its previous movement.
    this.#tokens = [...this.#tokens.filter(({ task }) => task !== token.task), token];
    return true;
  }

  /** Removes arrived tokens; true if there were any. */
  expire(nowMs: number): boolean {
    const before = this.#tokens.length;
    this.#tokens = this.crowded(nowMs) ? [] : this.#tokens.filter(({ startMs, lifeMs }) => nowMs - startMs < lifeMs);
    return this.#tokens.length !== before;
  }

  /** Whether there were recently more moves than a viewer can follow. */
  crowded(nowMs: number): boolean {
    return nowMs - this.#overflowMs < CALM_MS;
  }

  /** Drops all movements. */
  land(): void {
    this.#tokens = [];
  }

  clear(): void {
    this.land();
    this.#launches.length = 0;
    this.#overflowMs = Number.NEGATIVE_INFINITY;
  }
}

/** The fraction of its route that a token has covered. */
export const partOf = ({ startMs, lifeMs }: Token, nowMs: number): number =>
  Math.min(Math.max((nowMs - startMs) / lifeMs, 0), 1);
