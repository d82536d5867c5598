/**
 * Scenarios of earlier releases become scenarios of this one with the same meaning, for links and for documents on the page.
 * `sim-wasm/core/src/scenario/upgrade.rs` does the same to documents of the simulator.
 */
import type { Path } from './forks';
import { VERSION } from './generated/limits';
import type { KernelId, Scenario } from './generated/types';

/** A scenario, and the branches of its lanes that are not shown. */
export interface Branched {
  readonly scenario: Scenario;
  readonly forks: readonly Path[];
}

/** The first version that a release wrote. */
export const FIRST_VERSION = 2;

/** Brings the scenario of a link or a document of a version to the version of this release. */
export function upgraded(of: Branched, version: number): Branched {
  const { scenario, forks } = version === 2 ? from2(of) : of;
  return { scenario: { ...scenario, version: VERSION }, forks };
}

/** In version 2 (release 1.0) the names of two stable series are those of their first releases. */
const KERNELS_OF_2: Partial<Record<KernelId, KernelId>> = { '6.12': '6.12.0', '6.18': '6.18.2' };

function from2({ scenario, forks }: Branched): Branched {
  const kernelOf2 = (kernel: KernelId): KernelId => KERNELS_OF_2[kernel] ?? kernel;
  const lanes = scenario.lanes.map(({ kernel, ...lane }) =>
    kernel === undefined ? lane : { ...lane, kernel: kernelOf2(kernel) },
  );
  return { scenario: { ...scenario, kernel: kernelOf2(scenario.kernel), lanes }, forks };
}
