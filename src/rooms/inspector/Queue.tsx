/** The run queue of a CPU: the next task and the reason, the waiting tasks in order, and the CPU's statistics. */

import type { ReactNode } from 'react';
import type { CpuInspection, QueuedGroup, QueuedTask, QueueInspection } from '../../scenario/generated/types';
import { Term } from '../../signs/Term';
import { useNewidleGate } from '../../state/gate';
import { useKernel } from '../../state/kernel';
import { useView } from '../../state/view';
import { FigureTable } from '../../ui/FigureTable';
import { count, duration, signedDuration } from '../../words/format';
import { useT } from '../../words/queue';
import { groupName } from '../../words/turn';
import { AvgIdle } from './AvgIdle';
import { type Fact, Facts } from './Facts';
import { TaskName } from './TaskName';
import { Turn } from './Turn';
import '../../ui/figures-table.css';
import './queue.css';

interface TasksProps {
  readonly of: readonly QueuedTask[];
  readonly tasks: Uint16Array;
  readonly scheduler: QueueInspection['scheduler'];
  readonly groups?: readonly QueuedGroup[];
}

const ARRAYS = ['active', 'expired'] as const;

export function Queue({ of, tasks }: { of: CpuInspection; tasks: Uint16Array }) {
  const t = useT();
  const lane = useView(({ selection }) => selection?.lane);
  const gateNs = useNewidleGate(lane);
  const kernel = useKernel(lane);
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
      <Turn of={queue} tasks={tasks} />
      <section className="inspector-block">
        {queue.tasks.length === 0 ? (
          <p className="inspector-note">{t('queue.empty')}</p>
        ) : o1 ? (
          <>
            <Tasks of={queue.tasks.filter(({ running }) => running)} tasks={tasks} scheduler="o1" />
            {ARRAYS.map((array) => {
              const inArray = queue.tasks.filter((task) => !task.running && task.expired === (array === 'expired'));
              return (
                <div key={array} data-array={array}>
                  <h3>
                    <Term of={array}>{t(`inspector.${array}`)}</Term>
                  </h3>
                  {inArray.length > 0 ? <Tasks of={inArray} tasks={tasks} scheduler="o1" /> : <p>{t('queue.empty')}</p>}
                </div>
              );
            })}
          </>
        ) : (
          <Tasks of={queue.tasks} tasks={tasks} scheduler={queue.scheduler} groups={queue.groups} />
        )}
      </section>
      {queue.groups.length > 0 && <Groups of={queue.groups} />}
      <section className="inspector-block">
        <Facts of={facts} />
        <p>{t(of.overloaded ? 'queue.overloaded' : 'queue.notOverloaded')}</p>
      </section>
      {!o1 && <AvgIdle of={of} newidleNs={gateNs} kernel={kernel} />}
    </>
  );
}

interface Column {
  readonly head: ReactNode;
  readonly of: (task: QueuedTask) => string;
}

/** The nice value of a kernel priority. */
const niceOf = ({ prio }: QueuedTask): string => String(prio - 120).replace('-', '\u2212');

/** What orders the tasks of a queue, in exact figures. */
function useColumns(scheduler: QueueInspection['scheduler']): readonly Column[] {
  const t = useT();
  const slice: Column = { head: <Term of="slice">{t('queue.slice')}</Term>, of: (task) => duration(task.slice_ns) };
  const nice: Column = { head: <Term of="nice" />, of: niceOf };
  switch (scheduler) {
    case 'o1':
      return [
        { head: <Term of="prio" />, of: ({ prio }) => String(prio) },
        { head: <Term of="time_slice" />, of: ({ timeslice_ms }) => `${timeslice_ms} ms` },
      ];
    case 'cfs':
      return [
        {
          head: (
            <>
              <Term of="vruntime" /> − <Term of="min_vruntime" />
            </>
          ),
          of: ({ vruntime_ns }) => signedDuration(vruntime_ns),
        },
        slice,
        nice,
      ];
    case 'eevdf':
      return [
        { head: <Term of="lag">{t('queue.lag')}</Term>, of: ({ vruntime_ns }) => signedDuration(-vruntime_ns) },
        {
          head: <Term of="eligible">{t('queue.eligible')}</Term>,
          of: ({ eligible }) => t(eligible ? 'queue.yes' : 'queue.no'),
        },
        {
          head: <Term of="deadline">{t('queue.deadline')}</Term>,
          of: ({ deadline_ns }) => signedDuration(deadline_ns),
        },
        slice,
        nice,
      ];
  }
}

/** The control groups that have tasks here: the weight of their entities, and their remaining runtime. */
function Groups({ of }: { readonly of: readonly QueuedGroup[] }) {
  const t = useT();
  return (
    <section className="inspector-block">
      <FigureTable
        className="figures queue-table"
        sections={[{ key: 'groups', rows: of }]}
        rowKey={({ group }) => group}
        rowAttributes={({ throttled }) => ({ 'data-throttled': throttled })}
        columns={[
          {
            head: t('queue.group'),
            cell: (group) => (
              <>
                {groupName(group)} {group.throttled && t('queue.throttled')}
              </>
            ),
          },
          { head: <Term of="nr_running" />, cell: (group) => group.nr_running, className: 'n' },
          { head: t('queue.weight'), cell: ({ weight }) => count(weight), className: 'n' },
          {
            head: t('queue.runtime'),
            cell: ({ runtime_ns }) => (runtime_ns === null ? 'max' : signedDuration(runtime_ns)),
            className: 'n',
          },
        ]}
      />
    </section>
  );
}

/** The tasks of a queue in the order they will run, those that sleep and are kept last. */
function Tasks({ of, tasks, scheduler, groups = [] }: TasksProps) {
  const t = useT();
  const nameOf = (cgroup: number) => {
    const group = groups.find((one) => one.group === cgroup);
    return group ? groupName(group) : t('queue.root');
  };
  const group: Column = { head: t('queue.group'), of: ({ cgroup }) => nameOf(cgroup) };
  const shown = useColumns(scheduler);
  const columns = groups.length > 0 ? [...shown, group] : shown;
  const first = scheduler === 'o1' ? 1 : 0;
  if (of.length === 0) return null;
  return (
    <div className="queue-scroll">
      <FigureTable
        className="figures queue-table"
        sections={[{ key: 'tasks', rows: of }]}
        rowKey={({ task }) => task}
        rowAttributes={({ running }) => ({ 'data-running': running })}
        columns={[
          {
            head: t('queue.task'),
            cell: (task, place) => (
              <>
                <span className="queue-place">
                  {task.running
                    ? t('queue.running')
                    : task.throttled
                      ? t('queue.throttled')
                      : task.delayed
                        ? t('queue.delayed')
                        : place + first}
                </span>
                <TaskName task={task.task} tasks={tasks} />
              </>
            ),
          },
          ...columns.map(({ head, of: cell }) => ({ head, cell, className: 'n' })),
        ]}
      />
    </div>
  );
}
