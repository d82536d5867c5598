/**
 * The switches as a kernel has them on a machine: the cluster level where a lane leaves it to the kernel.
 * `Features::resolved` does the same in the simulator.
 */
import { kernelOf, PLAIN } from './catalog';
import type { MechanismKey } from './generated/mechanisms';
import { RULES } from './generated/rules';
import type { Features, Lane, RuleOverrides, Scenario } from './generated/types';
import { factsOf } from './machines';

type Place = Pick<Scenario, 'machine' | 'kernel'>;
export type Switches = Pick<Lane, 'features' | 'rules' | 'kernel' | 'tunables'>;
export type SwitchValue = boolean | string;

/** A rule of the kernel of a lane, which the lane may override. */
export const ruleOf = (key: keyof RuleOverrides, lane: Switches, on: Pick<Scenario, 'kernel'>) =>
  lane.rules?.[key] ?? RULES.find((rule) => rule.key === key)?.on[kernelOf(on, lane)];

/** Whether the kernel of a lane has the cluster level on the machine (`CONFIG_SCHED_CLUSTER`). */
export function hasClusterLevel(lane: Switches, on: Place): boolean {
  const { clusters, like, hybrid } = factsOf(on.machine);
  const level = clusters && ruleOf('sched_cluster', lane, on);
  switch (level) {
    case 'x86':
      return like !== 'kunpeng' && !hybrid;
    case 'x86_hybrid':
      return like !== 'kunpeng';
    default:
      return level === 'all';
  }
}

/** The value of a switch in a lane. */
export const valueIn = (key: MechanismKey, lane: Switches, on: Place): SwitchValue =>
  lane.features[key] ?? hasClusterLevel(lane, on);

/** The value of a switch in the kernel of a lane without patches. */
export const plainIn = (key: MechanismKey, lane: Switches, on: Place): SwitchValue =>
  PLAIN[key] ?? hasClusterLevel(lane, on);

/** Whether a lane has a switch otherwise than its kernel. */
export const differsFromKernel = (key: MechanismKey, lane: Switches, on: Place): boolean =>
  valueIn(key, lane, on) !== plainIn(key, lane, on);

/** A change of a switch to a value; to the value of the kernel: the lane leaves it to the kernel. */
export const switchedTo = (key: MechanismKey, value: SwitchValue, lane: Switches, on: Place): Partial<Features> => ({
  [key]: value === plainIn(key, lane, on) ? PLAIN[key] : value,
});
