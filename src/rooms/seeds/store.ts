/** The runs over many seeds: request, progress, results. Kept while the page is open. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FigureKey } from '../../engine/batch/figures';
import type { Outcome } from '../../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../../engine/batch/questions';
import { Search, type SearchOutcome, type SearchPlan, type SearchProgress } from '../../engine/batch/search';
import type { Scenario } from '../../scenario/generated/types';
import type { PresetId } from '../../scenario/presets';
import { type BatchState, cancelAll, runAll, runInTurns } from '../../state/batch';

export const MODES = ['seeds', 'sweep', 'search'] as const;
export type Mode = (typeof MODES)[number];
/** The modes whose runs are known before they start. */
type PlannedMode = Exclude<Mode, 'search'>;

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

/** A search for the setting at which B loses most. */
export interface SearchRun {
  /** The document at the start, its title, and the scenario that runs. */
  readonly document: Scenario;
  readonly preset: PresetId;
  readonly scenario: Scenario;
  readonly figure: FigureKey;
  readonly plan: SearchPlan;
  readonly state: 'running' | 'done' | 'cancelled';
  readonly progress: SearchProgress;
  /** Null: it has none yet, or no setting could be measured. */
  readonly outcome: SearchOutcome | null;
  /** The message of the last run that failed; null: none did. */
  readonly fault: string | null;
}

interface SeedsState {
  readonly mode: Mode;
  readonly runs: Readonly<Record<PlannedMode, Run | null>>;
  readonly search: SearchRun | null;
  /** The selected figure; null: the one that judges the scenario. */
  readonly figure: FigureKey | null;
}

export const seedsStore = createStore<SeedsState>(() => ({
  mode: 'seeds',
  runs: { seeds: null, sweep: null },
  search: null,
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
export const start = (mode: PlannedMode, asked: Asked, startWorker?: () => Promise<BatchEngine>): Promise<void> =>
  runAll(
    'seeds',
    asked.jobs,
    (state) => seedsStore.setState(({ runs }) => ({ runs: { ...runs, [mode]: { ...asked, ...state, file: null } } })),
    startWorker,
  );

type AskedSearch = Pick<SearchRun, 'document' | 'preset' | 'scenario' | 'figure' | 'plan'>;

const faultOf = (outcome: Outcome): string | null =>
  outcome.type === 'fault' ? outcome.message : outcome.type === 'refused' ? (outcome.errors[0]?.message ?? null) : null;

/** Starts a search. Throws a sentence about its plan. */
export function startSearch(asked: AskedSearch, startWorker?: () => Promise<BatchEngine>): Promise<void> {
  const search = new Search(asked.scenario, asked.figure, asked.plan);
  let fault: string | null = null;
  const put = (state: SearchRun['state']) =>
    seedsStore.setState({
      search: {
        ...asked,
        state,
        progress: search.progress,
        outcome: state === 'done' ? search.outcome : null,
        fault,
      },
    });
  return runInTurns(
    'seeds',
    (outcomes) => {
      if (outcomes) {
        fault = outcomes.map(faultOf).find((one) => one !== null) ?? fault;
        search.tell(outcomes);
      }
      const jobs = search.ask();
      if (jobs.length > 0) put('running');
      return jobs;
    },
    put,
    startWorker,
  );
}
