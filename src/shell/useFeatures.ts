import { useSyncExternalStore } from 'react';
import { onFrame } from '../engine/loop';
import { PLAIN } from '../scenario/catalog';
import { featuresAt } from '../scenario/forks';
import type { Features, Lane } from '../scenario/generated/types';
import { reachedBy } from '../state/run';

const never = () => () => {};

/** The switches in force in a lane, with the flips up to the present moment. */
export function useFeatures(lane: number, config: Lane | undefined): Features {
  // No state that is set in each frame: React keeps every update, even of an equal value, until the component renders.
  return useSyncExternalStore(config?.flips ? onFrame : never, () =>
    config ? featuresAt(config, reachedBy(lane)) : PLAIN,
  );
}
