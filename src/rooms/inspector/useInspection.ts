import { useEffect, useState } from 'react';
import { NO_RECORDS, type Records, withAnswer } from '../../engine/wire/records';
import type { CpuInspection } from '../../scenario/generated/types';
import { ask } from '../../state/run';
import { whenNew } from '../../state/whenNew';

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;

export interface Inspection {
  readonly of: CpuInspection;
  readonly lane: number;
  /** The simulated time of the inspection (ns). */
  readonly ns: number;
  /** The decisions of the lane. */
  readonly records: Records;
}

/**
 * The decisions of each inspected lane. The engine returns each record once, so all components that inspect a lane
 * share them.
 */
const kept = new Map<number, { records: Records; lookers: number }>();

function keep(lane: number): () => void {
  const entry = kept.get(lane) ?? { records: NO_RECORDS, lookers: 0 };
  kept.set(lane, entry);
  entry.lookers++;
  return () => {
    entry.lookers--;
    if (entry.lookers > 0) return;
    kept.delete(lane);
    void ask(lane, 'decisions', false);
  };
}

/** The present state of a CPU in a lane: four times a second while the run plays, at once when it pauses. */
export function useInspection(lane: number, cpu: number): Inspection | null {
  const [inspection, setInspection] = useState<Inspection | null>(null);

  useEffect(() => keep(lane), [lane]);

  useEffect(() => {
    let current = true;
    const look = async () => {
      const [reply, decisions] = await Promise.all([ask(lane, 'inspectCpu', cpu), ask(lane, 'decisions', true)]);
      if (!reply || !decisions) return;
      const entry = kept.get(lane);
      // Also after the last component has left this CPU.
      if (entry) entry.records = withAnswer(entry.records, decisions.words, decisions.fresh);
      if (current && entry && reply.inspection) {
        setInspection({ of: reply.inspection, lane, ns: reply.ns, records: entry.records });
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
