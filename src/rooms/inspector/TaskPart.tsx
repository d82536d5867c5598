/** A task: its activity, the kernel's fields, its history and its path through the machine. */
import type { TaskInspection } from '../../scenario/generated/types';
import type { Cause } from '../../scenario/generated/vocab';
import { Explained } from '../../signs/Term';
import { openLens } from '../../state/decision';
import { follow, LANE_KEYS, type LaneKey, look, useView } from '../../state/view';
import { count, duration, moment, percent, signedDuration } from '../../words/format';
import { useT } from '../../words/inspector';
import { Block, type Pair, Pairs } from './Block';
import { inspectCpu } from './places';
import { type ThingKey, useThingWords } from './things';
import { useTask } from './useThing';
import './entries.css';
import './task-name.css';

export function TaskPart({ lane, task }: { readonly lane: LaneKey; readonly task: number }) {
  const t = useT();
  const word = useThingWords();
  const of = useTask(LANE_KEYS.indexOf(lane), task);
  const followed = useView((view) => view.followed === task);
  if (!of) return null;
  return (
    <>
      <section className="inspector-block">
        <p>
          {word('role', { role: t(`machine.role.${of.role}` as 'machine.role.job'), group: of.group })} ·{' '}
          <b>{word(of.throttled ? 'state.throttled' : (`state.${of.state}` as ThingKey), { cpu: of.cpu })}</b>
        </p>
        <p className="thing-actions">
          <button type="button" className="button" aria-pressed={followed} onClick={() => follow(task)}>
            {word(followed ? 'following' : 'follow')}
          </button>{' '}
          <button type="button" className="button" onClick={() => inspectCpu(lane, of.cpu)}>
            {word('inspectCpu', { cpu: of.cpu })}
          </button>
        </p>
      </section>
      <Kernel of={of} />
      <Block title={word('head.life')}>
        <Pairs
          of={[
            [word('waited'), duration(of.waited_ns)],
            [word('longest'), duration(of.longest_wait_ns)],
            [word('switched'), count(of.switched_in)],
            [word('woken'), count(of.woken)],
            [word('woke'), count(of.woke)],
            [word('moved'), count(of.moved)],
          ]}
        />
      </Block>
      <Shares of={of} />
      <Block title={word('head.visits')}>
        {of.visits.length === 0 && <p>{word('noVisits')}</p>}
        <ol className="decisions">
          {of.visits.toReversed().map(({ at_ns, cpu, cause }, i) => {
            const why = t(`cause.${cause as Cause}`);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the newest is first.
              <li key={i} className="entry">
                <button
                  type="button"
                  aria-label={word('visit', { cpu, time: moment(at_ns), cause: why })}
                  onClick={() => void openLens(lane, { task, ns: at_ns })}
                >
                  <span className="entry-kind">{why}</span>
                  <span className="mono">CPU {cpu}</span>
                  <time>{moment(at_ns)}</time>
                </button>
              </li>
            );
          })}
        </ol>
      </Block>
    </>
  );
}

/** The kernel's values of a task, by its scheduling class. */
function Kernel({ of }: { of: TaskInspection }) {
  const word = useThingWords();
  const kernel = (name: string, explained: ThingKey) => <Explained meaning={word(explained)}>{name}</Explained>;
  const none = word('none');
  const wakee = of.last_wakee === null ? none : <TaskLink task={of.last_wakee} />;
  const load: readonly Pair[] = [
    [kernel('load_avg', 'word.load_avg'), count(of.load_avg)],
    [kernel('util_avg', 'word.util_avg'), count(of.util_avg)],
  ];
  const byClass: Readonly<Record<TaskInspection['scheduler'], readonly Pair[]>> = {
    cfs: [
      [
        kernel('vruntime − min_vruntime', 'word.vruntime_ns'),
        of.vruntime_ns === null ? none : signedDuration(of.vruntime_ns),
      ],
      ...load,
    ],
    eevdf: [
      [kernel('lag', 'word.lag_ns'), of.vruntime_ns === null ? none : signedDuration(-of.vruntime_ns)],
      [kernel('deadline − V', 'word.deadline_ns'), of.deadline_ns === null ? none : signedDuration(of.deadline_ns)],
      [kernel('slice', 'word.slice_ns'), duration(of.slice_ns)],
      ...load,
    ],
    o1: [[kernel('prio', 'word.prio'), of.prio]],
  };
  return (
    <Block title={word('head.kernel')}>
      <Pairs
        of={[
          ...byClass[of.scheduler],
          [kernel('nice', 'word.nice'), of.nice],
          ...(of.policy === undefined
            ? []
            : ([[kernel('policy', 'word.policy'), `SCHED_${of.policy.toUpperCase()}`]] as const)),
          ...(of.cgroup > 0 ? ([[kernel('task_group', 'word.cgroup'), of.cgroup]] as const) : []),
          [kernel('last_wakee', 'word.last_wakee'), wakee],
          [kernel('wakee_flips', 'word.wakee_flips'), count(of.wakee_flips)],
          [kernel('recent_used_cpu', 'word.recent_used_cpu'), of.recent_used_cpu],
          ...(of.preferred_llc ? ([[kernel('preferred_llc', 'word.preferred_llc'), of.preferred_llc]] as const) : []),
          [kernel('cpus_ptr', 'word.cpus_ptr'), of.allowed],
          [kernel('memory', 'word.memory'), of.memory_node ?? none],
        ]}
      />
    </Block>
  );
}

function TaskLink({ task }: { task: number }) {
  const word = useThingWords();
  return (
    <button
      type="button"
      className="task-follow"
      aria-label={word('inspectTask', { task })}
      onClick={() => look({ thing: { kind: 'task', task } })}
    >
      {task}
    </button>
  );
}

/** The fraction of its time that a task ran on each node, as a bar and in words. */
function Shares({ of: { node_ns } }: { of: TaskInspection }) {
  const word = useThingWords();
  const all = node_ns.reduce((sum, ns) => sum + ns, 0);
  return (
    <Block title={word('head.nodes')}>
      <div className="thing-shares" aria-hidden="true">
        {node_ns.map((ns, node) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a node is its place.
          <i key={node} style={{ inlineSize: `${all > 0 ? (ns / all) * 100 : 0}%` }} />
        ))}
      </div>
      <ul className="plain">
        {node_ns.map((ns, node) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a node is its place.
          <li key={node}>{word('share', { node, time: duration(ns), share: percent(all > 0 ? ns / all : 0) })}</li>
        ))}
      </ul>
    </Block>
  );
}
