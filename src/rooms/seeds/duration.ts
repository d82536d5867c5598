/** Estimates how long runs will take, before they start, from the beginning of one of them. */
import { useEffect, useMemo, useState } from 'react';
import { poolSize, runBatch } from '../../engine/batch/pool';
import type { BatchEngine } from '../../engine/batch/questions';
import type { Scenario } from '../../scenario/generated/types';
import { isOpenEnded } from '../../scenario/length';

/** Real time of the measurement (ms), and of the pause in typing before it. */
const LOOK_MS = 700;
const PAUSE_MS = 300;

export interface RunTime {
  /** Real time of one run (ms). */
  readonly ms: number;
  /** It takes longer than that: its beginning does not show when the work will be completed. */
  readonly longer: boolean;
}

/** Runs lane A of a scenario for a short time. Null: it could not be run. */
export async function estimateRunTime(
  scenario: Scenario,
  signal: AbortSignal,
  startWorker?: () => Promise<BatchEngine>,
): Promise<RunTime | null> {
  let first: { readonly share: number; readonly ms: number } | null = null;
  let last = { share: 0, ms: 0 };
  const batch = runBatch(
    [{ scenario, lane: 0 }],
    ({ share }) => {
      last = { share, ms: performance.now() };
      // Before its first word a worker starts and compiles.
      first ??= last;
    },
    startWorker,
    1,
  );
  const cancel = () => batch.cancel();
  const timer = setTimeout(cancel, LOOK_MS);
  signal.addEventListener('abort', cancel);
  const outcomes = await batch.finished;
  clearTimeout(timer);
  signal.removeEventListener('abort', cancel);
  const begun = first as typeof last | null;
  if (signal.aborted || !begun || (outcomes && outcomes[0]?.type !== 'report')) return null;
  const took = last.ms - begun.ms;
  if (outcomes) return { ms: took, longer: false };
  if (!isOpenEnded(scenario)) return { ms: LOOK_MS, longer: true };
  const share = last.share - begun.share;
  return share > 0 ? { ms: took / share, longer: false } : null;
}

/** The real time (ms) of `runs` runs of a scenario; null: unknown, or not yet known. */
export function useRunTime(scenario: Scenario, runs: number, wanted: boolean): RunTime | null {
  const key = useMemo(() => JSON.stringify(scenario), [scenario]);
  const [known, setKnown] = useState<{ readonly key: string; readonly of: RunTime | null } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const found = await estimateRunTime(JSON.parse(key) as Scenario, abort.signal);
      if (!abort.signal.aborted) setKnown({ key, of: found });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, wanted]);
  if (known?.key !== key || !known.of) return null;
  return { ...known.of, ms: (known.of.ms * runs) / poolSize(runs) };
}
