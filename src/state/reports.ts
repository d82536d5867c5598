import { useEffect, useState } from 'react';
import type { RunReport } from '../scenario/generated/types';
import { reports } from './run';
import { whenNew } from './whenNew';

/** Real time between two queries while the run plays (ms). */
const ASK_MS = 400;

/** The present reports of the lanes: a few times a second while the run plays, at once when it pauses. */
export function useReports(): readonly RunReport[] {
  const [shown, setShown] = useState<readonly RunReport[]>([]);
  useEffect(() => {
    let wanted = true;
    const stop = whenNew(ASK_MS, async () => {
      const fresh = await reports();
      if (wanted && fresh.length > 0) setShown(fresh);
      return fresh.length > 0;
    });
    return () => {
      wanted = false;
      stop();
    };
  }, []);
  return shown;
}
