/** The first and the most telling difference of the lanes, up to the furthest moment shown. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Difference } from '../engine/lanes/difference';
import type { TellingDifference } from './telling';

interface DifferenceState {
  readonly difference: Difference | null;
  readonly telling: TellingDifference | null;
  /** Number of components that show the most telling difference: without any, there is no search. */
  readonly wanted: number;
}

export const differenceStore = createStore<DifferenceState>(() => ({ difference: null, telling: null, wanted: 0 }));

const want = (by: 1 | -1) => differenceStore.setState(({ wanted }) => ({ wanted: wanted + by }));

export const useDifference = (): Difference | null => useStore(differenceStore, ({ difference }) => difference);

/** The most telling difference; the search runs while a component uses it. */
export function useTelling(): TellingDifference | null {
  useEffect(() => {
    want(1);
    return () => want(-1);
  }, []);
  return useStore(differenceStore, ({ telling }) => telling);
}
