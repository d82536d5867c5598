/** The tunables of a kernel and their present values. */
import { hasLaneOf } from './catalog';
import { TUNABLES, type TunableInfo } from './generated/tunables';
import type { Lane, MachineChoice, Scenario, Tunables } from './generated/types';
import { factsOf } from './machines';

export type Tunable = keyof Tunables;

/** The tunables that the kernels of the lanes read, and others that the scenario or a lane sets. */
export const tunablesOf = (scenario: Pick<Scenario, 'kernel' | 'lanes' | 'tunables'>): readonly TunableInfo[] =>
  TUNABLES.filter(
    ({ key, family }) =>
      hasLaneOf(family, scenario) ||
      [scenario, ...scenario.lanes].some(({ tunables }) => tunables?.[key] !== undefined),
  );

/** The default of a tunable on a machine. */
export const tunableDefault = ({ value, on }: TunableInfo, machine: MachineChoice): number =>
  on[factsOf(machine).cpus] ?? value;

/** The value of a tunable in a lane of a scenario, or in its lanes that do not set it. */
export function tunableIn(
  { machine, tunables }: Pick<Scenario, 'machine' | 'tunables'>,
  key: Tunable,
  lane?: Pick<Lane, 'tunables'>,
): number {
  const info = TUNABLES.find((one) => one.key === key);
  return lane?.tunables?.[key] ?? tunables?.[key] ?? (info ? tunableDefault(info, machine) : 0);
}

/** The document with a tunable in one lane; undefined: as the scenario has it. */
export const withLaneTunable = (
  document: Scenario,
  lane: number,
  key: Tunable,
  value: number | undefined,
): Scenario => ({
  ...document,
  lanes: document.lanes.map((one, i): Lane => {
    if (i !== lane) return one;
    const { tunables = {}, ...rest } = one;
    const { [key]: _, ...others } = tunables;
    const next: Tunables = value === undefined ? others : { ...others, [key]: value };
    return Object.keys(next).length > 0 ? { ...rest, tunables: next } : rest;
  }),
});
