/** The next task of a CPU: its queue as a number line, and a sentence about the next task and the reason. */
import type { QueuedTask, QueueInspection } from '../../scenario/generated/types';
import { QueueLine, useDrawn } from '../../signs/QueueLine';
import { useT } from '../../words/queue';
import { groupName, turnOf } from '../../words/turn';

export function Turn({ of, tasks }: { of: QueueInspection; tasks: Uint16Array }) {
  const t = useT();
  const drawn = useDrawn(tasks);
  const turn = turnOf(of, (task) => drawn(task).name);
  const why = turn ? t(turn.key, turn.params) : t('queue.empty');
  const throttled = of.groups.filter((group) => group.throttled);
  // Each group's queue has a number line, unless one orders them all; this is the one of the next task.
  const turns = of.tasks.find(({ task, running }) => running || task === of.next) ?? of.tasks[0];
  const beside = ({ cgroup, throttled }: QueuedTask) => (of.flat_groups ? !throttled : cgroup === turns?.cgroup);
  const groupQueue = { ...of, tasks: of.tasks.filter(beside) };
  return (
    <section className="inspector-block">
      <p className="turn-why">{why}</p>
      {throttled.map((group) => (
        <p key={group.group}>{t('turn.throttled', { group: groupName(group) })}</p>
      ))}
      <QueueLine of={groupQueue} tasks={tasks} label={why} />
    </section>
  );
}
