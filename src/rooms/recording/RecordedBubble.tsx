/** The bubble on a recorded machine: who woke a task, from where to where, and which CPUs were idle. A recording says no more. */
import type { ReactNode } from 'react';
import type { CpuMoment, Recorded, TaskMoment, WakeMoment } from '../../engine/recording/recorded';
import { calledIn } from '../../engine/recording/recorded';
import { useExplained } from '../../page/useExplained';
import { ask, stepDecision } from '../../state/run';
import { type Explained, LANE_KEYS } from '../../state/view';
import { useT } from '../../words';
import { duration, moment } from '../../words/format';
import { useRecordingWords } from './words';

/** Most CPUs in a list; more are counted. */
const MOST_LISTED = 12;

interface Answer {
  readonly cpu: CpuMoment | null;
  readonly task: TaskMoment | null;
  readonly ns: number;
}

async function answerTo(explained: Explained): Promise<Answer | null> {
  const lane = LANE_KEYS.indexOf(explained.lane);
  if ('task' in explained) {
    const reply = await ask(lane, 'recordedTask', explained.task);
    return reply && { cpu: null, task: reply.inspection, ns: reply.ns };
  }
  const reply = await ask(lane, 'recordedCpu', explained.cpu);
  return reply && { cpu: reply.inspection, task: reply.inspection?.task ?? null, ns: reply.ns };
}

export interface RecordedBubbleProps {
  readonly explained: Explained;
  readonly recorded: Recorded;
  /** Draws the box beside a CPU. */
  readonly box: (cpu: number | null, title: string, words: ReactNode, ways: ReactNode) => ReactNode;
}

export function RecordedBubble({ explained, recorded, box }: RecordedBubbleProps) {
  const w = useRecordingWords();
  const answer = useExplained(explained, answerTo);
  if (!answer) return null;
  const { cpu, task, ns } = answer;
  const place = 'cpu' in explained ? explained.cpu : (task?.cpu ?? null);
  if (place === null) return null;
  const called = (one: number) => calledIn(recorded, one);
  const title =
    task !== null
      ? w('why.title', { task: called(task.task), cpu: place })
      : w(cpu?.state === 'idle' ? 'why.idle' : 'why.unknown', { cpu: place });
  const queue = cpu?.queue ?? [];
  const words = (
    <>
      {task !== null && <Woken task={task} ns={ns} called={called} />}
      {queue.length === 1 && queue[0] && <p>{w('why.queue.one', { task: called(queue[0].task) })}</p>}
      {queue.length > 1 && <p>{w('why.queue', { count: queue.length })}</p>}
      <p className="why-when">{w('why.not')}</p>
    </>
  );
  const ways = task !== null && (
    <button type="button" className="button" onClick={() => void stepDecision('next', task.task)}>
      {w('why.next')}
    </button>
  );
  return box(place, title, words, ways);
}

function Woken({
  task: { task, wake, came, state, since_ns },
  ns,
  called,
}: {
  readonly task: TaskMoment;
  readonly ns: number;
  readonly called: (task: number) => string;
}) {
  const w = useRecordingWords();
  if (!wake) return <p data-task={task}>{w('why.nobody')}</p>;
  const later = came && came.at_ns > wake.at_ns && came.to !== wake.to ? came : null;
  // After it ran, a move is none of that wake-up: without `sched_wakeup` it only looks like one.
  const isWake = later?.class === 'wake' && wake.ran_ns !== null && later.at_ns > wake.ran_ns;
  const waits = state === 'waiting' && wake.ran_ns === null;
  return (
    <>
      <p>
        <Waker wake={wake} called={called} /> <Placed wake={wake} />{' '}
        <b>
          {wake.ran_ns !== null
            ? w('why.waited', { time: duration(wake.ran_ns - wake.at_ns) })
            : waits && w('why.waits', { time: duration(ns - since_ns) })}
        </b>{' '}
        <span className="why-took">{moment(wake.at_ns)}</span>
      </p>
      {later && (
        <p>
          {w('why.came', {
            from: later.from,
            to: later.to,
            class: w(`class.${isWake ? 'other' : later.class}`),
            sure: w(`sure.${isWake ? 'maybe' : later.sure}`),
          })}
        </p>
      )}
      <Idle wake={wake} />
    </>
  );
}

function Waker({ wake, called }: { readonly wake: WakeMoment; readonly called: (task: number) => string }) {
  const w = useRecordingWords();
  if (wake.waker !== 'task') return w(`why.woken.${wake.waker}`, { cpu: wake.cpu });
  return wake.by === null
    ? w('why.woken.unknown', { cpu: wake.cpu })
    : w('why.woken.task', { by: called(wake.by), cpu: wake.cpu });
}

function Placed({ wake: { before, to, moved } }: { readonly wake: WakeMoment }) {
  const w = useRecordingWords();
  const t = useT();
  if (before === null) return w('why.first', { to });
  if (before === to) return w('why.stayed', { to });
  return moved
    ? w('why.placed', { from: before, to, distance: t(`distance.${moved}`) })
    : w('why.placed.far', { from: before, to });
}

function Idle({ wake: { idle, idle_count } }: { readonly wake: WakeMoment }) {
  const w = useRecordingWords();
  const t = useT();
  const listed = (cpus: readonly number[]) => {
    const list = cpus.slice(0, MOST_LISTED).join(t('lane.list'));
    return cpus.length > MOST_LISTED ? w('why.more', { list, count: cpus.length - MOST_LISTED }) : list;
  };
  if (idle_count === 0) return <p>{w('why.idle.none')}</p>;
  const [first] = idle;
  if (first?.distance === '') return <p>{w('why.idle.unplaced', { count: idle_count, list: listed(first.cpus) })}</p>;
  return (
    <>
      <p>{w('why.idle.title')}</p>
      <ul className="why-idle">
        {idle.map(
          ({ distance, cpus }) =>
            distance !== '' && (
              <li key={distance}>{w('why.idle.row', { distance: t(`distance.${distance}`), list: listed(cpus) })}</li>
            ),
        )}
      </ul>
    </>
  );
}
