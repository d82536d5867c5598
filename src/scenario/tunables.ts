/** The scheduler's tunables: which a kernel has, and what is in force. */
import { isOf } from './catalog';
import { TUNABLES, type TunableInfo } from './generated/tunables';
import type { MachineChoice, Scenario, Tunables } from './generated/types';
import { factsOf } from './machines';

export type Tunable = keyof Tunables;

/** The tunables that a scenario's kernel reads, and others that it sets all the same. */
export const tunablesOf = ({ kernel, tunables }: Pick<Scenario, 'kernel' | 'tunables'>): readonly TunableInfo[] =>
  TUNABLES.filter(({ key, family }) => isOf(family, kernel) || tunables?.[key] !== undefined);

/** What the kernel sets a tunable to on a machine. */
export const tunableDefault = ({ value, on }: TunableInfo, machine: MachineChoice): number =>
  on[factsOf(machine).cpus] ?? value;

/** What a tunable is in a scenario. */
export function tunableIn({ machine, tunables }: Pick<Scenario, 'machine' | 'tunables'>, key: Tunable): number {
  const info = TUNABLES.find((one) => one.key === key);
  return tunables?.[key] ?? (info ? tunableDefault(info, machine) : 0);
}
