/** The queue of a CPU on the machine: a number line, with a sentence about the next task. */
import { useEffect, useRef, useState } from 'react';
import type { QueueInspection } from '../../scenario/generated/types';
import { QueueLine, useDrawn } from '../../signs/QueueLine';
import { ask, useRun } from '../../state/run';
import { LANE_KEYS, type LaneKey } from '../../state/view';
import { whenNew } from '../../state/whenNew';
import { useT } from '../../words/queue';
import { turnOf } from '../../words/turn';
import './queue-figure.css';

interface QueueFigureProps {
  readonly lane: LaneKey;
  readonly cpu: number;
  /** Its left edge on the machine (px). */
  readonly left: number;
  /** Hears how high it is (px): its sentence may take two lines. */
  readonly onHeight: (height: number) => void;
}

/** Real time between two looks while the run plays (ms). */
const LOOK_MS = 250;

export function QueueFigure({ lane, cpu, ...place }: QueueFigureProps) {
  const index = LANE_KEYS.indexOf(lane);
  const tasks = useRun((run) => run.feeds[index]?.tasks);
  const [known, know] = useState<{ readonly tasks: Uint16Array | undefined; readonly queue: QueueInspection } | null>(
    null,
  );
  useEffect(
    () =>
      whenNew(
        LOOK_MS,
        async () => {
          const queue = (await ask(index, 'inspectCpu', cpu))?.inspection?.queue;
          if (queue) know({ tasks, queue });
        },
        index,
      ),
    [index, cpu, tasks],
  );
  // The known queue belongs to another run.
  return tasks && known?.tasks === tasks ? <Figure queue={known.queue} tasks={tasks} {...place} /> : null;
}

interface FigureProps extends Pick<QueueFigureProps, 'left' | 'onHeight'> {
  readonly queue: QueueInspection;
  readonly tasks: Uint16Array;
}

function Figure({ queue, tasks, left, onHeight }: FigureProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current as HTMLElement;
    const observer = new ResizeObserver(() => {
      // Before the line is drawn it is only its sentence.
      if (element.querySelector('svg')) onHeight(element.offsetHeight);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [onHeight]);
  const t = useT();
  const drawn = useDrawn(tasks);
  const turn = turnOf(queue, (task) => drawn(task).name);
  const why = turn ? t(turn.key, turn.params) : t('queue.empty');
  return (
    <div ref={ref} className="queue-figure" style={{ insetInlineStart: left }}>
      <p>{why}</p>
      <QueueLine of={queue} tasks={tasks} label={why} />
    </div>
  );
}
