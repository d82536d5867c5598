/** The gain of B at each load: first from the build, then as measured here. */
import type { Finding } from '../../engine/batch/compared';
import type { Seeds } from '../../words/verdict';
import shipped from './generated/gains.json';
import { LOADS } from './race';

/** The results of a load. */
export interface Gained extends Seeds {
  readonly finding: Finding;
}

/** By load. */
export type Gains = ReadonlyMap<number, Gained>;

/** The result of a load of the slider. */
export function gainAt(gains: Gains, load: number): Gained {
  const gained = gains.get(load);
  if (!gained) throw new Error(`the build has no result for the load ${load}`);
  return gained;
}

/** The results of the build (`tests/gains.test.ts`). */
export const FIRST_GAINS: Gains = new Map(LOADS.map((load, i) => [load, shipped[i] as unknown as Gained]));
