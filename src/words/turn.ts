/** The sentence beside a queue: which task runs next on the CPU, and why. Pure; the caller passes the texts. */
import type { QueuedGroup, QueuedTask, QueueInspection } from '../scenario/generated/types';
import { signedDuration } from './format';
import type { QueueKey } from './queue';

export interface Turn {
  readonly key: Extract<QueueKey, `turn.${string}`>;
  readonly params: Readonly<Record<string, string>>;
}

/** The fields of a queue that say whose turn it is. */
export type TurnQueue = Pick<QueueInspection, 'scheduler' | 'tasks' | 'next' | 'groups' | 'flat_groups'>;

/** `name`: the name of a task in a sentence. Null: no task is queued. */
export function turnOf(
  { scheduler, tasks, next, groups, flat_groups }: TurnQueue,
  name: (task: number) => string,
): Turn | null {
  const one = tasks.find(({ task }) => task === next);
  if (!one) return null;
  const params = { task: name(one.task) };
  const awake = tasks.filter(({ delayed, throttled }) => !delayed && !throttled);
  if (awake.length === 1 && one.running) return { key: tasks.length > 1 ? 'turn.ghosts' : 'turn.alone', params };
  if (!flat_groups && awake.some(({ cgroup }) => cgroup !== one.cgroup)) {
    const group = groups.find((of) => of.group === one.cgroup);
    if (!group) return { key: one.running ? 'turn.root.on' : 'turn.root', params };
    return { key: one.running ? 'turn.group.on' : 'turn.group', params: { ...params, group: groupName(group) } };
  }
  switch (scheduler) {
    case 'o1':
      return { key: arrayKey(one, awake), params: { ...params, prio: String(one.prio) } };
    case 'cfs': {
      const least = Math.min(...awake.map(({ vruntime_ns }) => vruntime_ns));
      const isLeast = one.vruntime_ns === least;
      return { key: isLeast ? (one.running ? 'turn.least.on' : 'turn.least') : 'turn.buddy', params };
    }
    case 'eevdf':
      if (one.running && one.protected && one.eligible) {
        return { key: 'turn.protected', params: { ...params, until: signedDuration(one.protected_until_ns) } };
      }
      // A delayed task may leave first, and others not be eligible without it.
      if (
        !tasks.some(({ delayed }) => delayed) &&
        awake.some(({ eligible, deadline_ns }) => eligible && deadline_ns < one.deadline_ns)
      ) {
        return { key: 'turn.buddy.eligible', params };
      }
      return { key: one.running ? 'turn.earliest.on' : 'turn.earliest', params };
  }
}

/** A control group by its name, or by its number. */
export const groupName = ({ name, group }: Pick<QueuedGroup, 'name' | 'group'>): string => name || String(group);

function arrayKey(one: QueuedTask, awake: readonly QueuedTask[]): Turn['key'] {
  if (one.running) return 'turn.prio.on';
  return awake.every(({ expired, running }) => expired || running) && one.expired ? 'turn.swap' : 'turn.prio';
}
