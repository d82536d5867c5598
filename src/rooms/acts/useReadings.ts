/** Evaluates the claims of a step, and the figures in its texts. */
import { useRef } from 'react';
import { figuresOf, type Readings, readingsOf } from './readings';
import { useStory } from './store';
import type { Seen, Step } from './types';

type Figures = Readonly<Record<string, string>>;

export interface Read {
  readonly readings: Readings;
  /** The figures of the step and of those that were open before, by step. */
  readonly figures: (step: string) => Figures;
}

/** While the reader scrolls to a step's moment, the claims keep the values of that moment. */
export function useReadings(key: string, step: Step, seen: Seen | null): Read {
  const isUnderWay = useStory(({ share }) => share !== null && share < 1);
  const kept = useRef(new Map<string, Readings>());
  if (seen && !isUnderWay) {
    kept.current.set(key, readingsOf(step, seen));
  }
  return {
    readings: (seen && kept.current.get(key)) ?? readingsOf(step, null),
    figures: (name) => figuresOf(kept.current.get(name) ?? {}),
  };
}
