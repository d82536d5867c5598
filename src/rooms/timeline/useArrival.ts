import { useEffect, useState } from 'react';
import { type Arrival, arrivalOf } from './arrival';
import type { TimelineScene } from './scene';
import { isTask, type Stretch } from './stretch';

/** The pointer must rest on an interval this long before the page requests its explanation (ms). */
const REST_MS = 80;

/** The record of the last decision about a task up to a time (ns). */
export type AskDecision = (lane: number, task: number, ns: number) => Promise<Uint32Array | null>;

/** The arrival of the task of an interval; null: unknown, or not yet known. */
export function useArrival(scene: TimelineScene, stretch: Stretch | null, ask: AskDecision): Arrival | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly arrival: Arrival | null } | null>(null);
  const key = stretch && isTask(stretch) ? `${stretch.lane} ${stretch.cpu} ${stretch.from}` : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a growing interval is the same item.
  useEffect(() => {
    if (!stretch || key === '') return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const segments = scene.segments(stretch.lane);
      const machine = scene.lanes[stretch.lane]?.recording.feed.machine;
      if (!segments || !machine) return;
      const arrival = await arrivalOf(stretch, segments, machine, (task, ns) => ask(stretch.lane, task, ns));
      if (wanted) setKnown({ of: key, arrival });
    }, REST_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [scene, key]);
  return known?.of === key ? known.arrival : null;
}
