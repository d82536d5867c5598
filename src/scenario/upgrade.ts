/**
 * Scenarios of earlier releases become scenarios of this one with the same meaning, for links and for documents on the page.
 * `sim-wasm/core/src/scenario/upgrade.rs` does the same to documents of the simulator.
 */
import { decidedBy } from './decides';
import type { Path } from './forks';
import { LIMITS, VERSION } from './generated/limits';
import type { Features, KernelId, Lane, Scenario } from './generated/types';
import { factsOf } from './machines';
import { isKin, type PresetId } from './presets';
import { hasClusterLevel, ruleOf } from './resolved';

/** A scenario, and the branches of its lanes that are not shown. */
export interface Branched {
  readonly scenario: Scenario;
  readonly forks: readonly Path[];
}

/** The first version that a release wrote. */
export const FIRST_VERSION = LIMITS.version.min;

/** Brings the scenario of a link or a document of a version to the version of this release. A custom machine has its rows. */
export function upgraded(of: Branched, version: number): Branched {
  const { scenario, forks } = version === 2 ? from2(of) : of;
  return { scenario: { ...scenario, version: VERSION }, forks };
}

/** In version 2 (release 1.0) the names of two stable series are those of their first releases. */
const KERNELS_OF_2: Partial<Record<KernelId, KernelId>> = { '6.12': '6.12.0', '6.18': '6.18.2' };
const named = (kernel: KernelId): KernelId => KERNELS_OF_2[kernel] ?? kernel;

/** In version 2 the work of these presets is judged by its waits, and all other work by its time or throughput. */
const WAITS_OF_2: readonly PresetId[] = ['debt', 'turns', 'container'];
const judged = (scenario: Scenario): Scenario =>
  decidedBy(scenario, WAITS_OF_2.some((preset) => isKin(preset, scenario)) ? 'wait_p99' : 'work');

/** In version 2 no kernel has a cluster level of its own, and the cluster scan is a switch under every kernel. */
function from2({ scenario: old, forks }: Branched): Branched {
  const scenario: Scenario = {
    ...judged(old),
    kernel: named(old.kernel),
    lanes: old.lanes.map((lane) => (lane.kernel ? { ...lane, kernel: named(lane.kernel) } : lane)),
  };
  const { lanes, machine } = scenario;
  const comesWithLevel = (lane: Lane) => ruleOf('sched_cluster_active', lane, scenario) === true;
  const { clusters } = factsOf(machine);
  const hasOwnScan =
    lanes.some(comesWithLevel) &&
    [...lanes.filter(comesWithLevel), ...forks].some((path) =>
      statesOf(path).some((features) => scansOtherwise(features, clusters)),
    );
  /** The path with the meaning it had in `version` 2, in a lane with or without a cluster level of its own. */
  const meant = (hasLevel: boolean, keepsScan: boolean, { features, flips }: Path): Path => {
    const in3 = (of: Features): Features => ({
      ...of,
      cluster_domain: of.cluster_domain || (hasLevel ? false : null),
      cluster_scan: keepsScan ? of.cluster_scan : 'off',
    });
    return {
      features: in3(features),
      ...(flips && { flips: flips.map((flip) => ({ ...flip, features: in3(flip.features) })) }),
    };
  };
  const hasLevel = (lane: Lane) => hasClusterLevel(lane, scenario);
  const keepsScan = (lane: Lane) => hasOwnScan || !comesWithLevel(lane);
  return {
    scenario: {
      ...scenario,
      lanes: lanes.map((lane) => ({
        ...lane,
        ...meant(hasLevel(lane), keepsScan(lane), lane),
        ...(hasOwnScan && comesWithLevel(lane) && { rules: { ...lane.rules, sched_cluster_active: false } }),
      })),
    },
    forks: forks.map((fork) => meant(lanes.some(hasLevel), lanes.some(keepsScan), fork)),
  };
}

/** The first switches of a path, then those of each flip. */
const statesOf = ({ features, flips = [] }: Path): readonly Features[] => [
  features,
  ...flips.map((flip) => flip.features),
];

/** The scan is not the one that comes with the cluster level, or comes without it. */
function scansOtherwise({ cluster_scan: scan, cluster_domain: level }: Features, clusters: boolean): boolean {
  if (scan === 'off' || scan === 'only') return clusters && level === true;
  return scan !== 'merged';
}
