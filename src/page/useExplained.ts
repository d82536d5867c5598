import { useEffect, useState } from 'react';
import { runStore } from '../state/run';
import { type Explained, LANE_KEYS } from '../state/view';
import { whenNew } from '../state/whenNew';

/** Real time between two checks whether the run has paused (ms). */
const LOOK_MS = 250;

/**
 * The answer about a CPU or a task for the moment of the query. It stays while the run plays, so that it can be read;
 * once the run pauses, it is updated to the present moment. `answerTo` is the same function in every render.
 */
export function useExplained<Answer>(
  explained: Explained,
  answerTo: (explained: Explained) => Promise<Answer | null>,
): Answer | null {
  const [known, setKnown] = useState<{ readonly of: Explained; readonly answer: Answer } | null>(null);
  useEffect(() => {
    let wanted = true;
    let answered = false;
    const look = async () => {
      if (answered && runStore.getState().playing) return false;
      const answer = await answerTo(explained);
      if (!answer) return false;
      answered = true;
      if (wanted) setKnown({ of: explained, answer });
      return true;
    };
    const stop = whenNew(LOOK_MS, look, LANE_KEYS.indexOf(explained.lane));
    return () => {
      wanted = false;
      stop();
    };
  }, [explained, answerTo]);
  return known?.of === explained ? known.answer : null;
}
