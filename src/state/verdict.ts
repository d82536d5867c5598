/**
 * The results of an experiment over many seeds, measured in the background while a component shows them.
 *
 * - `useVerdict(scenario)`: of the experiment, over 16 paired seeds, with the run length of *Run many*
 *   (`scenario/length.ts`), so that both have the same figures.
 * - `useGainByLoad(scenario)`: the same pair of lanes at several loads, 4 seeds each, like a sweep of *Run many*. It
 *   begins after the verdict. A change of the load keeps the curve: only the verdict is new.
 *
 * - `useGainCurve(scenario, shown, shipped)`: the same for one of many experiments in a list: the results of the build
 *   (`tests/gains.test.ts` runs them). Missing ones are measured here, the quickest first, after the studies of the open
 *   experiment, and only while `shown`.
 *
 * All return at once what is known, and again with each seed (`known.seeds` of `known.of`). The sentences are in
 * `words/verdict.ts`; a small figure is `page/VerdictFigure.tsx`. An embedded page that is too low to show the verdict measures it only if the page around it asks.
 */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Estimate } from '../engine/batch/judge';
import { WORKLOAD_FACTS } from '../scenario/catalog';
import { FEWEST_SEEDS } from '../scenario/generated/deciding';
import type { Scenario } from '../scenario/generated/types';
import type { WorkUnit } from '../scenario/generated/vocab';
import { defaultLength, trimmed } from '../scenario/length';
import { atLoad, loadsOf } from '../scenario/loads';
import { loadOf, tasksOf } from '../scenario/workload';
import { type Known, knownOf, type Study, studiesStore, studyOf, unknown, want } from './studies';

/** Seeds of the verdict, and of every point of the gain by load. */
const SEEDS = FEWEST_SEEDS;
const GAIN_SEEDS = 4;

export const RANK = { verdict: 0, range: 0.5, gain: 1, list: 2 } as const;

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
   * In percent of A, or of the larger mean (`Finding.difference`). Positive means that B is better, also where less is better. Null: fewer
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
export const verdictStudy = (scenario: Scenario): Study =>
  studyOf(trimmed(scenario, defaultLength(scenario, false)), SEEDS);
const gainStudy = (scenario: Scenario): Study => studyOf(trimmed(scenario, defaultLength(scenario, true)), GAIN_SEEDS);

/** Runs studies while the component is mounted. */
export function useStudies(studies: readonly Study[], rank: number): ReadonlyMap<string, Known> {
  const keys = studies.map(({ key }) => key).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys identify the studies.
  useEffect(() => (studies.length > 0 ? want(studies, rank) : undefined), [keys, rank]);
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

/** The verdict so far, outside of components. */
export const presentVerdict = (scenario: Scenario): Verdict => ({
  known: knownOf(verdictStudy(scenario)),
  workUnit: workUnitOf(scenario),
});

export function useGainByLoad(scenario: Scenario): Gain {
  const { known: verdict, workUnit } = useVerdict(scenario);
  // A single lane has no gain.
  const wanted = scenario.lanes.length < 2 ? '' : loadsOf(scenario).join();
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

/** The loads of a curve besides the present one; none if the workload has no load parameter. */
const otherLoads = (scenario: Scenario): number[] =>
  loadsOf(scenario).filter((load) => load !== loadOf(scenario.workload));

/** The studies of a curve: of the verdict, then of its points from the lowest load to the highest. */
export const curveStudies = (scenario: Scenario): readonly Study[] => [
  verdictStudy(scenario),
  ...otherLoads(scenario).map((load) => gainStudy(atLoad(scenario, load))),
];

/** Points from the lowest load to the highest, without the present one. `shipped`: the results of these studies in the build. */
export function useGainCurve(scenario: Scenario, shown: boolean, shipped: readonly Known[]): Gain {
  const all = useMemo(() => curveStudies(scenario), [scenario]);
  // More tasks take longer.
  const rank = RANK.list + Math.max(...all.map((study) => tasksOf(study.scenario.workload))) / MOST_TASKS;
  const missing = useMemo(() => all.filter((_, i) => shipped[i] === undefined), [all, shipped]);
  const known = useStudies(shown ? missing : NONE, rank);
  const results = all.map(({ key, seeds }, i): Known => shipped[i] ?? known.get(key) ?? unknown(seeds));
  const [verdict = unknown(SEEDS), ...points] = results;
  return {
    points: otherLoads(scenario).map((load, i) => pointOf(scenario, load, points[i] ?? unknown(GAIN_SEEDS))),
    here: pointOf(scenario, loadOf(scenario.workload), verdict),
    workUnit: workUnitOf(scenario),
  };
}
