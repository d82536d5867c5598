/** Which act is open, and how far its present step is. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BatchState } from '../../state/batch';
import type { Guess } from './curve';
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
  /** The lanes have reached the moment of the step, and the page shows its view. */
  readonly arrived: boolean;
  /** The answer that was chosen. */
  readonly choice: string | null;
  /** The question was run. */
  readonly answered: boolean;
  /** The sketch, and whether it was submitted. */
  readonly guess: Guess;
  /** How the reader reached the step: by key or link, or by scrolling, from the step above or below. */
  readonly from: 'key' | 'above' | 'below';
  /**
   * The scrolled fraction of the interval before its moment (0 to 1); null: the step is at its moment, or plays on from
   * there.
   */
  readonly share: number | null;
  /** The runs beside the picture. */
  readonly beside: BatchState | null;
  /** The part of the figure that is lit. */
  readonly lit: string | null;
}

export const actsStore = createStore<ActsState>(() => ({
  opened: null,
  entry: 0,
  arrived: false,
  choice: null,
  answered: false,
  guess: [],
  from: 'key',
  share: null,
  beside: null,
  lit: null,
}));

export const useStory = <T>(select: (state: ActsState) => T): T => useStore(actsStore, select);

/** The results of the step may not be shown yet: its question or sketch comes first. */
export const isAsking = ({ opened, answered }: ActsState): boolean => {
  const step = opened && stepOf(opened).step;
  return !answered && (step?.answers !== undefined || step?.sketch !== undefined);
};

export const lightPart = (lit: string | null): void => actsStore.setState({ lit });

/** No other step was gone to since. */
export const isStill = (entry: number): boolean => actsStore.getState().entry === entry;

/** The step that is open, with its name among the words. */
export const stepOf = ({ act, at }: Opened): { readonly name: string; readonly step: Step } => {
  const [name, step] = act.steps[at] ?? act.steps[0] ?? ['', null];
  if (step === null) throw new Error('an act without steps');
  return { name, step };
};
