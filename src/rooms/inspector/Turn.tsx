/** Whose turn it is on a CPU: its queue as a line, and a sentence that says who is next and why. */
import type { QueueInspection } from '../../scenario/generated/types';
import { QueueLine, useDrawn } from '../../signs/QueueLine';
import { useT } from '../../words/queue';
import { turnOf } from '../../words/turn';

export function Turn({ of, tasks }: { of: QueueInspection; tasks: Uint16Array }) {
  const t = useT();
  const drawn = useDrawn(tasks);
  const turn = turnOf(of, (task) => drawn(task).name);
  const why = turn ? t(turn.key, turn.params) : t('queue.empty');
  return (
    <section className="inspector-block">
      <p className="turn-why">{why}</p>
      <QueueLine of={of} tasks={tasks} label={why} />
    </section>
  );
}
