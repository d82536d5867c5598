/** An experiment with the control groups of containers. */
import { readCpuList } from '../../scenario/cpuList';
import type { ControlGroup, Scenario } from '../../scenario/generated/types';
import { kindsOf, withoutGroup, withTaskSetting } from '../../scenario/groups';

/** Whether a machine with so many CPU numbers lacks some of a list. */
export const beyond = (cpus: string | undefined, ids: number): boolean =>
  cpus !== undefined && !readCpuList(cpus, ids).good;

/** The first group that no other one is in, by its number. */
export function innermost(groups: readonly ControlGroup[]): number {
  const parents = new Set(groups.map(({ parent }) => parent));
  return groups.findIndex((_, i) => !parents.has(i + 1)) + 1;
}

/**
 * Replaces the groups, and puts all tasks into one of them by its number, or into the root group (0). CPUs that the
 * machine lacks are left out.
 */
export function takenOver(document: Scenario, groups: readonly ControlGroup[], tasks: number, ids: number): Scenario {
  const bare = (document.groups ?? []).reduceRight((next, _, i) => withoutGroup(next, i), document);
  const fitting = groups.map(({ cpus, ...group }) =>
    cpus === undefined || beyond(cpus, ids) ? group : { ...group, cpus },
  );
  const next: Scenario = { ...bare, groups: fitting };
  return kindsOf(next.workload).reduce((all, kind) => withTaskSetting(all, kind, { group: tasks }), next);
}
