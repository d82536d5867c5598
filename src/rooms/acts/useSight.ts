/** The visible state of the machine at the moment of a step. */
import { useEffect, useMemo, useState } from 'react';
import { headOf, stepsOf } from '../../engine/wire/records';
import { runStore } from '../../state/run';
import { useView } from '../../state/view';
import { whenNew } from '../../state/whenNew';
import { useStory } from './store';
import type { Sight } from './types';

const ASK_MS = 250;

/** Null until the lanes reach the step's moment. While they play, this is the state in which they last stood still. */
export function useSight(): Sight | null {
  const entry = useStory((state) => state.entry);
  const arrived = useStory((state) => state.arrived);
  const lens = useView((view) => view.lens);
  const [now, setNow] = useState<{ readonly entry: number; readonly sight: Omit<Sight, 'decision'> } | null>(null);
  useEffect(() => {
    if (!arrived) return;
    let first = true;
    return whenNew(ASK_MS, async () => {
      const { feeds, playing } = runStore.getState();
      const frames = feeds.flatMap(({ frame }) => frame ?? []);
      const machine = feeds[0]?.machine;
      if (!machine || frames.length < feeds.length) return false;
      if (first || !playing) setNow({ entry, sight: { frames, machine } });
      first = false;
      return true;
    });
  }, [entry, arrived]);
  const sight = now?.entry === entry ? now.sight : null;
  return useMemo(() => {
    const head = headOf(lens?.record);
    return sight && { ...sight, decision: head && { head, steps: stepsOf(head) } };
  }, [sight, lens]);
}
