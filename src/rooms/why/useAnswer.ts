import { CpuFlag } from '../../engine/wire/frame';
import { type Head, headOf } from '../../engine/wire/records';
import { useExplained } from '../../page/useExplained';
import { ask, runStore } from '../../state/run';
import { scenarioStore } from '../../state/scenario';
import { type Explained, LANE_KEYS } from '../../state/view';
import { type Throttle, throttlesOf } from './throttled';
import { taskOn } from './waking';

/** The last decision about the subject. */
export interface Answer {
  /** Null: nothing so far. */
  readonly head: Head | null;
  /** The task it is about; null: a CPU that runs none. */
  readonly task: number | null;
  /** The control groups that are throttled on the CPU. */
  readonly throttles: readonly Throttle[];
  /** The moment it refers to (ns). */
  readonly ns: number;
}

async function answerTo(explained: Explained): Promise<Answer | null> {
  const lane = LANE_KEYS.indexOf(explained.lane);
  const frame = runStore.getState().feeds[lane]?.frame;
  if (!frame) return null;
  const { ns } = frame;
  const task = 'task' in explained ? explained.task : taskOn(frame, explained.cpu);
  const sought = 'cpu' in explained && task === null ? { cpu: explained.cpu, ns } : { task: task ?? 0, ns };
  const [decision, throttles] = await Promise.all([
    ask(lane, 'decision', sought),
    'cpu' in explained && frame.flags(explained.cpu) & CpuFlag.throttled ? throttlesOn(lane, explained.cpu) : [],
  ]);
  const record = decision?.record;
  return { head: headOf(record), task, throttles, ns };
}

async function throttlesOn(lane: number, cpu: number): Promise<readonly Throttle[]> {
  const reply = await ask(lane, 'inspectCpu', cpu);
  return reply?.inspection ? throttlesOf(reply.inspection.queue, scenarioStore.getState().document, reply.ns) : [];
}

export const useAnswer = (explained: Explained): Answer | null => useExplained(explained, answerTo);
