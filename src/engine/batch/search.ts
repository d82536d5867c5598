/**
 * The search for the setting at which B loses most (`sim-wasm/judge/src/search`). It asks for runs and is told their
 * reports; the page runs them.
 */
import * as rules from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { completed, type SparseScenario } from '../../scenario/document';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { FIGURE, type FigureKey } from './figures';
import type { Estimate } from './judge';
import './judge';
import type { Outcome } from './pool';
import type { BatchJob } from './questions';

export const GOALS = ['loss', 'gain', 'undecided'] as const;
export type Goal = (typeof GOALS)[number];

export interface SearchPlan {
  readonly for: Goal;
  readonly over: readonly string[];
  /** The settings that the search tries at most; the reduction tries as many at most. */
  readonly budget: number;
  /** The seed of the search itself. */
  readonly seed: number;
}

export interface SearchProgress {
  readonly stage: 'search' | 'again' | 'reduction' | 'confirmation' | 'done';
  /** Settings tried in this stage. */
  readonly tried: number;
  readonly share: number;
}

/** A field that differs from the scenario; null: absent. */
export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** A setting with what B gains there (%); a loss is below zero. */
export interface MeasuredSetting {
  readonly changes: readonly Change[];
  readonly gain: Estimate;
  readonly lanes: readonly [a: number, b: number];
  readonly seeds: number;
}

export interface SearchOutcome {
  readonly goal: Goal;
  readonly settings: Readonly<Record<'search' | 'reduction' | 'all' | 'possible', number>>;
  /** The best setting of the search. */
  readonly best: MeasuredSetting;
  readonly isFound: boolean;
  /** What remained of it, with seeds that no stage before has used. */
  readonly confirmation: MeasuredSetting;
  readonly confirmationSeeds: readonly [first: number, last: number];
  readonly isConfirmed: boolean;
  readonly document: Scenario;
}

interface Trial {
  readonly document: SparseScenario;
  readonly seeds: readonly number[];
}

/** The names of the axes that a scenario has. */
export const searchAxes = (scenario: Scenario): string[] =>
  JSON.parse(rules.search_axes(JSON.stringify(scenario))) as string[];

/** More is better, less is better, or less is better and zero is possible. */
const decidingOf = (figure: FigureKey): 'rate' | 'time' | 'wait' =>
  FIGURE[figure].more ? 'rate' : figure === 'elapsed' ? 'time' : 'wait';

/** The figure of a run; null: the work was not done before the time limit, so that its time is unknown. */
const figureIn = (figure: FigureKey, report: RunReport): number | null =>
  figure === 'elapsed' && report.ended === 'limit' ? null : FIGURE[figure].of(report);

const LANES = [0, 1];

export class Search {
  readonly #search: rules.Search;
  readonly #scenario: Scenario;
  readonly #figure: FigureKey;
  #asked: readonly Trial[] = [];

  /** Throws a sentence about the plan. */
  constructor(scenario: Scenario, figure: FigureKey, plan: SearchPlan) {
    this.#scenario = scenario;
    this.#figure = figure;
    this.#search = new rules.Search(
      JSON.stringify(scenario),
      JSON.stringify({ ...plan, deciding: decidingOf(figure) }),
    );
  }

  /** The runs that the search needs next; none: it is over. */
  ask(): BatchJob[] {
    this.#asked = JSON.parse(this.#search.ask()) as Trial[];
    return this.#asked.flatMap(({ document, seeds }) => {
      const scenario = this.#inFull(document);
      return seeds.flatMap((seed) => LANES.map((lane): BatchJob => ({ scenario: { ...scenario, seed }, lane })));
    });
  }

  /** The outcomes of these runs, in their order. */
  tell(outcomes: readonly Outcome[]): void {
    const values = outcomes.map((outcome) =>
      outcome.type === 'report' ? figureIn(this.#figure, outcome.report) : null,
    );
    const results = this.#asked.map(({ seeds }) => {
      const own = values.splice(0, seeds.length * LANES.length);
      return own.includes(null) ? null : LANES.map((lane) => own.filter((_, i) => i % LANES.length === lane));
    });
    this.#search.tell(JSON.stringify(results));
  }

  get progress(): SearchProgress {
    return JSON.parse(this.#search.progress()) as SearchProgress;
  }

  /** Null: no setting could be measured. */
  get outcome(): SearchOutcome | null {
    const outcome = JSON.parse(this.#search.outcome());
    if (outcome === null) return null;
    const setting = ({ changes, gain_pct: { mean, ci95 }, lanes, seeds }: RawSetting): MeasuredSetting => ({
      changes,
      gain: { mean, half: ci95, n: seeds },
      lanes,
      seeds,
    });
    return {
      goal: outcome.for,
      settings: outcome.settings,
      best: setting(outcome.best),
      isFound: outcome.is_found,
      confirmation: setting(outcome.confirmation),
      confirmationSeeds: outcome.confirmation_seeds,
      isConfirmed: outcome.is_confirmed,
      document: this.#inFull(outcome.document),
    };
  }

  /** A document of the search with every field; no axis changes the machine, whose rows the search leaves out. */
  #inFull(document: SparseScenario): Scenario {
    return { ...completed(document), machine: this.#scenario.machine };
  }
}

interface RawSetting extends Pick<MeasuredSetting, 'changes' | 'lanes' | 'seeds'> {
  readonly gain_pct: { readonly mean: number; readonly ci95: number | null };
}
