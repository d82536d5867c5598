/**
 * What the verdict on an experiment rests on: the evidence for the costs of its machine, the record of such effects, its seeds.
 * If the costs of the machine are assumed, the experiment also runs with the other costs that such a machine may have, and the
 * verdict is a range. The simulator has the list of these costs (`Family::plausible`).
 */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Finding } from '../engine/batch/compared';
import type { Basis } from '../engine/batch/judge';
import type { Family, Scenario } from '../scenario/generated/types';
import { factsOf } from '../scenario/machines';
import { type Known, knownOf, type Study, unknown } from './studies';
import { presentVerdict, RANK, useStudies, useVerdict, type Verdict, verdictStudy } from './verdict';

/** What comes out with each of the costs that a machine may have. */
export interface Range {
  /** In percent of A, as a finding. */
  readonly low: number;
  readonly high: number;
  /** With all of them the same lane is ahead. */
  readonly decided: boolean;
  /** The costs of the experiment come first. */
  readonly sets: readonly { readonly like: Family; readonly finding: Finding }[];
}

export interface Rests {
  readonly verdict: Verdict;
  /** Null: not known yet. */
  readonly basis: Basis | null;
  /** Null: the costs are not assumed, the runs with other costs have not ended, or no costs make a difference. */
  readonly range: Range | null;
  /** Runs with other costs will follow. */
  readonly isOpen: boolean;
  /** Runs with other costs included. */
  readonly seeds: number;
  readonly of: number;
}

/** The most scenarios whose basis is kept. */
const MOST_KEPT = 100;

export const basisStore = createStore<{ readonly known: ReadonlyMap<string, Basis> }>(() => ({ known: new Map() }));

/** The basis does not depend on the seed. */
const keyOf = (scenario: Scenario): string => JSON.stringify({ ...scenario, seed: 0 });

/** Looks up what the verdict on a scenario rests on. If the module cannot be loaded, the next call tries again. */
export async function findBasis(scenario: Scenario): Promise<void> {
  const key = keyOf(scenario);
  if (basisStore.getState().known.has(key)) return;
  try {
    const { restsOn } = await import('../engine/batch/judge');
    const kept = [...basisStore.getState().known].slice(-MOST_KEPT);
    basisStore.setState({ known: new Map([...kept, [key, restsOn(scenario)]]) });
  } catch {
    // The verdict itself reports the fault of a module or of a scenario.
  }
}

export const basisOf = (scenario: Scenario): Basis | null => basisStore.getState().known.get(keyOf(scenario)) ?? null;

export function useBasis(scenario: Scenario): Basis | null {
  const key = useMemo(() => keyOf(scenario), [scenario]);
  useEffect(() => void findBasis(scenario), [scenario]);
  return useStore(basisStore, (state) => state.known.get(key) ?? null);
}

/** The scenario with each of the other costs that its machine may have. */
export const withOtherCosts = (scenario: Scenario, basis: Basis | null): Scenario[] =>
  (basis?.others ?? []).map(({ costs }) => ({ ...scenario, costs }));

/** With each seed both lanes gave the same. */
const isEqual = ({ finding: { difference } }: Range['sets'][number]): boolean =>
  difference.mean === 0 && difference.half === 0;

/** Null: no other costs, a run with them is missing, or all runs are equal. `findings`: with the costs of the experiment, then with the others. */
export function rangeOf(basis: Basis, findings: readonly (Finding | null)[]): Range | null {
  const families = [basis.costs.like, ...basis.others.map(({ like }) => like)];
  const sets = families.flatMap((like, i) => {
    const finding = findings[i];
    return finding ? [{ like, finding }] : [];
  });
  if (sets.length < 2 || sets.length < families.length || sets.every(isEqual)) return null;
  const means = sets.map(({ finding }) => finding.difference.mean);
  const isAhead = (sign: number) =>
    sets.every(({ finding }) => finding.kind === 'apart' && finding.difference.mean * sign > 0);
  const isNone = sets.every(({ finding }) => finding.kind === 'none' || finding.kind === 'same');
  return {
    low: Math.min(...means),
    high: Math.max(...means),
    decided: isNone || isAhead(1) || isAhead(-1),
    sets,
  };
}

const isOver = ({ seeds, of, fault }: Known): boolean => seeds === of || fault !== null;

/** The same from the results of studies: with the costs of the experiment, and with the others. */
export function restsOf(scenario: Scenario, basis: Basis | null, verdict: Verdict, others: readonly Known[]): Rests {
  const all = [verdict.known, ...others];
  const mayBeRange = scenario.lanes.length > 1 && factsOf(scenario.machine).assumed === true;
  const isOpen =
    mayBeRange && verdict.known.fault === null && (basis === null || (others.length > 0 && !all.every(isOver)));
  const range =
    basis && mayBeRange && !isOpen
      ? rangeOf(
          basis,
          all.map(({ finding }) => finding),
        )
      : null;
  const sum = (of: (known: Known) => number) => all.reduce((before, known) => before + of(known), 0);
  return { verdict, basis, range, isOpen, seeds: sum(({ seeds }) => seeds), of: sum(({ of }) => of) };
}

/** The studies of a scenario with other costs. */
export const otherStudies = (scenario: Scenario, basis: Basis | null): Study[] =>
  scenario.lanes.length > 1 ? withOtherCosts(scenario, basis).map(verdictStudy) : [];

export function useRests(scenario: Scenario): Rests {
  const verdict = useVerdict(scenario);
  const basis = useBasis(scenario);
  const studies = useMemo(() => otherStudies(scenario, basis), [scenario, basis]);
  const known = useStudies(studies, RANK.range);
  const others = studies.map((study) => known.get(study.key) ?? unknown(study.seeds));
  return restsOf(scenario, basis, verdict, others);
}

/** What is known now; the studies run while a component shows them. */
export function presentRests(scenario: Scenario): Rests {
  const basis = basisOf(scenario);
  const others = otherStudies(scenario, basis).map(knownOf);
  return restsOf(scenario, basis, presentVerdict(scenario), others);
}
