/** The start of a run, in which neither lane completes any work. */
import { useEffect, useState } from 'react';
import type { Scenario } from '../scenario/generated/types';
import { ask, clockNs, runStore } from './run';
import { scenarioStore } from './scenario';
import { whenNew } from './whenNew';

/** Real time between two checks while the run plays (ms). */
const LOOK_MS = 250;
/** A first completed work sooner than this needs no notice (simulated ns). */
const SOON_NS = 1e6;

/** The moment of the first completed work in either lane (ns); null: it is in the past, or soon. */
export function useFirstWork(): number | null {
  const [firstNs, setFirst] = useState<number | null>(null);
  useEffect(() => {
    let wanted = true;
    let shown: number | null = null;
    let known: { readonly of: Scenario; readonly ns: number | null } | null = null;
    const look = async () => {
      const { feeds } = runStore.getState();
      const { document } = scenarioStore.getState();
      // Jobs work as soon as they run.
      const idle =
        document.workload.kind !== 'jobs' && feeds.every(({ frame }) => frame?.messages === 0 && !frame.done);
      if (idle && known?.of !== document) {
        const all = await Promise.all(feeds.map((_, lane) => ask(lane, 'firstWork')));
        known = {
          of: document,
          ns: all.reduce<number | null>((a, b) => (a === null || (b !== null && b < a) ? b : a), null),
        };
      }
      const ns = idle && known ? known.ns : null;
      const next = ns !== null && ns - clockNs() >= SOON_NS ? ns : null;
      // React queues an update even if the value is the same.
      if (!wanted || next === shown) return;
      shown = next;
      setFirst(next);
    };
    const stop = whenNew(LOOK_MS, look);
    return () => {
      wanted = false;
      stop();
    };
  }, []);
  return firstNs;
}
