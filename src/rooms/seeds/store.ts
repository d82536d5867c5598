/** The runs over many seeds: request, progress, results. Kept while the page is open. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FigureKey } from '../../engine/batch/figures';
import type { Outcome } from '../../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../../engine/batch/questions';
import type { Scenario } from '../../scenario/generated/types';
import type { PresetId } from '../../scenario/presets';
import { type BatchState, cancelAll, runAll } from '../../state/batch';

export const MODES = ['seeds', 'sweep'] as const;
export type Mode = (typeof MODES)[number];

export interface Run extends BatchState {
  /** The document at the start, its title, and the scenario that runs. */
  readonly document: Scenario;
  readonly preset: PresetId;
  readonly scenario: Scenario;
  readonly jobs: readonly BatchJob[];
  /** The swept field; null: none. */
  readonly field: string | null;
  readonly values: readonly number[];
  /** Jobs of each value. */
  readonly each: number;
  /** The file from which it was opened; null: it was run here. */
  readonly file: string | null;
}

interface SeedsState {
  readonly mode: Mode;
  readonly runs: Readonly<Record<Mode, Run | null>>;
  /** The selected figure; null: the one that judges the scenario. */
  readonly figure: FigureKey | null;
}

export const seedsStore = createStore<SeedsState>(() => ({
  mode: 'seeds',
  runs: { seeds: null, sweep: null },
  figure: null,
}));

export const useSeeds = <T>(select: (state: SeedsState) => T): T => useStore(seedsStore, select);

export type Asked = Pick<Run, 'document' | 'preset' | 'scenario' | 'jobs' | 'field' | 'values' | 'each'>;

/** Shows runs that another program has done. */
export function open(asked: Asked, outcomes: readonly Outcome[], file: string): void {
  cancelAll('seeds');
  const sweep: Run = { ...asked, outcomes, share: 1, state: 'done', workers: 0, tookMs: 0, file };
  seedsStore.setState(({ runs }) => ({ runs: { ...runs, sweep } }));
}

/** Starts a run, one at a time. */
export const start = (mode: Mode, asked: Asked, startWorker?: () => Promise<BatchEngine>): Promise<void> =>
  runAll(
    'seeds',
    asked.jobs,
    (state) => seedsStore.setState(({ runs }) => ({ runs: { ...runs, [mode]: { ...asked, ...state, file: null } } })),
    startWorker,
  );
