import { useEffect, useState } from 'react';
import { onFrame } from '../engine/loop';
import { PLAIN } from '../scenario/catalog';
import { featuresAt } from '../scenario/forks';
import type { Features, Lane } from '../scenario/generated/types';
import { reachedBy } from '../state/run';

/** The switches in force in a lane; follows the flips as the run passes them. */
export function useFeatures(lane: number, own: Lane | undefined): Features {
  const [passed, setPassed] = useState(PLAIN as Features);
  useEffect(() => {
    if (!own) return;
    const read = () => setPassed(featuresAt(own, reachedBy(lane)));
    read();
    return own.flips ? onFrame(read) : undefined;
  }, [lane, own]);
  return passed;
}
