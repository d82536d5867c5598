import { useEffect, useRef, useState } from 'react';
import { onFrame } from '../engine/loop';
import { NO_RECORDS, type Records, withAnswer } from '../engine/records';
import type { CpuInspection } from '../scenario/generated/types';
import { inspect, lookAway, runStore } from '../state/run';

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;

export interface Inspection {
  readonly of: CpuInspection;
  readonly lane: number;
  /** Simulated time of it. */
  readonly ns: number;
  /** The decisions of the lane. */
  readonly records: Records;
}

/** A CPU of a lane as it is now: four times a second while the run plays, at once when it stands. */
export function useInspection(lane: number, cpu: number): Inspection | null {
  const [inspection, setInspection] = useState<Inspection | null>(null);
  const records = useRef<Records>(NO_RECORDS);

  useEffect(() => {
    records.current = NO_RECORDS;
    return () => lookAway(lane);
  }, [lane]);

  useEffect(() => {
    let current = true;
    let asking = false;
    let seen: unknown = null;
    let version = -1;
    let last = Number.NEGATIVE_INFINITY;
    const look = async () => {
      const answer = await inspect(lane, cpu);
      asking = false;
      if (!answer) return;
      const { decisions, inspection: reply } = answer;
      // What was answered is no longer in the engine, so it is kept though nobody looks at this CPU any more.
      records.current = withAnswer(records.current, decisions.words, decisions.fresh);
      if (current && reply.inspection) {
        setInspection({ of: reply.inspection, lane, ns: reply.ns, records: records.current });
      }
    };
    const stop = onFrame((nowMs) => {
      const { feeds, playing } = runStore.getState();
      const feed = feeds[lane];
      if (!feed?.frame || asking || (seen === feed && version === feed.version)) return;
      if (playing && nowMs - last < LOOK_MS) return;
      seen = feed;
      version = feed.version;
      last = nowMs;
      asking = true;
      void look();
    });
    return () => {
      current = false;
      stop();
    };
  }, [lane, cpu]);

  return inspection?.of.cpu === cpu && inspection.lane === lane ? inspection : null;
}
