/** Lanes whose differences have no effect: the switches, their unmet conditions, and a switch that has an effect. */
import { featuresAt } from './forks';
import { MECHANISMS, type MechanismKey, type Needs } from './generated/mechanisms';
import type { Features, Lane, Scenario } from './generated/types';
import { acts, lacked } from './needs';
import { differsFromKernel, plainIn, valueIn } from './resolved';

export interface NoEffect {
  /** The switches in which the lanes differ, and the unmet condition of the first. */
  readonly keys: readonly MechanismKey[];
  readonly lacks: Needs;
  /** A switch of B that can have an effect, and its value; null: there is none. */
  readonly offer: { readonly key: MechanismKey; readonly value: boolean | string } | null;
}

/** Fields of a lane other than switches. */
const rest = ({ features: _, flips: __, ...lane }: Lane): string => JSON.stringify(lane);

/** A lane with its first switches, and with the switches of each flip. */
const statesOf = (lane: Lane): readonly Lane[] => [
  lane,
  ...(lane.flips ?? []).map(({ at_ns }) => ({ ...lane, features: featuresAt(lane, at_ns) })),
];

/** Null: a switch has an effect, or the lanes differ in more than switches. */
export function noEffect(scenario: Scenario): NoEffect | null {
  const [a, b] = scenario.lanes;
  if (!a || !b || rest(a) !== rest(b)) return null;
  const states = [...statesOf(a), ...statesOf(b)];
  const last = [statesOf(a).at(-1) ?? a, statesOf(b).at(-1) ?? b] as const;
  const differs = (key: MechanismKey, all: readonly Lane[]) =>
    new Set(all.map((lane) => valueIn(key, lane, scenario))).size > 1;
  const keys = MECHANISMS.map(({ key }) => key).filter((key) => differs(key, states));
  const isOn = (key: MechanismKey, lane: Lane) => differsFromKernel(key, lane, scenario);
  if (keys.some((key) => states.some((lane) => isOn(key, lane) && acts(key, lane, scenario)))) return null;
  const first = keys.find((key) => differs(key, last));
  const own = first && last.find((lane) => isOn(first, lane));
  const lacks = first && own ? lacked(first, own, scenario) : null;
  return lacks && { keys: keys.filter((key) => differs(key, last)), lacks, offer: offerFor(last[1], scenario) };
}

/** The values of a switch other than its value in the kernel of a lane. */
const valuesOf = (key: MechanismKey, lane: Lane, scenario: Scenario): readonly (boolean | string)[] => {
  const choices = MECHANISMS.find((one) => one.key === key)?.choices ?? null;
  return (choices ?? [true, false]).filter((value) => value !== plainIn(key, lane, scenario));
};

/** Whether a condition requires a kind of workload, for which the switch is made. */
const isForWorkload = (needs: Needs): boolean =>
  needs[0] === 'workload' || ((needs[0] === 'all' || needs[0] === 'any') && needs[1].some(isForWorkload));

function offerFor(lane: Lane, scenario: Scenario): NoEffect['offer'] {
  const made = MECHANISMS.toSorted((x, y) => Number(isForWorkload(y.needs)) - Number(isForWorkload(x.needs)));
  for (const { key } of made) {
    const value = valuesOf(key, lane, scenario).find((one) =>
      acts(key, { ...lane, features: { ...lane.features, [key]: one } as Features }, scenario),
    );
    if (value !== undefined && !differsFromKernel(key, lane, scenario)) return { key, value };
  }
  return null;
}
