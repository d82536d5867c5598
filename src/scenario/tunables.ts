/** The scheduler's tunables: which a kernel has, and what is in force. */
import { hasLaneOf } from './catalog';
import { TUNABLES, type TunableInfo } from './generated/tunables';
import type { MachineChoice, Scenario, Tunables } from './generated/types';
import { factsOf } from './machines';

export type Tunable = keyof Tunables;

/** The tunables that the kernels of a scenario's lanes read, and others that it sets all the same. */
export const tunablesOf = (scenario: Pick<Scenario, 'kernel' | 'lanes' | 'tunables'>): readonly TunableInfo[] =>
  TUNABLES.filter(({ key, family }) => hasLaneOf(family, scenario) || scenario.tunables?.[key] !== undefined);

/** What the kernel sets a tunable to on a machine. */
export const tunableDefault = ({ value, on }: TunableInfo, machine: MachineChoice): number =>
  on[factsOf(machine).cpus] ?? value;

/** What a tunable is in a scenario. */
export function tunableIn({ machine, tunables }: Pick<Scenario, 'machine' | 'tunables'>, key: Tunable): number {
  const info = TUNABLES.find((one) => one.key === key);
  return tunables?.[key] ?? (info ? tunableDefault(info, machine) : 0);
}
