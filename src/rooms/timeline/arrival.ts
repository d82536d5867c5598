/** Why a task runs where and when it does: its waker and the distance to it, the wait, the decision. */
import { type Head, headOf } from '../../engine/wire/records';
import { distanceOf } from '../../scenario/distance';
import type { MachineDescription } from '../../scenario/generated/types';
import { type Distance, NO_TASK } from '../../scenario/generated/vocab';
import type { Segments } from './segments';
import { isTask, lastRun, type Stretch, stretchAt } from './stretch';

export interface Waker {
  /** Null: the task that ran there is unknown. */
  readonly task: number | null;
  readonly cpu: number;
  readonly ns: number;
  /** The distance from there to the CPU on which the task ran. */
  readonly near: Distance;
  /** It forked the task instead of waking it. */
  readonly made: boolean;
}

export interface Arrival {
  readonly waited: { readonly ns: number; readonly cpu: number; readonly preempted: boolean };
  /** Null: it was preempted and continued. */
  readonly waker: Waker | null;
  /** The last decision about the CPU on which it runs. */
  readonly head: Head;
}

/** The last decision about a task up to a time (ns). */
export type LookUp = (task: number, ns: number) => Promise<Uint32Array | null>;

const PLACED = ['wake', 'fork', 'exec'];
/** Maximum number of moves of a task between waking and running that are followed. */
const MOST_MOVES = 4;

export async function arrivalOf(
  stretch: Stretch,
  segments: Segments,
  machine: MachineDescription,
  lookUp: LookUp,
): Promise<Arrival | null> {
  const { task, from, cpu } = stretch;
  const decidedBefore = async (ns: number): Promise<Head | null> => {
    const record = await lookUp(task, ns);
    return headOf(record);
  };
  const head = await decidedBefore(from);
  if (!head) return null;
  let placed: Head | null = head;
  for (let i = 0; i < MOST_MOVES && placed && !PLACED.includes(placed.kind); i += 1)
    placed = await decidedBefore(placed.ns - 1);
  const ran = lastRun(segments, task, from);
  if (ran && (!placed || placed.ns < ran.end))
    return { head, waker: null, waited: { ns: from - ran.end, cpu: ran.cpu, preempted: true } };
  if (!placed || !PLACED.includes(placed.kind)) return null;
  const waker = {
    task: runningAt(segments, placed.cpu, placed.ns),
    cpu: placed.cpu,
    ns: placed.ns,
    near: distanceOf(machine, placed.cpu, cpu),
    made: placed.kind !== 'wake',
  };
  return { head, waker, waited: { ns: from - placed.ns, cpu: placed.chosen, preempted: false } };
}

/** The task that ran on a CPU at a moment; at the end of a task, that task. */
function runningAt(segments: Segments, cpu: number, ns: number): number | null {
  const here = stretchAt(segments, 0, cpu, ns);
  const before = here.task === NO_TASK && here.from === ns ? stretchAt(segments, 0, cpu, ns - 1) : here;
  return isTask(before) ? before.task : null;
}
