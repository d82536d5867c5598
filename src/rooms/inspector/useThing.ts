import { useEffect, useState } from 'react';
import { FrameView } from '../../engine/wire/frame';
import type { TaskInspection } from '../../scenario/generated/types';
import { flowsOf, inspectTask } from '../../state/run';
import { whenNew } from '../../state/whenNew';

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;

/** What `ask` says of a lane: four times a second while the run plays, at once when it stands. */
function useLooks<T>(lane: number, key: string, ask: () => Promise<T | null>): T | null {
  const [seen, setSeen] = useState<{ readonly key: string; readonly of: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked for.
  useEffect(() => {
    let current = true;
    const look = async () => {
      const of = await ask();
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

/** A task of a lane as it is now. */
export const useTask = (lane: number, task: number): TaskInspection | null =>
  useLooks(lane, `${lane} ${task}`, async () => (await inspectTask(lane, task))?.inspection ?? null);

/** The state of a lane with the moves between its units so far. */
export const useFlows = (lane: number): FrameView | null =>
  useLooks(lane, `${lane}`, async () => {
    const words = await flowsOf(lane);
    return words && new FrameView(words);
  });
