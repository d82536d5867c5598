/** A CPU or a task of a recording: what was recorded of it, and nothing else. */
import type { TaskMoment } from '../../engine/recording/recorded';
import { useRun } from '../../state/run';
import { LANE_KEYS, type LaneKey } from '../../state/view';
import { count, duration } from '../../words/format';
import { Block, Pairs } from './Block';
import { TaskName } from './TaskName';
import { useThingWords } from './things';
import { useRecordedCpu, useRecordedTask } from './useThing';

interface CpuProps {
  readonly lane: LaneKey;
  readonly cpu: number;
}

export function RecordedCpu({ lane, cpu }: CpuProps) {
  const word = useThingWords();
  const index = LANE_KEYS.indexOf(lane);
  const of = useRecordedCpu(index, cpu);
  const tasks = useRun((run) => run.feeds[index]?.tasks);
  if (!of || !tasks) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also from the keyboard.
    <section className="inspector-body" tabIndex={0} aria-label={word('recorded')}>
      <Block title={word('recorded')}>
        <p>{of.task ? <TaskName task={of.task.task} tasks={tasks} /> : word(`recorded.${of.state}`)}</p>
        {of.task && <Life of={of.task} />}
      </Block>
      <Block title={word('recorded.queue', { count: of.queue.length })}>
        <ol className="decisions">
          {of.queue.map(({ task }) => (
            <li key={task}>
              <TaskName task={task} tasks={tasks} />
            </li>
          ))}
        </ol>
      </Block>
      <p>{word('recorded.not')}</p>
    </section>
  );
}

export function RecordedTask({ lane, task }: { readonly lane: LaneKey; readonly task: number }) {
  const word = useThingWords();
  const of = useRecordedTask(LANE_KEYS.indexOf(lane), task);
  if (!of) return null;
  const { state, cpu } = of;
  return (
    <>
      <section className="inspector-block">
        <p>
          <b>{state === 'unknown' || cpu === null ? word('recorded.unknown') : word(`state.${state}`, { cpu })}</b>
        </p>
      </section>
      <Block title={word('recorded')}>
        <Life of={of} />
      </Block>
      <p>{word('recorded.not')}</p>
    </>
  );
}

function Life({ of }: { readonly of: TaskMoment }) {
  const word = useThingWords();
  return (
    <Pairs
      of={[
        [word('recorded.ran'), duration(of.ran_ns)],
        [word('waited'), duration(of.waited_ns)],
        [word('longest'), duration(of.longest_wait_ns)],
        [word('switched'), count(of.switched_in)],
        [word('woken'), count(of.woken)],
        [word('woke'), count(of.woke)],
        [word('moved'), count(of.moved)],
        ...(of.prio === null ? [] : [['prio', count(of.prio)] as const]),
      ]}
    />
  );
}
