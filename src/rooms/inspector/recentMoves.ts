import { type Head, headsOf, movesOf, type Records } from '../../engine/wire/records';

const MOST_SHOWN = 80;

export interface Move {
  /** The decision that made it. */
  readonly head: Head;
  readonly task: number;
  readonly from: number;
  readonly to: number;
}

/** The latest moves to `cpu` and away from it, newest first. */
export function recentMoves(records: Records, cpu: number): Move[] {
  const found: Move[] = [];
  for (const head of headsOf(records.words).reverse()) {
    for (const move of movesOf(head)) if (move.from === cpu || move.to === cpu) found.push({ head, ...move });
    if (found.length >= MOST_SHOWN) break;
  }
  return found;
}
