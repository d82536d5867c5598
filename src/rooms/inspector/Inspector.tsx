/** The selection, in the kernel's words: a CPU, a task, a unit, a node or a link. The sheet stays open when the selection changes. */
import { useRun } from '../../state/run';
import { LANE_KEYS, type LaneKey, type Thing, useView } from '../../state/view';
import { useT } from '../../words/inspector';
import { CpuPanel } from './CpuPanel';
import { RecordedCpu } from './RecordedPart';
import { Sheet } from './Sheet';
import { nameOf, ThingPanel } from './ThingPanel';
import { useThingWords } from './things';
import './inspector.css';

export function Inspector() {
  const selection = useView((view) => view.selection);
  const thing = useView((view) => view.thing);
  return selection && <Of lane={selection.lane} cpu={selection.cpu} thing={thing} />;
}

interface OfProps {
  readonly lane: LaneKey;
  readonly cpu: number;
  readonly thing: Thing | null;
}

function Of({ lane, cpu, thing }: OfProps) {
  const t = useT();
  const word = useThingWords();
  const isRecorded = useRun((run) => Boolean(run.feeds[LANE_KEYS.indexOf(lane)]?.recorded));
  const machine = useRun((run) => run.feeds[LANE_KEYS.indexOf(lane)]?.machine);
  const tasks = useRun((run) => run.feeds[LANE_KEYS.indexOf(lane)]?.tasks);
  if (!thing)
    return (
      <Sheet
        lane={lane}
        title={t('machine.cpu', { cpu })}
        label={t('inspector.label', { cpu, lane: lane.toUpperCase() })}
        about="cpu"
      >
        {isRecorded ? <RecordedCpu lane={lane} cpu={cpu} /> : <CpuPanel lane={lane} cpu={cpu} />}
      </Sheet>
    );
  if (!machine || !tasks) return null;
  const name = nameOf(thing, machine, tasks, word);
  return (
    <Sheet
      lane={lane}
      title={name}
      label={word('label', { name, lane: lane.toUpperCase() })}
      about={JSON.stringify(thing)}
    >
      <ThingPanel lane={lane} thing={thing} machine={machine} name={name} />
    </Sheet>
  );
}
