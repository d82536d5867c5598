/** Whether a switch can have an effect: evaluates the needs that the simulator states. */
import { isOf, kernelOf } from './catalog';
import { GROUP_DEFAULTS } from './generated/defaults';
import { MECHANISMS, type Mechanism, type MechanismKey, type Needs } from './generated/mechanisms';
import type { Scenario } from './generated/types';
import { usedGroups } from './groups';
import { factsOf } from './machines';
import { ruleOf, type Switches, valueIn } from './resolved';
import { tunableIn } from './tunables';

type Place = Pick<Scenario, 'machine' | 'kernel' | 'workload' | 'tunables' | 'groups' | 'tasks'>;

/** Whether a switch is shown in front: not where it needs clusters and the machine has none. */
export const isInFront = ({ front, needs }: Mechanism, { machine }: Pick<Scenario, 'machine'>): boolean =>
  front && (factsOf(machine).clusters || !mentions(needs, 'clusters'));

function mentions(needs: Needs, kind: Needs[0]): boolean {
  if (needs[0] === 'not') return mentions(needs[1], kind);
  if (needs[0] === 'all' || needs[0] === 'any') return needs[1].some((one) => mentions(one, kind));
  return needs[0] === kind;
}

/** Whether a switch can be chosen: from 6.7 on the cluster scan comes with the cluster level. A chosen one stays visible. */
export const isChoosable = (key: MechanismKey, lane: Switches, on: Pick<Scenario, 'kernel'>): boolean =>
  key !== 'cluster_scan' || lane.features[key] !== 'off' || !ruleOf('sched_cluster_active', lane, on);

/** Whether a switch, with its value in a lane, can change a run. */
export const acts = (key: MechanismKey, lane: Switches, on: Place): boolean =>
  MECHANISMS.some(
    (one) => one.key === key && areMet(['scheduler', one.family], lane, on) && areMet(one.needs, lane, on),
  );

/** One unmet condition of a switch, conditions of the machine, kernel or workload first; null: all are met. */
export function lacked(key: MechanismKey, lane: Switches, on: Place): Needs | null {
  const one = MECHANISMS.find((mechanism) => mechanism.key === key);
  const all = one ? lackedOf(['all', [['scheduler', one.family], one.needs]], lane, on) : [];
  return all.find(([kind]) => kind !== 'is' && kind !== 'not') ?? all[0] ?? null;
}

function lackedOf(needs: Needs, lane: Switches, on: Place): readonly Needs[] {
  if (areMet(needs, lane, on)) return [];
  return needs[0] === 'all' || needs[0] === 'any' ? needs[1].flatMap((one) => lackedOf(one, lane, on)) : [needs];
}

function areMet(needs: Needs, lane: Switches, on: Place): boolean {
  const { nodes, clusters, smt } = factsOf(on.machine);
  const isMet = (one: Needs) => areMet(one, lane, on);
  switch (needs[0]) {
    case 'nodes':
      return nodes >= needs[1];
    case 'nodesWithin':
      return nodes <= tunableIn(on, needs[1], lane);
    case 'clusters':
      return clusters;
    case 'oneThread':
      return !smt;
    case 'scheduler':
      return isOf(needs[1], kernelOf(on, lane));
    case 'rule':
      return String(ruleOf(needs[1], lane, on)) === needs[2];
    case 'is':
      return valueIn(needs[1], lane, on) === needs[2];
    case 'someGroup': {
      const [, key] = needs;
      const used = usedGroups(on);
      return (on.groups ?? []).some((group, i) => group[key] !== GROUP_DEFAULTS[key] && used.includes(i + 1));
    }
    case 'workload':
      return on.workload.kind === needs[1];
    case 'not':
      return !isMet(needs[1]);
    case 'all':
      return needs[1].every(isMet);
    case 'any':
      return needs[1].some(isMet);
  }
}
