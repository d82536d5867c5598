/** The queue of a CPU over the last while, in each lane: asked for anew as the run goes on, and kept for whoever takes it away. */
import { useEffect, useState } from 'react';
import { samplesOf, type TraceSample } from '../engine/wire/trace';
import { ask, runStore } from './run';
import { whenNew } from './whenNew';

/** Real time between two questions while the run plays (ms). */
const ASK_MS = 400;

export interface Trace {
  readonly lane: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly samples: readonly TraceSample[];
}

const NONE: readonly Trace[] = [];
let latest = NONE;

/** Those that were shown last. */
export const latestTraces = (): readonly Trace[] => latest;

async function traceOf(lane: number, cpu: number, spanNs: number): Promise<Trace | null> {
  const toNs = runStore.getState().feeds[lane]?.frame?.ns;
  if (toNs === undefined) return null;
  const fromNs = Math.max(0, toNs - spanNs);
  const words = await ask(lane, 'traceQueue', cpu, fromNs, toNs);
  return words && { lane, fromNs, toNs, samples: samplesOf(words) };
}

/** `lanes`: their places; the last `spanNs` of simulated time, up to where each lane stands. */
export function useTraces(lanes: readonly number[], cpu: number, spanNs: number): readonly Trace[] {
  const [shown, show] = useState(NONE);
  const places = lanes.join();
  useEffect(() => {
    let wanted = true;
    const stop = whenNew(ASK_MS, async () => {
      const all = await Promise.all(places.split(',').map((lane) => traceOf(Number(lane), cpu, spanNs)));
      const traces = all.filter((trace) => trace !== null);
      if (!wanted || traces.length < all.length) return false;
      latest = traces;
      show(traces);
      return true;
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [places, cpu, spanNs]);
  return shown;
}
