/** What the label of a task's row says: how far its clock is from the middle of the line. Pure. */
import type { QueuedTask, QueueInspection } from '../../../../scenario/generated/types';
import { duration } from '../../../../words/format';

export interface TaskNote {
  readonly key: 'behind' | 'ahead' | 'owed' | 'had';
  readonly time: string;
}

/** Null: it is in the middle, or the scheduler has no clocks. */
export function taskNote(
  scheduler: QueueInspection['scheduler'],
  { vruntime_ns }: Pick<QueuedTask, 'vruntime_ns'>,
): TaskNote | null {
  if (scheduler === 'o1' || vruntime_ns === 0) return null;
  const time = duration(Math.abs(vruntime_ns));
  // Only the account of EEVDF says what a task is owed.
  if (scheduler === 'eevdf') return { key: vruntime_ns < 0 ? 'owed' : 'had', time };
  return { key: vruntime_ns < 0 ? 'behind' : 'ahead', time };
}

/** The eligible tasks, the earliest deadline first. */
export const byDeadline = ({ tasks }: Pick<QueueInspection, 'tasks'>): readonly number[] =>
  tasks
    .filter(({ eligible, delayed }) => eligible && !delayed)
    .toSorted((a, b) => a.deadline_ns - b.deadline_ns)
    .map(({ task }) => task);
