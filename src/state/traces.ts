/**
 * The recent history of a CPU's queue in each lane. It is queried as the run continues, and kept for an export. One
 * answer holds as many samples as fit into a short time; the next answer continues after it.
 */
import { useEffect, useState } from 'react';
import type { ChartFeed } from '../engine/lanes/lane';
import { samplesOf, type TraceSample } from '../engine/wire/trace';
import { ask, runStore } from './run';
import { whenNew } from './whenNew';

/** Real time between two queries while the run plays (ms). */
const ASK_MS = 400;

export interface Trace {
  readonly lane: number;
  readonly fromNs: number;
  readonly toNs: number;
  /** The samples reach to here (ns); more follow up to `toNs`. */
  readonly reachesNs: number;
  readonly samples: readonly TraceSample[];
}

const NONE: readonly Trace[] = [];
let latest = NONE;

/** The most recently shown traces. */
export const latestTraces = (): readonly Trace[] => latest;

/** The samples from a moment (ns) on, with the last one before it, which is valid at that moment. */
function since(samples: readonly TraceSample[], ns: number): readonly TraceSample[] {
  const at = samples.findLastIndex((sample) => sample.ns <= ns);
  const first = samples[at];
  return first ? [{ ...first, ns }, ...samples.slice(at + 1)] : samples;
}

/** The known trace of a lane. A seek of the lane ends it. */
class LaneTrace {
  readonly #feed: ChartFeed;
  #fromNs: number;
  #samples: readonly TraceSample[] = [];
  #hasJumped = false;
  /** Removes the listener. */
  readonly stop: () => void;

  constructor(feed: ChartFeed, fromNs: number) {
    this.#feed = feed;
    this.#fromNs = fromNs;
    this.stop = feed.onReset(() => {
      this.#hasJumped = true;
    });
  }

  get reachesNs(): number {
    return this.#samples.at(-1)?.ns ?? this.#fromNs;
  }

  /** Whether the known trace of this lane covers the time from `fromNs` on. */
  serves(feed: ChartFeed | undefined, fromNs: number): boolean {
    return feed === this.#feed && !this.#hasJumped && this.#fromNs <= fromNs && fromNs <= this.reachesNs;
  }

  /** The trace with one more answer; null: no answer, or it belongs to another run. */
  async trace(lane: number, cpu: number, fromNs: number, toNs: number): Promise<(Trace & { more: boolean }) | null> {
    const before = this.reachesNs;
    const words = before < toNs ? await ask(lane, 'traceQueue', cpu, before, toNs) : new Float64Array();
    if (!words || !this.serves(runStore.getState().feeds[lane], fromNs)) return null;
    this.#samples = since([...this.#samples, ...samplesOf(words)], fromNs);
    this.#fromNs = fromNs;
    const { reachesNs } = this;
    return { lane, fromNs, toNs, reachesNs, samples: this.#samples, more: before < reachesNs && reachesNs < toNs };
  }
}

/** `lanes`: their indices. The last `spanNs` of simulated time, up to the moment of each lane. */
export function useTraces(lanes: readonly number[], cpu: number, spanNs: number): readonly Trace[] {
  const [shown, show] = useState(NONE);
  const places = lanes.join();
  useEffect(() => {
    let wanted = true;
    const traces = new Map<number, LaneTrace>();
    const traceOf = async (lane: number) => {
      const feed = runStore.getState().feeds[lane];
      const toNs = feed?.frame?.ns;
      if (!feed || toNs === undefined) return null;
      const fromNs = Math.max(0, toNs - spanNs);
      let own = traces.get(lane);
      if (!own?.serves(feed, fromNs)) {
        own?.stop();
        own = new LaneTrace(feed, fromNs);
        traces.set(lane, own);
      }
      return own.trace(lane, cpu, fromNs, toNs);
    };
    const stop = whenNew(ASK_MS, async () => {
      const all = await Promise.all(places.split(',').map((lane) => traceOf(Number(lane))));
      const traces = all.filter((trace) => trace !== null);
      if (!wanted || traces.length < all.length) return false;
      latest = traces;
      show(traces);
      return !traces.some(({ more }) => more);
    });
    return () => {
      wanted = false;
      stop();
      for (const one of traces.values()) one.stop();
    };
  }, [places, cpu, spanNs]);
  return shown;
}
