/** What is not a CPU, in the Inspector: a task, a unit of the machine, a node, a link between nodes. A file for each. */
import { writeCpuList } from '../../scenario/cpuList';
import type { MachineDescription } from '../../scenario/generated/types';
import { useRun } from '../../state/run';
import { LANE_KEYS, type LaneKey, type Thing } from '../../state/view';
import { LinkPart } from './LinkPart';
import { NodePart } from './NodePart';
import { cpusOfUnit } from './places';
import { Sheet } from './Sheet';
import { TaskPart } from './TaskPart';
import { useThingWords } from './things';
import { UnitPart } from './UnitPart';
import './things.css';

export function ThingPanel({ lane, thing }: { readonly lane: LaneKey; readonly thing: Thing }) {
  const word = useThingWords();
  const index = LANE_KEYS.indexOf(lane);
  const machine = useRun((run) => run.feeds[index]?.machine);
  if (!machine) return null;
  const name = nameOf(thing, machine, word);
  return (
    <Sheet lane={lane} title={name} label={word('label', { name, lane: lane.toUpperCase() })}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also from the keyboard. */}
      <section className="inspector-body" tabIndex={0} aria-label={name}>
        {thing.kind === 'task' && <TaskPart lane={lane} task={thing.task} />}
        {thing.kind === 'unit' && <UnitPart lane={lane} machine={machine} unit={thing.unit} />}
        {thing.kind === 'node' && <NodePart lane={lane} machine={machine} node={thing.node} />}
        {thing.kind === 'link' && <LinkPart lane={lane} machine={machine} a={thing.a} b={thing.b} />}
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
