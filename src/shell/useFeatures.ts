import { useSyncExternalStore } from 'react';
import { onFrame } from '../engine/loop';
import { PLAIN } from '../scenario/catalog';
import { featuresAt } from '../scenario/forks';
import type { Features, Lane } from '../scenario/generated/types';
import { reachedBy } from '../state/run';

const never = () => () => {};

/** The switches in force in a lane; follows the flips as the run passes them. */
export function useFeatures(lane: number, own: Lane | undefined): Features {
  // Not a state that is set in each frame: React keeps every update, of the same value too, until the component is rendered.
  return useSyncExternalStore(own?.flips ? onFrame : never, () => (own ? featuresAt(own, reachedBy(lane)) : PLAIN));
}
