/** The queue from which a task was picked, reconstructed from the steps of the pick. Pure. */
import type { Step } from '../engine/wire/records';
import type { QueuedTask, QueueInspection } from '../scenario/generated/types';

const UNKNOWN: QueuedTask = {
  task: 0,
  running: false,
  vruntime_ns: 0,
  deadline_ns: 0,
  slice_ns: 0,
  weight: 0,
  eligible: false,
  protected: false,
  protected_until_ns: 0,
  delayed: false,
  cgroup: 0,
  throttled: false,
  prio: 0,
  timeslice_ms: 0,
  expired: false,
};

/** Fields of the current task that a step contains. */
function fieldsOf({ func, answer, value }: Step): Partial<QueuedTask> {
  const signed = value | 0;
  switch (func) {
    case 'entity_eligible':
      return { eligible: answer === 'eligible', vruntime_ns: -signed };
    case 'update_deadline':
      return { deadline_ns: signed };
    case 'entity_before':
      return { vruntime_ns: signed };
    case 'sched_find_first_bit':
      return { expired: answer === 'expired', prio: value };
    case 'task_timeslice':
      return { timeslice_ms: value };
    default:
      return {};
  }
}

const SCHEDULERS = { pick_eevdf: 'eevdf', pick_next_entity: 'cfs', schedule: 'o1' } as const;
type Picks = keyof typeof SCHEDULERS;
const isPick = (func: Step['func']): func is Picks => Object.hasOwn(SCHEDULERS, func);

/** Null if no step is about a task, or if several queues are: those of control groups share no line. A throttled group has no
 * task on it. */
export function queueOfPick(steps: readonly Step[]): Pick<QueueInspection, 'scheduler' | 'tasks' | 'next'> | null {
  if (steps.some(({ func, answer }) => func === 'group_cfs_rq' && answer !== 'throttled')) return null;
  const tasks: QueuedTask[] = [];
  let scheduler: QueueInspection['scheduler'] | null = null;
  let next: number | null = null;
  for (const step of steps) {
    const { func, answer, value } = step;
    if (isPick(func)) {
      scheduler = SCHEDULERS[func];
      if (answer === 'chosen') next = value;
      else {
        const isProtected = answer === 'protected';
        tasks.push({
          ...UNKNOWN,
          task: value,
          running: isProtected,
          protected: isProtected,
          delayed: answer === 'delayed',
        });
      }
    } else {
      const last = tasks.pop();
      if (last) tasks.push({ ...last, ...fieldsOf(step) });
    }
  }
  return scheduler && { scheduler, tasks, next };
}
