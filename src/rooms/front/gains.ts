/** The gain of B at each load, as far as it is measured. */
import type { Finding } from '../../engine/batch/compared';
import type { Seeds } from '../../words/verdict';

/** The known results of a load. */
export interface Gained extends Seeds {
  readonly finding: Finding;
}

/** By load; a missing load is not known yet. */
export type Gains = ReadonlyMap<number, Gained>;
export const NO_GAINS: Gains = new Map();
