import { useEffect, useState } from 'react';
import type { CpuMoment, TaskMoment } from '../../engine/recording/recorded';
import { FrameView } from '../../engine/wire/frame';
import type { TaskInspection } from '../../scenario/generated/types';
import { ask } from '../../state/run';
import { whenNew } from '../../state/whenNew';

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;

/** The answer of a lane: four times a second while the run plays, at once when it pauses. */
function useLooks<T>(lane: number, key: string, question: () => Promise<T | null>): T | null {
  const [seen, setSeen] = useState<{ readonly key: string; readonly of: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query.
  useEffect(() => {
    let current = true;
    const look = async () => {
      const of = await question();
      if (current && of !== null) setSeen({ key, of });
    };
    const stop = whenNew(LOOK_MS, look, lane);
    return () => {
      current = false;
      stop();
    };
  }, [lane, key]);
  return seen?.key === key ? seen.of : null;
}

/** The present state of a task in a lane. */
export const useTask = (lane: number, task: number): TaskInspection | null =>
  useLooks(lane, `${lane} ${task}`, async () => (await ask(lane, 'inspectTask', task))?.inspection ?? null);

/** The same of a recording. */
export const useRecordedTask = (lane: number, task: number): TaskMoment | null =>
  useLooks(lane, `r${lane} ${task}`, async () => (await ask(lane, 'recordedTask', task))?.inspection ?? null);
export const useRecordedCpu = (lane: number, cpu: number): CpuMoment | null =>
  useLooks(lane, `c${lane} ${cpu}`, async () => (await ask(lane, 'recordedCpu', cpu))?.inspection ?? null);

/** The state of a lane with the moves between its units so far. */
export const useFlows = (lane: number): FrameView | null =>
  useLooks(lane, `${lane}`, async () => {
    const words = await ask(lane, 'flows');
    return words && new FrameView(words);
  });
