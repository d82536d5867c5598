/** Figures over simulated time from the series of a lane, and shares from a frame. Pure. */

import { Column, SERIES } from '../../scenario/generated/wire';
import type { FrameView } from './frame';

export interface Point {
  readonly ns: number;
  readonly value: number;
}

/** Maximum number of points of a line: more would look like a band. */
const POINTS = 60;

/** Growth rate of a cumulative figure of the series (per ns): one point per group of samples. */
function growth(series: Uint32Array | null, figure: number): Point[] {
  if (!series) return [];
  const interval = series[0] ?? 0;
  const samples = series[1] ?? 0;
  const words = series[2] ?? 1;
  const span = Math.max(1, Math.ceil(samples / POINTS));
  const total = (i: number) => (i < 0 ? 0 : (series[SERIES.HEADER + i * words + figure] ?? 0));
  // Totals are 32-bit words: a long run wraps at 2^32, at most once between two samples.
  const step = (i: number) => (total(i) - total(i - 1)) >>> 0;
  return Array.from({ length: Math.floor(samples / span) }, (_, i) => {
    const last = (i + 1) * span - 1;
    let grown = 0;
    for (let at = last - span + 1; at <= last; at++) grown += step(at);
    return { ns: (last + 1) * interval, value: grown / (span * interval) };
  });
}

/** Completed work per millisecond over the run. */
export const throughput = (series: Uint32Array | null): Point[] =>
  growth(series, Column.messages).map(({ ns, value }) => ({ ns, value: value * 1e6 }));

/** Busy share of `cpus` CPUs (%), over the run. */
export const busy = (series: Uint32Array | null, cpus: number): Point[] =>
  growth(series, Column.busyUs).map(({ ns, value }) => ({ ns, value: Math.min(100, (value * 1e5) / cpus) }));

/** Busy share of `cpus` CPUs, in the window of the report. */
export function busyShare(frame: FrameView, cpus: number): number {
  return frame.windowNs > 0 ? frame.windowBusyNs / (frame.windowNs * cpus) : 0;
}

export function wastedShare(frame: FrameView, cpus: number): number {
  return frame.windowNs > 0 ? frame.windowWastedNs / (frame.windowNs * cpus) : 0;
}
