/**
 * The most telling difference of two lanes: a kind of decision that only one of them makes. Otherwise the kind of move,
 * by its decision and distance, whose share of all moves differs most, beyond chance. Of kinds with similar
 * differences, the rarest. Pure: it counts decision records as they arrive.
 */
import { type Decided, DISTANCES, type Distance } from '../../scenario/generated/vocab';
import { type Head, headsOf, movesOf } from '../wire/records';

/** A kind of move. */
export interface MoveKind {
  readonly kind: Decided;
  readonly distance: Distance;
}

export interface Telling extends MoveKind {
  /** The moves of this kind in each lane, and all its moves. */
  readonly of: readonly [number, number];
  readonly moves: readonly [number, number];
  /** The lane with the greater share. */
  readonly lane: 0 | 1;
  /** The first of its decisions of this kind. */
  readonly first: readonly Uint32Array[];
}

/** The distance of two CPUs of a lane's machine. */
export type Far = (a: number, b: number) => Distance;

/** A smaller difference of shares happens by chance once in a thousand times: the square of 3.29 standard errors. */
const BEYOND_CHANCE = 10.83;
/** Differences above this fraction of the greatest one count as similar: more of one kind is less of another. */
const ABOUT = 0.8;
/** Most decisions kept of each kind. */
const MOST_KEPT = 8;

/** The move of a decision; null: none. A placed task comes from the CPU that decided, a pulled one from its queue. */
export function moveOf(head: Head): { readonly from: number; readonly to: number } | null {
  const { kind, task, cpu, chosen } = head;
  const isPlaced = kind === 'wake' || kind === 'fork' || kind === 'exec';
  if (isPlaced) return task === null ? null : { from: cpu, to: chosen };
  return movesOf(head)[0] ?? null;
}

/** The kind of that move. */
export function moveKind(head: Head, far: Far): MoveKind | null {
  const move = moveOf(head);
  return move && { kind: head.kind, distance: far(move.from, move.to) };
}

interface Counted extends MoveKind {
  readonly of: [number, number];
  readonly first: [Uint32Array[], Uint32Array[]];
}

export class Tally {
  readonly #far: readonly [Far, Far];
  readonly #fromNs: number;
  readonly #kinds = new Map<string, Counted>();
  readonly #moves: [number, number] = [0, 0];

  /** `fromNs`: earlier decisions, as of a warm-up, do not count. */
  constructor(far: readonly [Far, Far], fromNs: number) {
    this.#far = far;
    this.#fromNs = fromNs;
  }

  /** Appends records of a lane. */
  accept(lane: 0 | 1, words: Uint32Array): void {
    for (const head of headsOf(words)) {
      const of = head.ns < this.#fromNs ? null : moveKind(head, this.#far[lane]);
      if (!of) continue;
      const key = `${of.kind} ${of.distance}`;
      const counted = this.#kinds.get(key) ?? { ...of, of: [0, 0], first: [[], []] };
      this.#kinds.set(key, counted);
      counted.of[lane] += 1;
      this.#moves[lane] += 1;
      if (counted.first[lane].length < MOST_KEPT) counted.first[lane].push(head.words.slice());
    }
  }

  /** Null: the lanes do not differ beyond chance. */
  find(): Telling | null {
    const [a, b] = this.#moves;
    // The square of the difference of two shares in standard errors. If a lane has no moves, or all are of one kind, it
    // is NaN, which is greater than no number.
    const apart = ({ of: [x, y] }: Counted): number => {
      const both = (x + y) / (a + b);
      return (x / a - y / b) ** 2 / (both * (1 - both) * (1 / a + 1 / b));
    };
    const all = [...this.#kinds.values()].map((one) => ({ one, apart: apart(one) }));
    const isExclusive = ({ kind }: Counted) =>
      [0, 1].some((lane) => all.every(({ one }) => one.kind !== kind || one.of[lane as 0 | 1] === 0));
    const exclusive = all.filter((one) => one.apart > BEYOND_CHANCE && isExclusive(one.one));
    const kinds = exclusive.length > 0 ? exclusive : all;
    const most = Math.max(BEYOND_CHANCE, ABOUT * Math.max(...kinds.map((one) => one.apart)));
    const count = ({ of: [x, y] }: Counted) => x + y;
    const reach = ({ distance }: Counted) => DISTANCES.indexOf(distance);
    const best = kinds
      .filter((one) => one.apart > most)
      .sort((one, other) => count(one.one) - count(other.one) || reach(other.one) - reach(one.one))[0]?.one;
    if (!best) return null;
    const lane = best.of[0] / a > best.of[1] / b ? 0 : 1;
    const { kind, distance, of } = best;
    return { kind, distance, of: [...of], moves: [a, b], lane, first: best.first[lane] };
  }
}
