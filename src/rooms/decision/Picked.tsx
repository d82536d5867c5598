/** The queue that the next task is picked from, as a line. */
import type { Step } from '../../engine/wire/records';
import { queueOfPick } from '../../signs/picked';
import { QueueLine } from '../../signs/QueueLine';
import { useRun } from '../../state/run';
import { LANE_KEYS, type LaneKey } from '../../state/view';

interface PickedProps {
  readonly lane: LaneKey;
  readonly steps: readonly Step[];
  /** The picked task and the reason. */
  readonly why: string;
}

export function Picked({ lane, steps, why }: PickedProps) {
  const tasks = useRun((run) => run.feeds[LANE_KEYS.indexOf(lane)]?.tasks);
  const queue = queueOfPick(steps);
  return (
    tasks &&
    queue && (
      <div className="decision-queue">
        <QueueLine of={queue} tasks={tasks} label={why} />
      </div>
    )
  );
}
