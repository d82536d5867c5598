import { useEffect, useRef, useState } from 'react';
import { NO_RECORDS, type Records, withAnswer } from '../../engine/wire/records';
import type { CpuInspection } from '../../scenario/generated/types';
import { ask } from '../../state/run';
import { whenNew } from '../../state/whenNew';

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
    return () => void ask(lane, 'decisions', false);
  }, [lane]);

  useEffect(() => {
    let current = true;
    const look = async () => {
      const [reply, decisions] = await Promise.all([ask(lane, 'inspectCpu', cpu), ask(lane, 'decisions', true)]);
      if (!reply || !decisions) return;
      // What was answered is no longer in the engine, so it is kept though nobody looks at this CPU any more.
      records.current = withAnswer(records.current, decisions.words, decisions.fresh);
      if (current && reply.inspection) {
        setInspection({ of: reply.inspection, lane, ns: reply.ns, records: records.current });
      }
    };
    const stop = whenNew(LOOK_MS, look, lane);
    return () => {
      current = false;
      stop();
    };
  }, [lane, cpu]);

  return inspection?.of.cpu === cpu && inspection.lane === lane ? inspection : null;
}
