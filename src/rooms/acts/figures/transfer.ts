/** The last transfer of a cache line between two CPUs of a lane, followed with the clock. */
import { useEffect, useState } from 'react';
import { onFrame } from '../../../engine/loop';
import { eachRecord } from '../../../engine/wire/log';
import { DISTANCES, EVENT_KINDS } from '../../../scenario/generated/vocab';
import { costIn } from '../../../state/costs';
import { useRun } from '../../../state/run';

const MESSAGE = EVENT_KINDS.indexOf('message');
/** Fractions of a transfer that are drawn. */
const STEPS = 40;

interface Fetch {
  readonly ns: number;
  readonly from: number;
  readonly to: number;
  readonly takesNs: number;
}

export interface Transfer {
  readonly from: number;
  readonly to: number;
  /** 1: the line is there. */
  readonly done: number;
}

export function lastFetch(log: Uint32Array): Fetch | null {
  let last: Fetch | null = null;
  eachRecord(log, ({ kind, ns, src, cpu, distance }) => {
    if (kind !== MESSAGE) return;
    const far = DISTANCES[distance] !== 'cluster';
    last = { ns, from: src, to: cpu, takesNs: costIn(far ? 'line_llc' : 'line_cluster') };
  });
  return last;
}

export const doneAt = ({ ns, takesNs }: Fetch, nowNs: number): number =>
  Math.round(Math.min(1, Math.max(0, (nowNs - ns) / takesNs)) * STEPS) / STEPS;

/** Null before the first. */
export function useTransfer(lane: number): Transfer | null {
  const feed = useRun((run) => run.feeds[lane]);
  const [now, setNow] = useState<Transfer | null>(null);
  useEffect(() => {
    setNow(null);
    if (!feed) return;
    let fetch = feed.opening.reduce<Fetch | null>((last, { log }) => lastFetch(log) ?? last, null);
    let seen = -1;
    const note = (log: Uint32Array) => {
      fetch = lastFetch(log) ?? fetch;
      seen = -1;
    };
    const stops = [feed.onLog(note), feed.onReset(note)];
    const stop = onFrame(() => {
      if (feed.version === seen || !feed.frame || !fetch) return;
      seen = feed.version;
      const { from, to } = fetch;
      const done = doneAt(fetch, feed.frame.ns);
      setNow((old) => (old?.from === from && old.to === to && old.done === done ? old : { from, to, done }));
    });
    return () => {
      stop();
      for (const end of stops) end();
    };
  }, [feed]);
  return now;
}
