/** Where the two lanes differ, as far as the run has been shown: where first, and where most tellingly. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Difference } from '../engine/lanes/difference';
import type { TellingDifference } from './telling';

interface DifferenceState {
  readonly difference: Difference | null;
  readonly telling: TellingDifference | null;
  /** How many want the most telling difference: the first alone is found sooner. */
  readonly wanted: number;
}

export const differenceStore = createStore<DifferenceState>(() => ({ difference: null, telling: null, wanted: 0 }));

const want = (by: 1 | -1) => differenceStore.setState(({ wanted }) => ({ wanted: wanted + by }));

export const useDifference = (): Difference | null => useStore(differenceStore, ({ difference }) => difference);

/** The most telling difference; it is looked for while somebody wants it. */
export function useTelling(): TellingDifference | null {
  useEffect(() => {
    want(1);
    return () => want(-1);
  }, []);
  return useStore(differenceStore, ({ telling }) => telling);
}
