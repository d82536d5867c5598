/** Control groups, and settings of kinds of tasks. */
import { WORKLOAD_FACTS } from './catalog';
import { GROUP_DEFAULTS, TASK_DEFAULTS } from './generated/defaults';
import type { ControlGroup, Policy, Scenario, TaskKind, TaskSetting, Workload } from './generated/types';
import type { WorkloadFacts } from './generated/workloads';
import { visible } from './visible';

type Settings = Omit<TaskSetting, 'kind'>;

/** The scheduling policies of the fair class. */
export const POLICIES = ['normal', 'batch', 'idle'] as const satisfies readonly Policy[];

/** The smallest quota that limits (µs). */
export const LEAST_QUOTA_US = 1000;

/** Whether a control group has a quota. */
export const hasQuota = ({ groups = [] }: Pick<Scenario, 'groups'>): boolean =>
  groups.some(({ quota_us }) => quota_us > 0);

/** The kinds of tasks of a workload. */
export const kindsOf = ({ kind }: Pick<Workload, 'kind'>): readonly TaskKind[] => WORKLOAD_FACTS[kind].kinds;

/** The settings that a workload makes itself, so that its kinds of tasks cannot. */
export const ownOf = ({ kind }: Pick<Workload, 'kind'>): NonNullable<WorkloadFacts['own']> =>
  (WORKLOAD_FACTS[kind] as WorkloadFacts).own ?? [];

/** The settings of a kind of task. */
export function taskSettingOf({ tasks = [] }: Pick<Scenario, 'tasks'>, kind: TaskKind): Settings {
  return tasks.find((task) => task.kind === kind) ?? TASK_DEFAULTS;
}

const isPlain = ({ nice, slice_us, group, policy }: Settings): boolean =>
  nice === TASK_DEFAULTS.nice &&
  slice_us === TASK_DEFAULTS.slice_us &&
  group === TASK_DEFAULTS.group &&
  policy === undefined;

/** Without what says the default of a field that a document may leave out. */
const shortGroup = ({ idle, burst_us, parent, cpus, ...group }: ControlGroup): ControlGroup => ({
  ...group,
  ...(idle ? { idle } : {}),
  ...(burst_us ? { burst_us } : {}),
  ...(parent ? { parent } : {}),
  ...(cpus ? { cpus } : {}),
});
const shortTask = ({ policy = 'normal', ...task }: TaskSetting): TaskSetting =>
  policy === 'normal' ? task : { ...task, policy };

/** The scenario with these lists, without settings that equal the defaults. */
function withLists(scenario: Scenario, groups: readonly ControlGroup[], tasks: readonly TaskSetting[]): Scenario {
  const { groups: _, tasks: __, ...rest } = scenario;
  const differing = tasks.map(shortTask).filter((task) => !isPlain(task));
  return {
    ...rest,
    ...(groups.length > 0 ? { groups: groups.map(shortGroup) } : {}),
    ...(differing.length > 0 ? { tasks: differing } : {}),
  };
}

/** Adds a group without tasks. */
export const withGroup = (scenario: Scenario, name: string): Scenario =>
  withLists(scenario, [...(scenario.groups ?? []), { ...GROUP_DEFAULTS, name }], scenario.tasks ?? []);

/** Changes a group. */
export const withGroupAt = (scenario: Scenario, at: number, change: Partial<ControlGroup>): Scenario =>
  withLists(
    scenario,
    (scenario.groups ?? []).map((group, i) => (i === at ? { ...group, ...change } : group)),
    scenario.tasks ?? [],
  );

/** The groups that a group is in, by place. A group is in one that stands before it. */
function above(groups: readonly ControlGroup[], group: number): number[] {
  const parent = groups[group - 1]?.parent ?? 0;
  return parent > 0 && parent < group ? [parent, ...above(groups, parent)] : [];
}

/** The control groups that tasks begin in or go to, and those that these are in, by place. */
export function usedGroups({
  groups = [],
  tasks = [],
  workload,
}: Pick<Scenario, 'groups' | 'tasks' | 'workload'>): readonly number[] {
  const own = [
    ...tasks.map(({ group }) => group),
    ...(workload.kind === 'rtapp'
      ? workload.tasks.flatMap(({ group = 0, phases }) => [group, ...phases.map((phase) => phase.group ?? 0)])
      : []),
  ];
  return own.flatMap((group) => [group, ...above(groups, group)]);
}

/** A workload whose tasks are in other groups. */
function movedWorkload(workload: Workload, moved: (group: number) => number): Workload {
  if (workload.kind !== 'rtapp') return workload;
  const change = <T extends { group?: number }>(one: T): T =>
    one.group === undefined ? one : { ...one, group: moved(one.group) };
  return {
    ...workload,
    tasks: workload.tasks.map((task) => ({ ...change(task), phases: task.phases.map(change) })),
  };
}

/** Removes a group; its tasks, and the groups in it, move to the group that it is in. */
export function withoutGroup(scenario: Scenario, at: number): Scenario {
  const number = at + 1;
  const parent = scenario.groups?.[at]?.parent ?? 0;
  const moved = (group: number) => (group === number ? parent : group > number ? group - 1 : group);
  return withLists(
    { ...scenario, workload: movedWorkload(scenario.workload, moved) },
    (scenario.groups ?? []).filter((_, i) => i !== at).map((group) => ({ ...group, parent: moved(group.parent ?? 0) })),
    (scenario.tasks ?? []).map((task) => ({ ...task, group: moved(task.group) })),
  );
}

/** Changes the settings of a kind of task. */
export function withTaskSetting(scenario: Scenario, kind: TaskKind, change: Partial<Settings>): Scenario {
  const tasks = kindsOf(scenario.workload).map((one) => ({
    kind: one,
    ...TASK_DEFAULTS,
    ...taskSettingOf(scenario, one),
    ...(one === kind ? change : {}),
  }));
  return withLists(scenario, scenario.groups ?? [], tasks);
}

/** Changes the workload, and drops settings of kinds of tasks that it lacks. */
export function withWorkload(scenario: Scenario, workload: Workload): Scenario {
  const kinds = kindsOf(workload);
  const next = { ...scenario, workload };
  if (!scenario.tasks) return next;
  const own = Object.fromEntries(ownOf(workload).map((key) => [key, TASK_DEFAULTS[key]]));
  const tasks = scenario.tasks.filter(({ kind }) => kinds.includes(kind)).map((task) => ({ ...task, ...own }));
  return withLists(next, scenario.groups ?? [], tasks);
}

/** The lists of a document with every field. */
export function completedLists({
  groups,
  tasks,
}: {
  readonly groups?: readonly Partial<ControlGroup>[] | undefined;
  readonly tasks?: readonly (Partial<TaskSetting> & Pick<TaskSetting, 'kind'>)[] | undefined;
}): Pick<Scenario, 'groups' | 'tasks'> {
  return {
    ...(groups && groups.length > 0
      ? {
          groups: groups.map((group) =>
            shortGroup({ ...GROUP_DEFAULTS, ...group, name: visible(group.name ?? GROUP_DEFAULTS.name) }),
          ),
        }
      : {}),
    ...(tasks && tasks.length > 0 ? { tasks: tasks.map((task) => shortTask({ ...TASK_DEFAULTS, ...task })) } : {}),
  };
}

/** The range of a quota other than 0; null: the quota is valid. */
export function quotaFault(quotaUs: number, most: number): { readonly min: number; readonly max: number } | null {
  return quotaUs !== 0 && quotaUs < LEAST_QUOTA_US ? { min: LEAST_QUOTA_US, max: most } : null;
}
