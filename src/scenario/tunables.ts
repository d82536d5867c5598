/** The tunables of a kernel and their present values. */
import { hasLaneOf } from './catalog';
import { TUNABLES, type TunableInfo } from './generated/tunables';
import type { MachineChoice, Scenario, Tunables } from './generated/types';
import { factsOf } from './machines';

export type Tunable = keyof Tunables;

/** The tunables that the kernels of the lanes read, and others that the scenario sets. */
export const tunablesOf = (scenario: Pick<Scenario, 'kernel' | 'lanes' | 'tunables'>): readonly TunableInfo[] =>
  TUNABLES.filter(({ key, family }) => hasLaneOf(family, scenario) || scenario.tunables?.[key] !== undefined);

/** The default of a tunable on a machine. */
export const tunableDefault = ({ value, on }: TunableInfo, machine: MachineChoice): number =>
  on[factsOf(machine).cpus] ?? value;

/** The value of a tunable in a scenario. */
export function tunableIn({ machine, tunables }: Pick<Scenario, 'machine' | 'tunables'>, key: Tunable): number {
  const info = TUNABLES.find((one) => one.key === key);
  return tunables?.[key] ?? (info ? tunableDefault(info, machine) : 0);
}
