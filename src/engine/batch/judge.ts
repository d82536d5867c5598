/**
 * Statistics over seeds, and the comparison of runs with published tables. Both are computed in Rust
 * (`sim-wasm/judge`), in a module that is loaded by the folders that need it.
 */
import * as rules from '../../../sim-wasm/pkg/tools/sched_tools.js';
import type { Family, Fared, Grade, RunReport, Scenario } from '../../scenario/generated/types';
import { startTools } from '../tools';

await startTools();

/** A mean with half the width of its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  /** Null with one value: there is no interval. */
  readonly half: number | null;
  readonly n: number;
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Of one value or more. */
export function estimate(values: readonly number[]): Estimate {
  const [mean = Number.NaN, half = Number.NaN] = rules.estimate(Float64Array.from(values));
  return { mean, half: orNull(half), n: values.length };
}

/** Whether an interval contains zero, or there is none. */
export const spansZero = ({ mean, half }: Estimate): boolean => rules.spans_zero(mean, half ?? Number.NaN);

/** Standard deviation; null with one value. */
export const deviation = (values: readonly number[]): number | null =>
  orNull(rules.deviation(Float64Array.from(values)));

/** B minus A, pair by pair, in percent of A's mean; empty where A's mean is 0. */
export const differences = (a: readonly number[], b: readonly number[]): number[] =>
  Array.from(rules.differences(Float64Array.from(a), Float64Array.from(b)));

/** The same in percent of the larger mean, for figures that are 0 where all is well. */
export const differencesOfLarger = (a: readonly number[], b: readonly number[]): number[] =>
  Array.from(rules.differences_of_larger(Float64Array.from(a), Float64Array.from(b)));

/** `none`: no difference; `undecided`: more seeds may show one. */
export type Decision = 'apart' | 'none' | 'undecided';

/** The rule of `sim-wasm/judge/src/decision.rs` that decides whether lanes differ. */
export const decide = ({ mean, half, n }: Estimate): Decision => rules.finding(mean, half ?? Number.NaN, n) as Decision;

/** A figure of a run that a published row is compared with. */
interface Asked {
  readonly quantity: string;
  readonly load: string;
  /** Loops of the published run: times and counts are scaled to them. */
  readonly loops: number | null;
}

/** The requested figures of a run; NaN if the run has none. */
export const measure = (figures: readonly Asked[], scenario: Scenario, report: RunReport): number[] =>
  Array.from(rules.measure(JSON.stringify(figures), JSON.stringify(scenario), JSON.stringify(report)));

/** The approximate number of events of a run. */
export const expectedEvents = (scenario: Scenario): number => rules.expected_events(JSON.stringify(scenario));

/**
 * Adds the results of the runs to the rows of a table and judges them. `figures`: by row, seed by seed; null if a run
 * is missing.
 */
export const judge = <Row>(
  rows: readonly Row[],
  figures: readonly (readonly (number | null)[])[],
  standing: string,
): Row[] => JSON.parse(rules.judge(JSON.stringify(rows), JSON.stringify(figures), JSON.stringify(standing))) as Row[];

/** The evidence for the costs of a machine. */
export interface CostEvidence {
  /** The weakest grade of the costs that decide between the lanes. */
  readonly grade: Grade;
  /** The family whose costs the machine has where none were measured on it. */
  readonly like: Family;
  /** The costs that decide. */
  readonly deciding: Readonly<Record<string, Grade>>;
}

/** Costs that a machine may have as well: `costs` of a scenario. */
export interface OtherCosts {
  readonly like: Family;
  readonly costs: Readonly<Record<string, number>>;
}

/** What the comparison of the lanes of a scenario rests on, besides its seeds. */
export interface Basis {
  readonly costs: CostEvidence;
  /** None where the costs that decide were measured on the machine. */
  readonly others: readonly OtherCosts[];
  /** Null: nothing is switched. */
  readonly record: Fared | null;
}

export const restsOn = (scenario: Scenario): Basis => JSON.parse(rules.rests_on(JSON.stringify(scenario))) as Basis;
