/** Checks a source after each pause in typing. */
import { useEffect, useState } from 'react';
import { type Checked, checkPolicy } from '../../engine/policy';

/** A source is checked after this pause (ms). */
const PAUSE_MS = 150;

const NONE: readonly string[] = [];

export interface Check {
  /** Null: nothing was checked yet. */
  readonly checked: Checked | null;
  /** The result belongs to the present source. */
  readonly isCurrent: boolean;
  readonly failed: boolean;
  /** The knobs of the last source that had no fault. */
  readonly knobs: readonly string[];
}

interface Result {
  readonly source: string;
  readonly release: string;
  readonly checked: Checked | null;
}

export function useCheck(source: string, release: string): Check {
  const [result, setResult] = useState<Result | null>(null);
  const [knobs, setKnobs] = useState(NONE);
  useEffect(() => {
    let isOver = false;
    const check = async () => {
      let checked: Checked | null = null;
      try {
        checked = await checkPolicy(source, release);
      } catch {
        // The worker failed or was silent; the next change starts another one.
      }
      if (isOver) return;
      setResult({ source, release, checked });
      if (checked?.problems.every(({ severity }) => severity !== 'error')) setKnobs(checked.knobs);
    };
    const pause = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(pause);
    };
  }, [source, release]);
  const isCurrent = result?.source === source && result.release === release;
  return {
    checked: result?.checked ?? null,
    isCurrent,
    failed: isCurrent && result.checked === null,
    knobs,
  };
}
