/** The runs of many seeds: what was asked for, how far it is, what came out. Kept while the page is open. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Batch, type BatchJob, type Outcome, type PoolWorker, poolSize, runBatch } from '../engine/pool';
import type { Scenario } from '../scenario/generated/types';
import { runStore, togglePlay } from '../state/run';
import type { FigureKey } from './figures';

export const MODES = ['seeds', 'sweep'] as const;
export type Mode = (typeof MODES)[number];

export interface Run {
  /** The document it was started from, and the scenario as it is run. */
  readonly document: Scenario;
  readonly scenario: Scenario;
  readonly jobs: readonly BatchJob[];
  /** What is swept; null: nothing. */
  readonly field: string | null;
  readonly values: readonly number[];
  /** Jobs of each value. */
  readonly each: number;
  readonly outcomes: readonly (Outcome | null)[];
  readonly share: number;
  readonly state: 'running' | 'done' | 'cancelled';
  readonly workers: number;
  /** Real time it has taken so far (ms). */
  readonly tookMs: number;
}

interface TruthState {
  readonly mode: Mode;
  readonly runs: Readonly<Record<Mode, Run | null>>;
  /** The figure that is looked at; null: the one the scenario is judged by. */
  readonly figure: FigureKey | null;
}

export const truthStore = createStore<TruthState>(() => ({
  mode: 'seeds',
  runs: { seeds: null, sweep: null },
  figure: null,
}));

export const useTruth = <T>(select: (state: TruthState) => T): T => useStore(truthStore, select);

/** Wall time between two drawings of what has come in (ms). */
const DRAW_MS = 100;

let batch: Batch | null = null;

export type Asked = Pick<Run, 'document' | 'scenario' | 'jobs' | 'field' | 'values' | 'each'>;

/** Starts a run; one at a time. The lanes on the page stand still meanwhile, and go on afterwards. */
export async function start(mode: Mode, asked: Asked, startWorker?: () => Promise<PoolWorker>): Promise<void> {
  cancel();
  const wasPlaying = runStore.getState().playing;
  if (wasPlaying) togglePlay();
  const began = performance.now();
  const workers = poolSize(asked.jobs.length);
  const put = (change: Partial<Run>) => {
    const tookMs = performance.now() - began;
    truthStore.setState(({ runs }) => {
      const run = runs[mode];
      return run ? { runs: { ...runs, [mode]: { ...run, tookMs, ...change } } } : {};
    });
  };
  const outcomes = asked.jobs.map(() => null);
  const run: Run = { ...asked, outcomes, share: 0, state: 'running', workers, tookMs: 0 };
  truthStore.setState(({ runs }) => ({ runs: { ...runs, [mode]: run } }));
  let drawn = 0;
  const own = runBatch(
    asked.jobs,
    (progress) => {
      if (performance.now() - drawn < DRAW_MS) return;
      drawn = performance.now();
      put({ share: progress.share, outcomes: [...progress.outcomes] });
    },
    startWorker,
    workers,
  );
  batch = own;
  const finished = await own.finished;
  if (batch === own) batch = null;
  if (finished) put({ outcomes: finished, share: 1, state: 'done' });
  else put({ state: 'cancelled' });
  if (wasPlaying && !runStore.getState().playing) togglePlay();
}

/** Ends the run that is going on, at once. */
export function cancel(): void {
  batch?.cancel();
  batch = null;
}
