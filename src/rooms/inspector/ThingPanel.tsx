/**
 * The Inspector of things other than CPUs: a task, a unit of the machine, a node, a link between nodes. Each has a
 * file.
 */
import { nameOf as nameOfTask } from '../../engine/lanes/names';
import { writeCpuList } from '../../scenario/cpuList';
import type { MachineDescription } from '../../scenario/generated/types';
import { useRun } from '../../state/run';
import { LANE_KEYS, type LaneKey, type Thing } from '../../state/view';
import { LinkPart } from './LinkPart';
import { NodePart } from './NodePart';
import { cpusOfUnit } from './places';
import { RecordedTask } from './RecordedPart';
import { TaskPart } from './TaskPart';
import type { useThingWords } from './things';
import { UnitPart } from './UnitPart';
import './things.css';

interface ThingPanelProps {
  readonly lane: LaneKey;
  readonly thing: Thing;
  readonly machine: MachineDescription;
  readonly name: string;
}

export function ThingPanel({ lane, thing, machine, name }: ThingPanelProps) {
  const isRecorded = useRun((run) => Boolean(run.feeds[LANE_KEYS.indexOf(lane)]?.recorded));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also from the keyboard.
    <section className="inspector-body" tabIndex={0} aria-label={name}>
      {thing.kind === 'task' && isRecorded && <RecordedTask lane={lane} task={thing.task} />}
      {thing.kind === 'task' && !isRecorded && <TaskPart lane={lane} task={thing.task} />}
      {thing.kind === 'unit' && <UnitPart lane={lane} machine={machine} unit={thing.unit} />}
      {thing.kind === 'node' && <NodePart lane={lane} machine={machine} node={thing.node} />}
      {thing.kind === 'link' && <LinkPart lane={lane} machine={machine} a={thing.a} b={thing.b} />}
    </section>
  );
}

/** The name of a thing; `tasks` of a lane have names if it shows a recording. */
export function nameOf(
  thing: Thing,
  machine: MachineDescription,
  tasks: Uint16Array,
  word: ReturnType<typeof useThingWords>,
): string {
  switch (thing.kind) {
    case 'task':
      return nameOfTask(tasks, thing.task) ?? word('task', { task: thing.task });
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
