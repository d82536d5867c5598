/** Compares the frames of two lanes in words. Pure. */
import type { FrameView } from '../engine/wire/frame';
import type { WorkUnit } from '../scenario/generated/vocab';
import type { MessageKey, Params } from '.';

/** With less work done than this, a difference means nothing. */
const ENOUGH: Readonly<Record<WorkUnit, number>> = {
  messages: 200,
  jobs: 8,
  work: 1000,
  iterations: 100,
  megabytes: 100,
};
/** A relative difference below this counts as equal. */
const EQUAL = 0.01;

/** Work done per second of simulated time, in the window of the report. */
export function rate(frame: FrameView): number {
  return frame.windowNs > 0 ? (frame.windowMessages / frame.windowNs) * 1e9 : 0;
}

/** A rate per second times this is the displayed rate: per millisecond, or per second for rare events. */
export const SHOWN_PER_S: Readonly<Record<WorkUnit, number>> = {
  messages: 1e-3,
  jobs: 1,
  work: 1e-3,
  iterations: 1e-3,
  megabytes: 1,
};

export interface Sentence {
  readonly key: MessageKey;
  readonly params: Params;
  readonly better: 'a' | 'b' | null;
}

export const inPercent = (share: number): string =>
  share < 0.1 ? (share * 100).toFixed(1) : String(Math.round(share * 100));

/** The difference in words: of rates while the lanes run, of times once both have completed the same work. */
export function difference(a: FrameView | null, b: FrameView | null, workUnit: WorkUnit): Sentence {
  const nothing = (key: MessageKey): Sentence => ({ key, params: {}, better: null });
  const over = a?.done === true && b?.done === true;
  if (!a?.measured || !b?.measured) return nothing('difference.early');
  if (!over && Math.min(a.windowMessages, b.windowMessages) < ENOUGH[workUnit]) return nothing('difference.early');
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
  // The sentence names the faster lane, so that the number is a gain.
  const better = gain > 0 ? 'b' : 'a';
  const share = gain > 0 ? gain : 1 / (1 + gain) - 1;
  return { key: `difference.${workUnit}`, params: { lane: better.toUpperCase(), percent: inPercent(share) }, better };
}
