/** The run queue of a CPU: who runs, who waits and in which order, and what the CPU knows of itself. */

import type { CpuInspection, QueuedTask } from '../../scenario/generated/types';
import { Word } from '../../signs/Word';
import { useNewidleGate } from '../../state/gate';
import { useView } from '../../state/view';
import { count, signedDuration } from '../../words/format';
import { useT } from '../../words/inspector';
import { AvgIdle } from './AvgIdle';
import { type Fact, Facts } from './Facts';
import { TaskName } from './TaskName';
import '../../ui/figures-table.css';
import './queue.css';

const ARRAYS = ['active', 'expired'] as const;

export function Queue({ of, tasks }: { of: CpuInspection; tasks: Uint16Array }) {
  const t = useT();
  const lane = useView(({ selection }) => selection?.lane);
  const gateNs = useNewidleGate(lane);
  const { queue } = of;
  const o1 = queue.scheduler === 'o1';
  const facts: readonly Fact[] = [
    ['nr_running', queue.nr_running],
    ['overload', of.overloaded ? '1' : '0'],
    ...(o1
      ? []
      : ([
          ['load_avg', count(queue.load_avg)],
          ['util_avg', count(queue.util_avg)],
        ] as const)),
  ];
  return (
    <>
      <section className="inspector-block">
        {queue.tasks.length === 0 ? (
          <p className="inspector-note">{t('queue.empty')}</p>
        ) : o1 ? (
          <>
            <Tasks of={queue.tasks.filter(({ running }) => running)} tasks={tasks} o1 />
            {ARRAYS.map((array) => {
              const own = queue.tasks.filter((task) => !task.running && task.expired === (array === 'expired'));
              return (
                <div key={array} data-array={array}>
                  <h3>
                    <Word of={array}>{t(`inspector.${array}`)}</Word>
                  </h3>
                  {own.length > 0 ? <Tasks of={own} tasks={tasks} o1 /> : <p>{t('queue.empty')}</p>}
                </div>
              );
            })}
          </>
        ) : (
          <Tasks of={queue.tasks} tasks={tasks} o1={false} />
        )}
      </section>
      <section className="inspector-block">
        <Facts of={facts} />
        <p>{t(of.overloaded ? 'queue.overloaded' : 'queue.notOverloaded')}</p>
      </section>
      {!o1 && <AvgIdle of={of} newidleNs={gateNs} />}
    </>
  );
}

/** The tasks of a queue in the order they will run. */
function Tasks({ of, tasks, o1 }: { of: readonly QueuedTask[]; tasks: Uint16Array; o1: boolean }) {
  const t = useT();
  if (of.length === 0) return null;
  return (
    <table className="figures queue-table">
      <thead>
        <tr>
          <th scope="col">{t('queue.task')}</th>
          {o1 ? (
            <>
              <th scope="col" className="n">
                <Word of="prio" />
              </th>
              <th scope="col" className="n">
                <Word of="time_slice" />
              </th>
            </>
          ) : (
            <th scope="col" className="n">
              <Word of="vruntime" /> − <Word of="min_vruntime" />
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {of.map((task, place) => (
          <tr key={task.task} data-running={task.running}>
            <th scope="row">
              <span className="queue-place">{task.running ? t('queue.running') : place + (o1 ? 1 : 0)}</span>
              <TaskName task={task.task} tasks={tasks} />
            </th>
            {o1 ? (
              <>
                <td className="n">{task.prio}</td>
                <td className="n">{task.timeslice_ms} ms</td>
              </>
            ) : (
              <td className="n">{signedDuration(task.vruntime_ns)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
