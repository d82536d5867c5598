/**
 * The queue of a CPU over the last while, in each lane: asked for as the run goes on, and kept for whoever takes it away. One
 * answer holds what could be told in a short time; the next goes on behind it.
 */
import { useEffect, useState } from 'react';
import type { ChartFeed } from '../engine/lanes/lane';
import { samplesOf, type TraceSample } from '../engine/wire/trace';
import { ask, runStore } from './run';
import { whenNew } from './whenNew';

/** Real time between two questions while the run plays (ms). */
const ASK_MS = 400;

export interface Trace {
  readonly lane: number;
  readonly fromNs: number;
  readonly toNs: number;
  /** The samples reach to here (ns): more is to come where it is before `toNs`. */
  readonly toldNs: number;
  readonly samples: readonly TraceSample[];
}

const NONE: readonly Trace[] = [];
let latest = NONE;

/** Those that were shown last. */
export const latestTraces = (): readonly Trace[] => latest;

/** The samples from a moment (ns) on; nothing happened between the first of them and that moment. */
function since(samples: readonly TraceSample[], ns: number): readonly TraceSample[] {
  const at = samples.findLastIndex((sample) => sample.ns <= ns);
  const first = samples[at];
  return first ? [{ ...first, ns }, ...samples.slice(at + 1)] : samples;
}

/** What has been told of the queue of a lane, and goes on as long as the lane does not jump. */
class LaneTrace {
  readonly #feed: ChartFeed;
  #fromNs: number;
  #samples: readonly TraceSample[] = [];
  #hasJumped = false;
  /** Listens no longer. */
  readonly stop: () => void;

  constructor(feed: ChartFeed, fromNs: number) {
    this.#feed = feed;
    this.#fromNs = fromNs;
    this.stop = feed.onReset(() => {
      this.#hasJumped = true;
    });
  }

  get toldNs(): number {
    return this.#samples.at(-1)?.ns ?? this.#fromNs;
  }

  /** Whether what is known of this lane serves for a stretch from `fromNs` on. */
  serves(feed: ChartFeed | undefined, fromNs: number): boolean {
    return feed === this.#feed && !this.#hasJumped && this.#fromNs <= fromNs && fromNs <= this.toldNs;
  }

  /** The stretch, with what one more answer tells of it; null where there was none, or it is of another run. */
  async trace(lane: number, cpu: number, fromNs: number, toNs: number): Promise<(Trace & { more: boolean }) | null> {
    const before = this.toldNs;
    const words = before < toNs ? await ask(lane, 'traceQueue', cpu, before, toNs) : new Float64Array();
    if (!words || !this.serves(runStore.getState().feeds[lane], fromNs)) return null;
    this.#samples = since([...this.#samples, ...samplesOf(words)], fromNs);
    this.#fromNs = fromNs;
    const { toldNs } = this;
    return { lane, fromNs, toNs, toldNs, samples: this.#samples, more: before < toldNs && toldNs < toNs };
  }
}

/** `lanes`: their places; the last `spanNs` of simulated time, up to where each lane stands. */
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
