import { useEffect, useState } from 'react';
import { onFrame } from '../engine/loop';
import type { RunReport } from '../scenario/generated/types';
import { reports, runStore } from './run';

/** Real time between two questions while the run plays (ms). */
const ASK_MS = 400;

/** The reports of the lanes as they are now: a few times a second while the run plays, at once when it stands. */
export function useReports(): readonly RunReport[] {
  const [shown, setShown] = useState<readonly RunReport[]>([]);
  useEffect(() => {
    let wanted = true;
    let asking = false;
    let seen: unknown = null;
    let version = -1;
    let last = Number.NEGATIVE_INFINITY;
    const ask = async () => {
      const fresh = await reports();
      asking = false;
      if (wanted && fresh.length > 0) setShown(fresh);
    };
    const stop = onFrame((nowMs) => {
      const { feeds, playing } = runStore.getState();
      const versions = feeds.reduce((sum, feed) => sum + feed.version, 0);
      if (feeds.length === 0 || asking || (seen === feeds && version === versions)) return;
      if (playing && nowMs - last < ASK_MS) return;
      seen = feeds;
      version = versions;
      last = nowMs;
      asking = true;
      void ask();
    });
    return () => {
      wanted = false;
      stop();
    };
  }, []);
  return shown;
}
