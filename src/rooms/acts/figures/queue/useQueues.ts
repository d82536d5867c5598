/** The queue of a CPU in each lane. */
import { useEffect, useState } from 'react';
import { queueOfPick } from '../../../../signs/picked';
import { ask, runStore } from '../../../../state/run';
import { whenNew } from '../../../../state/whenNew';
import type { TurnQueue } from '../../../../words/turn';
import type { Sight } from '../../types';

export interface Queued {
  readonly lane: number;
  readonly tasks: Uint16Array;
  readonly queue: TurnQueue;
}

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;

/** While another run loads, the last known queues stay. */
export function useQueues(cpu: number): readonly Queued[] {
  const [known, know] = useState<readonly Queued[]>([]);
  useEffect(() => {
    let wanted = true;
    const stop = whenNew(LOOK_MS, async () => {
      const { feeds } = runStore.getState();
      const asked = feeds.map(async ({ tasks }, lane) => {
        const queue = (await ask(lane, 'inspectCpu', cpu))?.inspection?.queue;
        return queue && { lane, tasks, queue };
      });
      const queues = (await Promise.all(asked)).filter((one) => one !== undefined);
      if (!wanted || queues.length < feeds.length || runStore.getState().feeds !== feeds) return false;
      know(queues);
      return true;
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [cpu]);
  return known;
}

/** The queue from which the open decision picked a task; null: no pick is open. */
export function pickedQueue({ decision }: Pick<Sight, 'decision'>): TurnQueue | null {
  const picked = decision && queueOfPick(decision.steps);
  return picked && { ...picked, groups: [], flat_groups: false };
}
