/**
 * The results of an experiment over many seeds, measured in the background while a component shows them.
 *
 * - `useVerdict(scenario)`: of the experiment, over 16 paired seeds, with the run length of *Run many*
 *   (`scenario/length.ts`), so that both have the same figures.
 * - `useGainByLoad(scenario, loads?)`: the same pair of lanes at several loads, 4 seeds each, like a sweep of *Run many*. It
 *   begins after the verdict. A change of the load keeps the curve: only the verdict is new.
 *
 * - `useGainCurve(scenario, shown)`: the same for one of many experiments in a list, the quickest first, after the studies of
 *   the open experiment, and only while `shown`.
 *
 * All return at once what is known, and again with each seed (`known.seeds` of `known.of`). The sentences are in
 * `words/verdict.ts`; a small figure is `page/VerdictFigure.tsx`. An embedded page measures nothing.
 */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Estimate } from '../engine/batch/judge';
import { WORKLOAD_FACTS } from '../scenario/catalog';
import type { Scenario } from '../scenario/generated/types';
import type { WorkUnit } from '../scenario/generated/vocab';
import { defaultLength, trimmed } from '../scenario/length';
import { atLoad, loadsOf } from '../scenario/loads';
import { loadOf, tasksOf } from '../scenario/workload';
import { type Known, type Study, studiesStore, studyOf, unknown, want } from './studies';
import { useView } from './view';

/** Seeds of the verdict, and of every point of the gain by load. */
const SEEDS = 16;
const GAIN_SEEDS = 4;

const RANK = { verdict: 0, gain: 1, list: 2 } as const;

export interface Verdict {
  readonly known: Known;
  /** The unit of work of the workload. */
  readonly workUnit: WorkUnit;
}

/** One load, and the gain of B there. */
export interface GainPoint {
  readonly load: number;
  readonly tasks: number;
  readonly known: Known;
  /**
   * In percent of A (waits: of the longer one). Positive means that B is better, also where less is better. Null: fewer
   * than two seeds have ended.
   */
  readonly gain: Estimate | null;
  /** The interval does not contain zero. */
  readonly apart: boolean;
}

export interface Gain {
  /** From the lowest load to the highest, without the present one; empty if the workload has no load parameter. */
  readonly points: readonly GainPoint[];
  /** The present load, from the verdict. */
  readonly here: GainPoint;
  readonly workUnit: WorkUnit;
}

const workUnitOf = ({ workload }: Scenario): WorkUnit => WORKLOAD_FACTS[workload.kind].workUnit;

/** The scenario over seeds, as a verdict or as a point of a curve. */
const verdictStudy = (scenario: Scenario): Study => studyOf(trimmed(scenario, defaultLength(scenario, false)), SEEDS);
const gainStudy = (scenario: Scenario): Study => studyOf(trimmed(scenario, defaultLength(scenario, true)), GAIN_SEEDS);

/** Runs studies while the component is mounted. */
function useStudies(studies: readonly Study[], rank: number): ReadonlyMap<string, Known> {
  const allowed = useView((view) => !view.embed);
  const keys = studies.map(({ key }) => key).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys identify the studies.
  useEffect(() => (allowed && studies.length > 0 ? want(studies, rank) : undefined), [keys, rank, allowed]);
  return useStore(studiesStore, (state) => state.known);
}

function pointOf(scenario: Scenario, load: number, known: Known): GainPoint {
  const { finding } = known;
  const said = finding && finding.kind !== 'few' ? finding : null;
  // For a time, less is better.
  const sign = said?.figure === 'rate' ? 1 : -1;
  return {
    load,
    tasks: tasksOf(atLoad(scenario, load).workload),
    known,
    gain: said && { ...said.difference, mean: sign * said.difference.mean },
    apart: said?.kind === 'apart',
  };
}

export function useVerdict(scenario: Scenario): Verdict {
  const studies = useMemo(() => [verdictStudy(scenario)], [scenario]);
  const known = useStudies(studies, RANK.verdict);
  const [study] = studies;
  return { known: (study && known.get(study.key)) ?? unknown(SEEDS), workUnit: workUnitOf(scenario) };
}

/** `loads`: the loads to measure; by default evenly from the lowest to beyond a fully loaded machine. */
export function useGainByLoad(scenario: Scenario, loads?: readonly number[]): Gain {
  const { known: verdict, workUnit } = useVerdict(scenario);
  // A single lane has no gain.
  const wanted = scenario.lanes.length < 2 ? '' : (loads ?? loadsOf(scenario)).join();
  const present = loadOf(scenario.workload);
  const points = useMemo(
    () =>
      wanted
        .split(',')
        .filter((load) => load !== '')
        .map((load) => ({ load: Number(load), study: gainStudy(atLoad(scenario, Number(load))) })),
    [scenario, wanted],
  );
  const all = useMemo(() => points.map(({ study }) => study), [points]);
  const known = useStudies(all, RANK.gain);
  return {
    points: points
      .filter(({ load }) => load !== present)
      .map(({ load, study }) => pointOf(scenario, load, known.get(study.key) ?? unknown(GAIN_SEEDS))),
    here: pointOf(scenario, present, verdict),
    workUnit,
  };
}

const NONE: readonly Study[] = [];
/** Above the number of tasks of any experiment. */
const MOST_TASKS = 1e6;

/** Points from the lowest load to the highest, without the present one; none if the workload has no load parameter. */
export function useGainCurve(scenario: Scenario, shown: boolean): Gain {
  const present = loadOf(scenario.workload);
  const points = useMemo(
    () =>
      loadsOf(scenario)
        .filter((load) => load !== present)
        .map((load) => ({ load, study: gainStudy(atLoad(scenario, load)) })),
    [scenario, present],
  );
  const verdict = useMemo(() => verdictStudy(scenario), [scenario]);
  const all = useMemo(() => [verdict, ...points.map(({ study }) => study)], [verdict, points]);
  // More tasks take longer.
  const rank = RANK.list + Math.max(...all.map((study) => tasksOf(study.scenario.workload))) / MOST_TASKS;
  const known = useStudies(shown ? all : NONE, rank);
  const of = (study: Study, seeds: number): Known => known.get(study.key) ?? unknown(seeds);
  return {
    points: points.map(({ load, study }) => pointOf(scenario, load, of(study, GAIN_SEEDS))),
    here: pointOf(scenario, present, of(verdict, SEEDS)),
    workUnit: workUnitOf(scenario),
  };
}
