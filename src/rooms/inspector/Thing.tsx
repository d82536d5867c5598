/** What is not a CPU, in the Inspector: a task, a unit of the machine, a node, a link between nodes. */
import type { ReactNode } from 'react';
import { writeCpuList } from '../../scenario/cpuList';
import type { MachineDescription, TaskInspection } from '../../scenario/generated/types';
import type { Cause } from '../../scenario/generated/vocab';
import { openLens } from '../../state/decision';
import { useRun } from '../../state/run';
import { follow, LANE_KEYS, type LaneKey, look, type Thing, useView } from '../../state/view';
import { count, duration, moment, percent, signedDuration, significant } from '../../words/format';
import { useT } from '../../words/inspector';
import { Sheet } from './Sheet';
import { type ThingKey, useThingWords } from './things';
import { linesOfLink, linesOfNode, movesAt, occupancyOf } from './traffic';
import { useFlows, useTask } from './useThing';
import './entries.css';
import './kernel-lines.css';
import './task-name.css';
import './things.css';

interface Of {
  readonly lane: LaneKey;
}

const inspectCpu = (lane: LaneKey, cpu: number): void =>
  look({ selection: { lane, cpu }, thing: null, inspecting: true });

/** The CPUs of a unit, and of a node. */
const cpusOfUnit = ({ units }: MachineDescription, unit: number): number[] =>
  units.flatMap((one, cpu) => (one === unit ? [cpu] : []));
const cpusOfNode = ({ sockets }: MachineDescription, node: number): number[] =>
  sockets
    .flatMap(({ nodes }) => nodes)
    .filter(({ id }) => id === node)
    .flatMap(({ clusters }) => clusters.flatMap(({ cores }) => cores.flatMap(({ cpus }) => cpus)));
const unitsOfNode = (machine: MachineDescription, node: number): ReadonlySet<number> =>
  new Set(cpusOfNode(machine, node).map((cpu) => machine.units[cpu] ?? 0));

export default function ThingPanel({ lane, thing }: Of & { readonly thing: Thing }) {
  const word = useThingWords();
  const index = LANE_KEYS.indexOf(lane);
  const machine = useRun((run) => run.feeds[index]?.machine);
  if (!machine) return null;
  const name = nameOf(thing, machine, word);
  return (
    <Sheet lane={lane} title={name} label={word('label', { name, lane: lane.toUpperCase() })}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also from the keyboard. */}
      <section className="inspector-body" tabIndex={0} aria-label={name}>
        {thing.kind === 'task' && <Task lane={lane} task={thing.task} />}
        {thing.kind === 'unit' && <Unit lane={lane} machine={machine} unit={thing.unit} />}
        {thing.kind === 'node' && <Node lane={lane} machine={machine} node={thing.node} />}
        {thing.kind === 'link' && <Link lane={lane} machine={machine} a={thing.a} b={thing.b} />}
      </section>
    </Sheet>
  );
}

function nameOf(thing: Thing, machine: MachineDescription, word: ReturnType<typeof useThingWords>): string {
  switch (thing.kind) {
    case 'task':
      return word('task', { task: thing.task });
    case 'unit': {
      const cpus = writeCpuList(cpusOfUnit(machine, thing.unit));
      if (machine.unit_kind === 'node') return word('node', { node: thing.unit });
      return word(machine.unit_kind, { cpus });
    }
    case 'node':
      return word('node', { node: thing.node });
    case 'link':
      return word('link', { a: thing.a, b: thing.b });
  }
}

/** A block with a title and pairs of a word and a value; a word of the kernel says what it means. */
function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="inspector-block">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Pairs({ of }: { of: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="kernel-pairs">
      {of.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their places.
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Task({ lane, task }: Of & { readonly task: number }) {
  const t = useT();
  const word = useThingWords();
  const of = useTask(LANE_KEYS.indexOf(lane), task);
  const followed = useView((view) => view.followed === task);
  if (!of) return null;
  const kernel = (name: string, explained: ThingKey) => <abbr title={word(explained)}>{name}</abbr>;
  const wakee = of.last_wakee;
  const lastWakee =
    wakee < 0 ? (
      word('none')
    ) : (
      <button
        type="button"
        className="task-follow"
        aria-label={word('inspectTask', { task: wakee })}
        onClick={() => look({ thing: { kind: 'task', task: wakee } })}
      >
        {wakee}
      </button>
    );
  const o1 = of.prio > 0 && of.load_avg === 0 && of.util_avg === 0;
  return (
    <>
      <section className="inspector-block">
        <p>
          {word('role', { role: t(`machine.role.${of.role}` as 'machine.role.job'), group: of.group })} ·{' '}
          <b>{word(`state.${of.state}` as ThingKey, { cpu: of.cpu })}</b>
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
      <Block title={word('head.kernel')}>
        <Pairs
          of={[
            o1
              ? [kernel('prio', 'word.prio'), of.prio]
              : [kernel('vruntime − min_vruntime', 'word.vruntime_ns'), signedDuration(of.vruntime_ns)],
            [kernel('load_avg', 'word.load_avg'), count(of.load_avg)],
            [kernel('util_avg', 'word.util_avg'), count(of.util_avg)],
            [kernel('last_wakee', 'word.last_wakee'), lastWakee],
            [kernel('wakee_flips', 'word.wakee_flips'), count(of.wakee_flips)],
            [kernel('recent_used_cpu', 'word.recent_used_cpu'), of.recent_used_cpu],
            [kernel('cpus_ptr', 'word.cpus_ptr'), of.allowed],
            [kernel('memory', 'word.memory'), of.memory_node < 0 ? word('none') : of.memory_node],
          ]}
        />
      </Block>
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
              // biome-ignore lint/suspicious/noArrayIndexKey: the newest stands first.
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

/** How much of its time a task ran on each node, as a bar and in words. */
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

const useFrame = (lane: LaneKey) => useFlows(LANE_KEYS.indexOf(lane));
type Frame = NonNullable<ReturnType<typeof useFrame>>;

function Unit({ lane, machine, unit }: Of & { readonly machine: MachineDescription; readonly unit: number }) {
  const word = useThingWords();
  const frame = useFrame(lane);
  if (!frame) return null;
  const lines = { inside: frame.linesInside(unit), outside: frame.linesOutside(unit) };
  return (
    <>
      <Now frame={frame} cpus={cpusOfUnit(machine, unit)} lane={lane} />
      <Traffic
        frame={frame}
        of={[
          [word('inside'), lines.inside],
          [word('outside'), lines.outside],
        ]}
      />
      <Causes frame={frame} mine={new Set([unit])} />
    </>
  );
}

function Node({ lane, machine, node }: Of & { readonly machine: MachineDescription; readonly node: number }) {
  const word = useThingWords();
  const frame = useFrame(lane);
  if (!frame) return null;
  const units = unitsOfNode(machine, node);
  const { outside } = linesOfNode(frame, node);
  return (
    <>
      <Now frame={frame} cpus={cpusOfNode(machine, node)} lane={lane} />
      <Traffic
        frame={frame}
        of={[
          [word('inside'), insideOf(frame, units, outside)],
          [word('outside'), outside],
        ]}
      />
      <Causes frame={frame} mine={units} />
    </>
  );
}

/** Lines between its units are counted at both ends, those from outside at one. */
function insideOf(frame: Frame, units: ReadonlySet<number>, outside: number): number {
  let inside = 0;
  let ends = -outside;
  for (const unit of units) {
    inside += frame.linesInside(unit);
    ends += frame.linesOutside(unit);
  }
  return inside + ends / 2;
}

interface LinkProps extends Of {
  readonly machine: MachineDescription;
  readonly a: number;
  readonly b: number;
}

function Link({ lane, machine, a, b }: LinkProps) {
  const word = useThingWords();
  const frame = useFrame(lane);
  if (!frame) return null;
  return (
    <>
      <Traffic frame={frame} of={[[word('between'), linesOfLink(frame, a, b)]]} />
      <Causes
        frame={frame}
        mine={unitsOfNode(machine, b)}
        others={unitsOfNode(machine, a)}
        heads={[word('there', { a, b }), word('there', { a: b, b: a })]}
      />
      <p className="thing-actions">
        {[a, b].map((node) => (
          <button key={node} type="button" className="button" onClick={() => look({ thing: { kind: 'node', node } })}>
            {word('node', { node })}
          </button>
        ))}
      </p>
    </>
  );
}

function Now({ frame, cpus, lane }: Of & { readonly frame: Frame; readonly cpus: readonly number[] }) {
  const word = useThingWords();
  const { busy, waiting, overloaded } = occupancyOf(frame, cpus);
  const all = cpus.length;
  return (
    <Block title={word('head.now')}>
      <div className="thing-shares" aria-hidden="true">
        <i style={{ inlineSize: `${(busy / all) * 100}%` }} />
      </div>
      <Pairs
        of={[
          [word('busy'), word('of', { n: busy, all })],
          [word('waiting'), count(waiting)],
          [word('overloaded'), word('of', { n: overloaded, all })],
        ]}
      />
      <p className="thing-cpus">
        {cpus.map((cpu) => (
          <button
            key={cpu}
            type="button"
            className="step-cpu"
            aria-label={word('inspectCpu', { cpu })}
            onClick={() => inspectCpu(lane, cpu)}
          >
            {cpu}
          </button>
        ))}
      </p>
    </Block>
  );
}

function Traffic({ frame, of }: { readonly frame: Frame; readonly of: readonly (readonly [string, number])[] }) {
  const word = useThingWords();
  const perMs = (n: number) => significant(frame.ns > 0 ? (n / frame.ns) * 1e6 : 0);
  return (
    <Block title={word('head.traffic')}>
      <Pairs of={of.map(([name, n]) => [name, word('lines', { n: count(n), rate: perMs(n) })] as const)} />
    </Block>
  );
}

interface CausesProps {
  readonly frame: Frame;
  readonly mine: ReadonlySet<number>;
  readonly others?: ReadonlySet<number>;
  /** What "in" and "out" are called; then what moved inside is left out. */
  readonly heads?: readonly [string, string];
}

function Causes({ frame, mine, others, heads }: CausesProps) {
  const t = useT();
  const word = useThingWords();
  const moves = movesAt(frame, mine, others).filter((one) => !heads || one.in + one.out > 0);
  return (
    <Block title={word('head.moves')}>
      {moves.length === 0 ? (
        <p>{word('noMoves')}</p>
      ) : (
        <table className="figures queue-table">
          <thead>
            <tr>
              <th scope="col">{word('cause')}</th>
              <th scope="col" className="n">
                {heads?.[0] ?? word('in')}
              </th>
              <th scope="col" className="n">
                {heads?.[1] ?? word('out')}
              </th>
              {!heads && (
                <th scope="col" className="n">
                  {word('within')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {moves.map((one) => (
              <tr key={one.cause}>
                <th scope="row">{t(`cause.${one.cause}`)}</th>
                <td className="n">{count(one.in)}</td>
                <td className="n">{count(one.out)}</td>
                {!heads && <td className="n">{count(one.within)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  );
}
