/** Tasks that are only being started: nothing has been got done in either lane, and will not be for a while. */
import { useEffect, useState } from 'react';
import type { Scenario } from '../scenario/generated/types';
import { ask, clockNs, runStore } from './run';
import { scenarioStore } from './scenario';
import { whenNew } from './whenNew';

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;
/** What comes sooner than this is waited for (simulated ns). */
const SOON_NS = 1e6;

/** The moment (ns) at which something has been got done first, in whichever lane; null: it has been, or will be soon. */
export function useFirstWork(): number | null {
  const [firstNs, setFirst] = useState<number | null>(null);
  useEffect(() => {
    let wanted = true;
    let shown: number | null = null;
    let known: { readonly of: Scenario; readonly ns: number | null } | null = null;
    const look = async () => {
      const { feeds } = runStore.getState();
      const { document } = scenarioStore.getState();
      // Jobs have nobody to answer: they are at it as soon as they run.
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
      // React keeps an update of the same value, too, until the component is rendered.
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
