/** Which act is open, and how far its present step is. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BatchState } from '../../state/batch';
import type { Act, Step } from './types';

export interface Opened {
  /** Counted from 1. */
  readonly number: number;
  readonly act: Act;
  /** Place of the present step, from 0. */
  readonly at: number;
}

export interface ActsState {
  readonly opened: Opened | null;
  /** Grows with each step that is gone to. */
  readonly entry: number;
  /** The lanes stand, or have stood, at the moment of the step, and the page shows what it shows. */
  readonly arrived: boolean;
  /** The answer that was chosen. */
  readonly choice: string | null;
  /** The question was run. */
  readonly answered: boolean;
  /** The runs beside the picture. */
  readonly beside: BatchState | null;
}

export const actsStore = createStore<ActsState>(() => ({
  opened: null,
  entry: 0,
  arrived: false,
  choice: null,
  answered: false,
  beside: null,
}));

export const useStory = <T>(select: (state: ActsState) => T): T => useStore(actsStore, select);

/** The step that is open, with its name among the words. */
export const stepOf = ({ act, at }: Opened): { readonly name: string; readonly step: Step } => {
  const [name, step] = act.steps[at] ?? act.steps[0] ?? ['', null];
  if (step === null) throw new Error('an act without steps');
  return { name, step };
};
