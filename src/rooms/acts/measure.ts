/** Figures that claims are made of. */

import type { LineRow, MachineDescription, RunReport } from '../../scenario/generated/types';
import { NO_TASK } from '../../scenario/generated/vocab';
import type { Claim, Reading, Seen } from './types';

/** A claim about both lanes. */
export const ofBoth =
  (judge: (a: RunReport, b: RunReport, seen: Seen) => Reading | null): Claim =>
  (seen) => {
    const [a, b] = seen.lanes;
    return a && b ? judge(a, b, seen) : null;
  };

/** A claim about both lanes at the end of the run: of the first seed of the first experiment beside the picture. */
export const ofEnded =
  (judge: (a: RunReport, b: RunReport, seen: Seen) => Reading | null): Claim =>
  (seen) => {
    const [a, b] = seen.beside[0]?.[0] ?? [];
    return a && b ? judge(a, b, seen) : null;
  };

/** A claim about lane A. */
export const ofFirst =
  (judge: (a: RunReport, seen: Seen) => Reading | null): Claim =>
  (seen) => {
    const [a] = seen.lanes;
    return a ? judge(a, seen) : null;
  };

/** When the last job or thread ended (ns); null: not all have. */
export function endedNs({ jobs }: RunReport): number | null {
  if (jobs.length === 0 || jobs.some(({ ended_ns }) => ended_ns === 0)) return null;
  return Math.max(...jobs.map(({ ended_ns }) => ended_ns));
}

/** Sums something up over the lines of some fields. */
export const onFields = ({ lines }: RunReport, fields: readonly string[], of: (row: LineRow) => number): number =>
  lines.filter(({ field }) => fields.includes(field)).reduce((sum, row) => sum + of(row), 0);

export const hitms = ({ hitm_remote, hitm_local }: LineRow): number => hitm_remote + hitm_local;

/** Mean time of the fetches of a modified line from the same socket (ns); null: there were none. */
export function meanLocalNs({ lines }: RunReport): number | null {
  const rows = lines.filter(({ hitm_local }) => hitm_local > 0);
  const all = rows.reduce((sum, { hitm_local }) => sum + hitm_local, 0);
  return all > 0 ? rows.reduce((sum, row) => sum + row.mean_local_ns * row.hitm_local, 0) / all : null;
}

/** Of the wake-ups that changed the CPU, the fraction that stayed inside the cluster; null: none changed it. */
export function clusterShare({ wakes }: RunReport): number | null {
  const near = wakes.cluster ?? 0;
  const far = (wakes.llc ?? 0) + (wakes.node ?? 0) + (wakes.socket ?? 0);
  return near + far > 0 ? near / (near + far) : null;
}

/** The CPUs on which something runs in a lane. */
export const runningOn = ({ frames, machine }: Pick<Seen, 'frames' | 'machine'>, lane: number): readonly number[] =>
  Array.from({ length: machine.cpus }, (_, cpu) => cpu).filter((cpu) => frames[lane]?.running(cpu) !== NO_TASK);

/** The units (clusters, where the machine has them) of some CPUs. */
export const unitsOf = ({ units }: MachineDescription, cpus: readonly number[]): readonly number[] => [
  ...new Set(cpus.flatMap((cpu) => units[cpu] ?? [])),
];

/** How much more there is in `b`, of `a`: 0.1 for a tenth more. */
export const moreIn = (a: number, b: number): number => (a > 0 ? b / a - 1 : 0);

/** What B gets done more than A, seed by seed, in an experiment beside the picture. */
export const gainsOf = ({ beside }: Seen, experiment: number): readonly number[] =>
  (beside[experiment] ?? []).map(([a, b]) => moreIn(a?.messages_per_s ?? 0, b?.messages_per_s ?? 0));

/** The mean of the known values; undefined: there is none. d3-array would add 1 kB to an act. */
export function mean(values: readonly (number | null | undefined)[]): number | undefined {
  const known = values.filter((value) => typeof value === 'number' && !Number.isNaN(value)) as readonly number[];
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

export interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

/** Null: there are no values. */
export function spreadOf(values: readonly number[]): Spread | null {
  const middle = mean(values);
  return middle === undefined ? null : { mean: middle, least: Math.min(...values), most: Math.max(...values) };
}

/** A claim about these gains. */
export const overSeeds =
  (experiment: number, judge: (average: number, least: number, most: number) => boolean): Claim =>
  (seen) => {
    const gains = gainsOf(seen, experiment);
    const spread = spreadOf(gains);
    if (!spread) return null;
    const { mean, least, most } = spread;
    return {
      holds: judge(mean, least, most),
      figures: {
        seeds: String(gains.length),
        mean: inTenths(mean),
        least: inTenths(least),
        most: inTenths(most),
      },
    };
  };

/** That B gets more done than A over the seeds of the first experiment beside the picture. */
export const gainOverSeeds = overSeeds(0, (average) => average > 0.02);

/** A share as whole percent. */
export const inPercent = (share: number): string => String(Math.round(share * 100));

/** A share as percent with one decimal; below zero with a minus sign. */
export const inTenths = (share: number): string => {
  const text = (share * 100).toFixed(1);
  return Number(text) === 0 ? '0.0' : text.replace('-', '−');
};

/** `1.37`: how many times as much. */
export const times = (ratio: number): string => ratio.toFixed(2);
