/** The run queue of a CPU: who runs, who waits and in which order, and what the CPU knows of itself. */
import { useT } from '../i18n';
import { newidleGateNs } from '../scenario/gates';
import type { CpuInspection, QueuedTask } from '../scenario/generated/types';
import { useScenario } from '../state/scenario';
import { count, duration } from '../ui/format';
import { Word } from '../ui/Word';
import { AvgIdle } from './AvgIdle';
import { type Fact, Facts } from './Facts';
import { TaskName } from './TaskName';

/** A length of time with its sign. */
const signed = (ns: number): string => (ns === 0 ? '0' : `${ns < 0 ? '−' : '+'}${duration(Math.abs(ns))}`);

export function Queue({ of, tasks }: { of: CpuInspection; tasks: Uint16Array }) {
  const t = useT();
  const gateNs = useScenario(({ document }) => newidleGateNs(document));
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
        ) : (
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
                    <th scope="col" className="n">
                      <Word of="array" />
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
              {queue.tasks.map((task, place) => (
                <tr key={task.task} data-running={task.running}>
                  <th scope="row">
                    <span className="queue-place">{task.running ? t('queue.running') : place}</span>
                    <TaskName task={task.task} tasks={tasks} />
                  </th>
                  {o1 ? <O1 task={task} /> : <td className="n">{signed(task.vruntime_ns)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
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

function O1({ task }: { task: QueuedTask }) {
  return (
    <>
      <td className="n">{task.prio}</td>
      <td className="n">{task.timeslice_ms} ms</td>
      <td className="n mono">{task.expired ? 'expired' : 'active'}</td>
    </>
  );
}
