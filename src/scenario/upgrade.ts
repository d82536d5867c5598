/** Documents and links of older versions: each goes on meaning the run it was. */
import { FORMER_RULES, RENAMED_KERNELS } from './generated/machines';
import type { KernelId, Scenario } from './generated/types';
import { factsOf } from './machines';

/** The kernel that a version meant by a name; undefined: the one of that name. */
export const kernelMeant = (version: number, name: string | undefined): KernelId | undefined =>
  RENAMED_KERNELS.find(({ until, called }) => version <= until && called === name)?.kernel;

/**
 * The scenario of a version as that version ran it: the rules that its kernels had then are written into the lanes. What a lane
 * says itself stays.
 */
export function asRunBy(version: number, scenario: Scenario): Scenario {
  const { smt } = factsOf(scenario.machine);
  const then = FORMER_RULES.filter(
    (one) => version <= one.until && (smt || !one.smt) && (!one.on || one.on === scenario.machine),
  ).reverse();
  const lanes = scenario.lanes.map((lane) => {
    const own = then.filter(({ kernel }) => kernel === (lane.kernel ?? scenario.kernel));
    return own.length > 0 ? { ...lane, rules: Object.assign({}, ...own.map(({ rules }) => rules), lane.rules) } : lane;
  });
  return { ...scenario, lanes };
}
