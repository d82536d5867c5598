/** The bubble on a recorded machine: who woke a task, from where to where, and which CPUs were idle. A recording says no more. */
import type { MouseEvent, ReactNode } from 'react';
import type { CpuMoment, Recorded, TaskMoment, WakeMoment } from '../../engine/recording/recorded';
import { calledIn } from '../../engine/recording/recorded';
import { rowsOf } from '../../engine/wire/looks';
import { type Head, headOf, stepsOf } from '../../engine/wire/records';
import { useExplained } from '../../page/useExplained';
import { releaseOf } from '../../scenario/kernelNames';
import { CheckedCpus } from '../../signs/Ring';
import { openLens } from '../../state/decision';
import { useKernel } from '../../state/kernel';
import { ask, stepDecision } from '../../state/run';
import { type Explained, LANE_KEYS, look } from '../../state/view';
import { useT } from '../../words';
import { duration, moment } from '../../words/format';
import { useRecordingWords } from './words';

/** Most CPUs in a list, and most looks in a line; more are counted. */
const MOST_LISTED = 12;
const MOST_LOOKS = 6;

interface Answer {
  readonly cpu: CpuMoment | null;
  readonly task: TaskMoment | null;
  readonly ns: number;
  /** What the rules of the lane's kernel would have decided in the place of Linux; null: they were not asked. */
  readonly asked: Head | null;
}

/** The decision of the rules about the last wake-up of a task. */
async function askedAbout(lane: number, task: TaskMoment | null): Promise<Head | null> {
  if (!task?.wake) return null;
  const { at_ns: ns } = task.wake;
  const head = headOf((await ask(lane, 'decision', { task: task.task, ns }))?.record);
  return head?.ns === ns ? head : null;
}

async function answerTo(explained: Explained): Promise<Answer | null> {
  const lane = LANE_KEYS.indexOf(explained.lane);
  if ('task' in explained) {
    const reply = await ask(lane, 'recordedTask', explained.task);
    const task = reply?.inspection ?? null;
    return reply && { cpu: null, task, ns: reply.ns, asked: await askedAbout(lane, task) };
  }
  const reply = await ask(lane, 'recordedCpu', explained.cpu);
  const cpu = reply?.inspection ?? null;
  const task = cpu?.task ?? null;
  return reply && { cpu, task, ns: reply.ns, asked: await askedAbout(lane, task) };
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
  const { cpu, task, ns, asked } = answer;
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
      {asked && task?.wake && <Ours asked={asked} to={task.wake.to} placed={recorded.placed} />}
    </>
  );
  const ways = task !== null && (
    <>
      {asked && (
        <button type="button" className="button" onClick={(event) => void showSteps(event, explained, asked)}>
          {w('ours.steps')}
        </button>
      )}
      <button type="button" className="button" onClick={() => void stepDecision('next', task.task)}>
        {w('why.next')}
      </button>
    </>
  );
  return box(place, title, words, ways);
}

/** By a key, the focus moves into the lens. */
async function showSteps({ detail }: MouseEvent, { lane }: Explained, asked: Head): Promise<void> {
  if (!(await openLens(lane, asked.words.slice()))) return;
  look({ explained: null });
  if (detail === 0) requestAnimationFrame(() => document.getElementById('decision')?.focus());
}

/** What the rules of a kernel would have asked, and what is assumed of the state. */
function Ours({ asked, to, placed }: { readonly asked: Head; readonly to: number; readonly placed: boolean }) {
  const w = useRecordingWords();
  const kernel = releaseOf(useKernel('a'));
  const rows = rowsOf(asked, stepsOf(asked)).filter(({ number }) => number !== null);
  const { chosen } = asked;
  return (
    <div className="why-ours">
      <p>
        <b>{w('ours')}</b> {w(rows.length > 0 ? 'ours.asked' : 'ours.asked.none', { kernel })}
      </p>
      {rows.length > 0 && (
        <div className="why-looks">
          <CheckedCpus
            rows={rows.slice(0, MOST_LOOKS)}
            chosen={chosen}
            label={({ step }) => w('ours.cpu', { cpu: step.cpu })}
          />
        </div>
      )}
      <p>
        {rows.length > MOST_LOOKS && w('ours.more', { count: rows.length - MOST_LOOKS })}
        <b>{w(chosen === to ? 'ours.same' : 'ours.other', { cpu: chosen, to })}</b>
      </p>
      <p className="why-when">
        {w('ours.assumed')} {!placed && w('ours.unplaced')}
      </p>
    </div>
  );
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
