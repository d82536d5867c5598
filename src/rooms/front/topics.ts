/** What experiments and machines are about, as far as their documents say it themselves. */
import { MECHANISMS } from '../../scenario/generated/mechanisms';
import type { Scenario } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';

export const TOPICS = ['waking', 'balancing', 'memory', 'numa'] as const;
export type Topic = (typeof TOPICS)[number];

/** The parts of the simulator by what they are about; a part that is about all of it is missing. */
const ABOUT: Readonly<Partial<Record<(typeof MECHANISMS)[number]['part'], Topic>>> = {
  wakeup: 'waking',
  balance: 'balancing',
  memory: 'memory',
  system: 'memory',
};

/** Workloads whose figures are those of their memory. */
const ON_MEMORY: readonly Scenario['workload']['kind'][] = ['numa', 'sharing', 'stream'];

export function topicsOf({ lanes, machine, workload }: Scenario): ReadonlySet<Topic> {
  const [a, b] = lanes;
  const differs = MECHANISMS.filter(({ key }) => a && b && a.features[key] !== b.features[key]);
  const topics = new Set(differs.flatMap(({ part }) => ABOUT[part] ?? []));
  if (ON_MEMORY.includes(workload.kind)) topics.add('memory');
  if (factsOf(machine).nodes > 1) topics.add('numa');
  return topics;
}
