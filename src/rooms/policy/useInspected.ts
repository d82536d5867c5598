/** The policy of a lane at the present moment. */
import { useEffect, useState } from 'react';
import type { PolicyInspection } from '../../scenario/generated/types';
import { ask } from '../../state/run';
import { whenNew } from '../../state/whenNew';

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;

export interface Inspected {
  readonly of: PolicyInspection;
  /** The moment of the inspection (ns). */
  readonly ns: number;
}

/** Null: no policy schedules the lane. */
export function useInspected(lane: number): Inspected | null {
  const [inspected, setInspected] = useState<Inspected | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const reply = await ask(lane, 'inspectPolicy');
      if (!isCurrent || !reply) return;
      const { inspection, ns } = reply;
      setInspected(inspection && { of: inspection, ns });
    };
    const stop = whenNew(LOOK_MS, look, lane);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [lane]);
  return inspected;
}
