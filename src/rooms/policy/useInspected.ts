/** The policy of a lane at the present moment. */
import { useEffect, useState } from 'react';
import type { ExitReport, PolicyInspection } from '../../scenario/generated/types';
import { ask } from '../../state/run';
import { scenarioStore } from '../../state/scenario';
import { whenNew } from '../../state/whenNew';

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;

export interface Inspected {
  readonly of: PolicyInspection;
  /** The moment of the inspection (ns). */
  readonly ns: number;
  /** Why the policy was ejected, or will be: known once the run has been there. */
  readonly exit: ExitReport | null;
}

/** By lane the last known exit, and the document that it belongs to. */
const exits = new Map<number, { readonly document: unknown; readonly exit: ExitReport }>();

function exitOf(lane: number, { exit }: PolicyInspection): ExitReport | null {
  const { document } = scenarioStore.getState();
  if (exit) exits.set(lane, { document, exit });
  const known = exits.get(lane);
  return known?.document === document ? known.exit : null;
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
      setInspected(inspection && { of: inspection, ns, exit: exitOf(lane, inspection) });
    };
    const stop = whenNew(LOOK_MS, look, lane);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [lane]);
  return inspected;
}
