import { useSyncExternalStore } from 'react';
import { onFrame } from '../../engine/loop';
import { furthestNs } from '../../state/run';
import { useScenario } from '../../state/scenario';

/** The end of the axis (ns): a round time with some room after the furthest moment, at most the limit. */
function extentOf(furthest: number, limitNs: number): number {
  const wanted = Math.max(furthest * 1.15, 20_000);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const round = [1, 2, 3, 5, 10].find((factor) => factor * power >= wanted) ?? 10;
  return Math.min(round * power, limitNs);
}

/** The end of the axis while the run plays. */
export function useExtent(): number {
  const limitNs = useScenario(({ document }) => document.limit_ms * 1e6);
  // Not a state that is set in each frame: React keeps every update, of the same value too, until the component is rendered.
  return useSyncExternalStore(onFrame, () => extentOf(furthestNs(), limitNs));
}
