import type { QueueInspection, Scenario } from '../../scenario/generated/types';
import { groupName } from '../../words/turn';

/** A control group that is throttled on a CPU. */
export interface Throttle {
  readonly group: string;
  /** `cpu.max`: CPU time (ns) in a period, and the period (ns). */
  readonly quotaNs: number;
  readonly periodNs: number;
  /** When the next period begins (ns): periods begin at whole multiples of their length. */
  readonly nextNs: number;
}

/** The control groups that are throttled in a queue at a moment. */
export function throttlesOf(
  { groups }: Pick<QueueInspection, 'groups'>,
  scenario: Pick<Scenario, 'groups'>,
  ns: number,
): readonly Throttle[] {
  return groups.flatMap((group) => {
    const given = scenario.groups?.[group.group - 1];
    if (!group.throttled || !given) return [];
    const periodNs = given.period_us * 1000;
    const nextNs = (Math.floor(ns / periodNs) + 1) * periodNs;
    return [{ group: groupName(group), quotaNs: given.quota_us * 1000, periodNs, nextNs }];
  });
}
