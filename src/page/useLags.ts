/**
 * The recent history of a CPU's queue in each lane, as lines of lag (fair classes) or of time slices (O(1)). Lanes of
 * one kind have the same axes, which keep their lengths while a run plays.
 */
import { useState } from 'react';
import { hasLaneOf, isOf, kernelOf } from '../scenario/catalog';
import type { Scenario } from '../scenario/generated/types';
import { isFairTrace, type Lags, lagsOf, reachOf } from '../signs/lag';
import { slicesOf, slicesReach } from '../signs/slices';
import { useRun } from '../state/run';
import { type Trace, useTraces } from '../state/traces';

/** The shown interval (ns): some sleeps, and turns that are distinguishable. */
const SPAN_NS = 60e6;
/** The turns of O(1) are longer. */
const O1_SPAN_NS = 600e6;

export interface LaneLags extends Omit<Trace, 'samples'> {
  readonly lags: Lags;
  /** Whether the lines are lags; else they are time slices. */
  readonly fair: boolean;
  readonly isEmpty: boolean;
  /** The axis (ns). */
  readonly leastNs: number;
  readonly reachNs: number;
}

export function useLags(cpu: number, scenario: Scenario): readonly LaneLags[] {
  const feeds = useRun((run) => run.feeds);
  const traces = useTraces(
    feeds.map((_, lane) => lane),
    cpu,
    hasLaneOf('o1', scenario) ? O1_SPAN_NS : SPAN_NS,
  );
  const [known, know] = useState({ feeds, reachNs: 0, sliceNs: 0 });
  const all = traces.map(({ samples, ...trace }) => {
    // A trace may be older than the scenario, so its kind is derived from the trace.
    const fair = isFairTrace(samples) ?? isOf('fair', kernelOf(scenario, scenario.lanes[trace.lane]));
    const isEmpty = trace.reachesNs === trace.toNs && samples.every(({ tasks }) => tasks.length === 0);
    return { ...trace, fair, isEmpty, lags: fair ? lagsOf(samples) : slicesOf(samples) };
  });
  const those = (wanted: boolean) => all.filter(({ fair }) => fair === wanted).map(({ lags }) => lags);
  const before = known.feeds === feeds ? known : { reachNs: 0, sliceNs: 0 };
  const reachNs = reachOf(those(true), before.reachNs);
  const sliceNs = slicesReach(those(false), before.sliceNs);
  if (known.feeds !== feeds || known.reachNs !== reachNs || known.sliceNs !== sliceNs)
    know({ feeds, reachNs, sliceNs });
  return all.map((one) => ({
    ...one,
    leastNs: one.fair ? -reachNs : 0,
    reachNs: one.fair ? reachNs : sliceNs,
  }));
}
