/**
 * What many seeds say of an experiment, measured in the background while somebody shows it.
 *
 * - `useVerdict(scenario)`: of the experiment as it is, over 16 paired seeds, run as *Run many* runs them
 *   (`scenario/length.ts`), so that both come to the same figures.
 * - `useGainByLoad(scenario, loads?)`: the same pair of lanes at several loads, 4 seeds each, as a sweep of *Run many* runs
 *   them; begins once the verdict is there. Setting the load leaves the curve as it is: only the verdict is new.
 *
 * - `useGainCurve(scenario, shown)`: the same for one of many experiments, as it is opened: behind all that is about the one that is
 *   open, the quickest first, and only while `shown`.
 *
 * All answer at once with what is known, and again as seeds come in (`known.seeds` of `known.of`). How it is said is in
 * `words/verdict.ts`; a small figure for anywhere is `page/VerdictFigure.tsx`. Nothing is measured in an embedded page,
 * unless `asked`.
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
  /** What the workload gets done. */
  readonly workUnit: WorkUnit;
}

/** One load, and what B gains there. */
export interface GainPoint {
  readonly load: number;
  readonly tasks: number;
  readonly known: Known;
  /** In percent of A, of waits in percent of the longer one; more is better for B: of a time, how much less. Null: two seeds have not ended. */
  readonly gain: Estimate | null;
  /** The interval leaves zero out. */
  readonly apart: boolean;
}

export interface Gain {
  /** From the least load to the most, without the present one; empty where a workload has no such load. */
  readonly points: readonly GainPoint[];
  /** The present load, from the verdict. */
  readonly here: GainPoint;
  readonly workUnit: WorkUnit;
}

const workUnitOf = ({ workload }: Scenario): WorkUnit => WORKLOAD_FACTS[workload.kind].workUnit;

/** The scenario over seeds, as a verdict or as a point of a curve. */
const verdictStudy = (scenario: Scenario): Study => studyOf(trimmed(scenario, defaultLength(scenario, false)), SEEDS);
const gainStudy = (scenario: Scenario): Study => studyOf(trimmed(scenario, defaultLength(scenario, true)), GAIN_SEEDS);

/** Has studies run while this is shown. */
function useStudies(studies: readonly Study[], rank: number, asked: boolean): ReadonlyMap<string, Known> {
  const allowed = useView((view) => !view.embed) || asked;
  const keys = studies.map(({ key }) => key).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say what the studies are.
  useEffect(() => (allowed && studies.length > 0 ? want(studies, rank) : undefined), [keys, rank, allowed]);
  return useStore(studiesStore, (state) => state.known);
}

function pointOf(scenario: Scenario, load: number, known: Known): GainPoint {
  const { finding } = known;
  const said = finding && finding.kind !== 'few' ? finding : null;
  // Less of a time is better.
  const sign = said?.figure === 'rate' ? 1 : -1;
  return {
    load,
    tasks: tasksOf(atLoad(scenario, load).workload),
    known,
    gain: said && { ...said.difference, mean: sign * said.difference.mean },
    apart: said?.kind === 'apart',
  };
}

/** `asked`: also in an embedded page. */
export function useVerdict(scenario: Scenario, asked = false): Verdict {
  const studies = useMemo(() => [verdictStudy(scenario)], [scenario]);
  const known = useStudies(studies, RANK.verdict, asked);
  const [study] = studies;
  return { known: (study && known.get(study.key)) ?? unknown(SEEDS), workUnit: workUnitOf(scenario) };
}

/** `loads`: where to look; without them evenly from the least to past a full machine. */
export function useGainByLoad(scenario: Scenario, loads?: readonly number[], asked = false): Gain {
  const { known: verdict, workUnit } = useVerdict(scenario, asked);
  // One lane alone gains nothing.
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
  const known = useStudies(all, RANK.gain, asked);
  return {
    points: points
      .filter(({ load }) => load !== present)
      .map(({ load, study }) => pointOf(scenario, load, known.get(study.key) ?? unknown(GAIN_SEEDS))),
    here: pointOf(scenario, present, verdict),
    workUnit,
  };
}

const NONE: readonly Study[] = [];
/** More than any experiment has. */
const MOST_TASKS = 1e6;

/** Points from the least load to the most, without the present one; none where a workload has no such load. */
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
  // The more tasks, the longer it takes.
  const rank = RANK.list + Math.max(...all.map((study) => tasksOf(study.scenario.workload))) / MOST_TASKS;
  const known = useStudies(shown ? all : NONE, rank, false);
  const of = (study: Study, seeds: number): Known => known.get(study.key) ?? unknown(seeds);
  return {
    points: points.map(({ load, study }) => pointOf(scenario, load, of(study, GAIN_SEEDS))),
    here: pointOf(scenario, present, of(verdict, SEEDS)),
    workUnit: workUnitOf(scenario),
  };
}
