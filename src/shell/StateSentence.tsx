import { useEffect, useState } from 'react';
import { onFrame } from '../engine/loop';
import { clockNs, useRun } from '../state/run';
import { useT } from '../words';
import { useSentence } from './useSentence';

/** Renders again when the clock rests at another moment; while the run plays it changes in every frame. */
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

/** For screen readers: announces that the run plays, and the state of the run whenever it stops. */
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
