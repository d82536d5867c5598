import { useEffect, useState } from 'react';
import { onFrame } from '../engine/loop';
import { clockNs, useRun } from '../state/run';
import { useT } from '../words';
import { useSentence } from './useSentence';

/** Renders anew once the clock has come to rest elsewhere: it moves on its own between two moments. */
function useRestingClock(): void {
  const [, rest] = useState(Number.NaN);
  useEffect(() => {
    let before = Number.NaN;
    return onFrame(() => {
      const now = clockNs();
      if (now === before) rest(now);
      before = now;
    });
  }, []);
}

/** For screen readers: announces that the run plays, and its state whenever it stops. */
export function StateSentence() {
  const t = useT();
  const playing = useRun((run) => run.playing);
  useRestingClock();
  const sentence = useSentence();
  return (
    <p className="visually-hidden" role="status">
      {playing ? t('state.playing') : sentence()}
    </p>
  );
}
