/** The topics of experiments and machines, derived from their documents. */
import { MECHANISMS } from '../../scenario/generated/mechanisms';
import type { Scenario } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { PRESETS } from '../../scenario/presets';
import { valueIn } from '../../scenario/resolved';

export const TOPICS = ['waking', 'balancing', 'fairness', 'memory', 'numa'] as const;
export type Topic = (typeof TOPICS)[number];

/** The parts of the simulator by topic; a part that concerns all topics is missing. */
const ABOUT: Readonly<Partial<Record<(typeof MECHANISMS)[number]['part'], Topic>>> = {
  wakeup: 'waking',
  balance: 'balancing',
  runqueue: 'fairness',
  memory: 'memory',
  system: 'memory',
};

/** Workloads whose figures are those of their memory. */
const ON_MEMORY: readonly Scenario['workload']['kind'][] = ['numa', 'sharing', 'stream', 'shared'];

export function topicsOf(scenario: Scenario): ReadonlySet<Topic> {
  const { lanes, machine, workload } = scenario;
  const [a, b] = lanes;
  const differs = MECHANISMS.filter(({ key }) => a && b && valueIn(key, a, scenario) !== valueIn(key, b, scenario));
  const topics = new Set(differs.flatMap(({ part }) => ABOUT[part] ?? []));
  if (ON_MEMORY.includes(workload.kind)) topics.add('memory');
  if (workload.kind === 'hogs' || scenario.groups?.length) topics.add('fairness');
  if (factsOf(machine).nodes > 1) topics.add('numa');
  return topics;
}

/** The topics of a machine: those of the experiment that it opens, and of every experiment on it. */
export const topicsOfMachine = (opened: Scenario): ReadonlySet<Topic> =>
  new Set(
    [opened, ...Object.values(PRESETS).filter(({ machine }) => machine === opened.machine)].flatMap((one) => [
      ...topicsOf(one),
    ]),
  );
