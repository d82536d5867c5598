/** What the two lanes' frames say about each other. Pure: the charts and the live region share it. */
import type { FrameView } from '../engine/wire/frame';
import type { Goods } from '../scenario/generated/vocab';
import { Column, SERIES } from '../scenario/generated/wire';
import type { MessageKey, Params } from '.';

/** Below this much done a difference says nothing. */
const ENOUGH: Readonly<Record<Goods, number>> = { messages: 200, jobs: 8, work: 1000, iterations: 100 };
/** Below this share two lanes count as equal. */
const EQUAL = 0.01;

/** What got done per second of simulated time, in the window that the report counts in. */
export function rate(frame: FrameView): number {
  return frame.windowNs > 0 ? (frame.windowMessages / frame.windowNs) * 1e9 : 0;
}

export interface Sentence {
  readonly key: MessageKey;
  readonly params: Params;
  readonly better: 'a' | 'b' | null;
}

const inPercent = (share: number): string => (share < 0.1 ? (share * 100).toFixed(1) : String(Math.round(share * 100)));

/** The difference in words: of rates while the lanes run, of times once both have done the same work. */
export function difference(a: FrameView | null, b: FrameView | null, goods: Goods): Sentence {
  const nothing = (key: MessageKey): Sentence => ({ key, params: {}, better: null });
  const over = a?.done === true && b?.done === true;
  if (!a?.measured || !b?.measured) return nothing('difference.early');
  if (!over && Math.min(a.windowMessages, b.windowMessages) < ENOUGH[goods]) return nothing('difference.early');
  if (over && a.messages === b.messages) {
    const saved = 1 - Math.min(a.elapsedNs, b.elapsedNs) / Math.max(a.elapsedNs, b.elapsedNs);
    const better = a.elapsedNs < b.elapsedNs ? 'a' : 'b';
    return saved < EQUAL
      ? nothing('difference.none')
      : { key: 'difference.sooner', params: { lane: better.toUpperCase(), percent: inPercent(saved) }, better };
  }
  const gain = rate(b) / rate(a) - 1;
  if (!Number.isFinite(gain) || gain <= -1) return nothing('difference.early');
  if (Math.abs(gain) < EQUAL) return nothing('difference.none');
  // Always said of the faster lane, so that the number is a gain.
  const better = gain > 0 ? 'b' : 'a';
  const share = gain > 0 ? gain : 1 / (1 + gain) - 1;
  return { key: `difference.${goods}`, params: { lane: better.toUpperCase(), percent: inPercent(share) }, better };
}

export interface Point {
  readonly ns: number;
  readonly value: number;
}

/** About as many points as a chart of this size can show without turning into a band. */
const POINTS = 60;

/** How fast a cumulative figure of the series grew (per ns): one point per stretch of samples. */
function growth(series: Uint32Array | null, figure: number): Point[] {
  if (!series) return [];
  const interval = series[0] ?? 0;
  const samples = series[1] ?? 0;
  const words = series[2] ?? 1;
  const span = Math.max(1, Math.ceil(samples / POINTS));
  const total = (i: number) => (i < 0 ? 0 : (series[SERIES.HEADER + i * words + figure] ?? 0));
  return Array.from({ length: Math.floor(samples / span) }, (_, i) => {
    const last = (i + 1) * span - 1;
    return { ns: (last + 1) * interval, value: (total(last) - total(last - span)) / (span * interval) };
  });
}

/** What got done per millisecond over the run. */
export const throughput = (series: Uint32Array | null): Point[] =>
  growth(series, Column.messages).map(({ ns, value }) => ({ ns, value: value * 1e6 }));

/** Share of the time of `cpus` CPUs that was busy (%), over the run. */
export const busy = (series: Uint32Array | null, cpus: number): Point[] =>
  growth(series, Column.busyUs).map(({ ns, value }) => ({ ns, value: Math.min(100, (value * 1e5) / cpus) }));

/** Share of the time of `cpus` CPUs that was busy, in the window that the report counts in. */
export function busyShare(frame: FrameView, cpus: number): number {
  return frame.windowNs > 0 ? frame.windowBusyNs / (frame.windowNs * cpus) : 0;
}

export function wastedShare(frame: FrameView, cpus: number): number {
  return frame.windowNs > 0 ? frame.windowWastedNs / (frame.windowNs * cpus) : 0;
}
