/**
 * Describes the item under the pointer or the keys: the running task, how long and where it waited, which task woke it,
 * and why it ran here.
 */

import { type RefObject, useEffect, useRef } from 'react';
import { nameOf } from '../../engine/lanes/names';
import { stepsOf } from '../../engine/wire/records';
import { newidleGateNs } from '../../scenario/gates';
import { NO_TASK, ROLES } from '../../scenario/generated/vocab';
import { useScenario } from '../../state/scenario';
import { useT } from '../../words';
import { duration } from '../../words/format';
import { because, textOf } from '../../words/sentences';
import type { Arrival, Waker } from './arrival';
import { useCardWords } from './cardWords';
import { groupName } from './groups';
import type { TimelineScene } from './scene';
import { THROTTLED, WASTED } from './segments';
import { showCard } from './showCard';
import { isTask, type Stretch } from './stretch';
import { type AskDecision, useArrival } from './useArrival';
import type { Canvases } from './useDrawing';
import type { Folded, Looked } from './useLooked';
import './card.css';

export interface CardProps {
  readonly scene: TimelineScene;
  readonly canvases: Canvases;
  readonly looked: Looked | null;
  /** Called after each drawing. */
  readonly painted: RefObject<() => void>;
  readonly stretch: Stretch | null;
  /** Two numbers per task: role and group. */
  readonly tasks: Uint16Array;
  readonly followed: number | null;
  readonly onFollow: (task: number) => void;
  readonly onWhy: (stretch: Stretch) => void;
  readonly onHold: (held: boolean) => void;
  readonly onDecision: AskDecision;
  /** Receives the task's waker once it is known; null: no known waker. */
  readonly onWaker: (waker: Waker | null) => void;
}

export default function Card(props: CardProps) {
  const { scene, canvases, looked, painted, stretch, onHold, onDecision, onWaker } = props;
  const box = useRef<HTMLDivElement>(null);
  const folded = looked?.folded;
  const arrival = useArrival(scene, stretch, onDecision);
  const waker = arrival?.waker ?? null;
  useEffect(() => onWaker(waker), [waker, onWaker]);
  useEffect(() => {
    painted.current = () => showCard(box.current, looked, scene, canvases);
    scene.dirty = true;
  });
  return (
    <div
      ref={box}
      className="timeline-card"
      popover="manual"
      data-left-out
      aria-live="polite"
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      {folded ? (
        <Group {...folded} />
      ) : (
        stretch && (isTask(stretch) ? <Task {...props} stretch={stretch} arrival={arrival} /> : <Idle {...stretch} />)
      )}
    </div>
  );
}

function Group({ cpus, busy, unknown }: Folded) {
  const say = useCardWords();
  return (
    <p>
      <b>{say('card.group', { cpus: groupName(cpus) })}</b> {say('card.busy', { busy, n: cpus.length })}
      {unknown > 0 && ` · ${say('card.unknownOf', { n: unknown })}`}
    </p>
  );
}

/** The state of a CPU that runs no task. */
const STATES: ReadonlyMap<number, 'idle' | 'wasted' | 'throttled'> = new Map([
  [NO_TASK, 'idle'],
  [WASTED, 'wasted'],
  [THROTTLED, 'throttled'],
]);

function Idle({ task, cpu, from, to }: Stretch) {
  const say = useCardWords();
  const what = STATES.get(task) ?? 'unknown';
  return (
    <p>
      <b>CPU {cpu}</b> {say(`card.${what}`)}
      {what !== 'unknown' && ` ${duration(to - from)}`}
    </p>
  );
}

interface TaskProps extends CardProps {
  readonly stretch: Stretch;
  readonly arrival: Arrival | null;
}

function Task({ stretch, tasks, arrival, followed, onFollow, onWhy }: TaskProps) {
  const t = useT();
  const say = useCardWords();
  const { task, cpu, from, to } = stretch;
  const role = nameOf(tasks, task) ?? t(`machine.role.${ROLES[tasks[task * 2] ?? 0] ?? 'job'}`);
  return (
    <>
      <p>
        <b>{say('card.task', { task, role })}</b> {say('card.ran', { cpu, span: duration(to - from) })}
      </p>
      {arrival && <Came arrival={arrival} lane={stretch.lane} onWhy={() => onWhy(stretch)} />}
      <button
        type="button"
        className="timeline-card-link"
        aria-pressed={followed === task}
        onClick={() => onFollow(task)}
      >
        {say(followed === task ? 'card.unfollow' : 'card.follow', { task })}
      </button>
    </>
  );
}

function Came({ arrival, lane, onWhy }: { arrival: Arrival; lane: number; onWhy: () => void }) {
  const t = useT();
  const say = useCardWords();
  const gateNs = useScenario(({ document }) => newidleGateNs(document, lane));
  const { waited, waker, head } = arrival;
  const reason = because(head, stepsOf(head), gateNs);
  const where = { cpu: waited.cpu, span: duration(waited.ns) };
  return (
    <dl>
      <dt>{say('card.waited')}</dt>
      <dd>{say(waited.preempted ? 'card.preempted' : 'card.queued', where)}</dd>
      {waker && (
        <>
          <dt>{say(waker.made ? 'card.made' : 'card.woken')}</dt>
          <dd>
            {say(waker.task === null ? 'card.fromCpu' : 'card.from', {
              task: waker.task ?? 0,
              cpu: waker.cpu,
              distance: t(`distance.${waker.near}`),
            })}
          </dd>
        </>
      )}
      <dt>{say('card.why')}</dt>
      <dd>
        <button type="button" className="timeline-card-link" onClick={onWhy}>
          {textOf(reason)}
        </button>
      </dd>
    </dl>
  );
}
