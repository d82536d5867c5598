import { useEffect, useState } from 'react';
import { CpuFlag } from '../../engine/wire/frame';
import { type Head, headAt } from '../../engine/wire/records';
import { ask, runStore } from '../../state/run';
import { scenarioStore } from '../../state/scenario';
import { type Asked, LANE_KEYS } from '../../state/view';
import { whenNew } from '../../state/whenNew';
import { type Throttle, throttlesOf } from './throttled';
import { taskOn } from './waking';

/** Real time between two checks whether the run has paused (ms). */
const LOOK_MS = 250;

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

async function answerTo(asked: Asked): Promise<Answer | null> {
  const lane = LANE_KEYS.indexOf(asked.lane);
  const frame = runStore.getState().feeds[lane]?.frame;
  if (!frame) return null;
  const { ns } = frame;
  const task = 'task' in asked ? asked.task : taskOn(frame, asked.cpu);
  const sought = 'cpu' in asked && task === null ? { cpu: asked.cpu, ns } : { task: task ?? 0, ns };
  const [decision, throttles] = await Promise.all([
    ask(lane, 'decision', sought),
    'cpu' in asked && frame.flags(asked.cpu) & CpuFlag.throttled ? throttlesOn(lane, asked.cpu) : [],
  ]);
  const record = decision?.record;
  return { head: record ? headAt(record, 0, record.length, 0) : null, task, throttles, ns };
}

async function throttlesOn(lane: number, cpu: number): Promise<readonly Throttle[]> {
  const reply = await ask(lane, 'inspectCpu', cpu);
  return reply?.inspection ? throttlesOf(reply.inspection.queue, scenarioStore.getState().document, reply.ns) : [];
}

/**
 * The answer for the moment of the query. It stays while the run plays, so that it can be read; once the run pauses, it
 * is updated to the present moment.
 */
export function useAnswer(asked: Asked): Answer | null {
  const [known, setKnown] = useState<{ readonly of: Asked; readonly answer: Answer } | null>(null);
  useEffect(() => {
    let wanted = true;
    let answered = false;
    const look = async () => {
      if (answered && runStore.getState().playing) return false;
      const answer = await answerTo(asked);
      if (!answer) return false;
      answered = true;
      if (wanted) setKnown({ of: asked, answer });
      return true;
    };
    const stop = whenNew(LOOK_MS, look, LANE_KEYS.indexOf(asked.lane));
    return () => {
      wanted = false;
      stop();
    };
  }, [asked]);
  return known?.of === asked ? known.answer : null;
}
