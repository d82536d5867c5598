/** A NUMA node: its busy CPUs, its moves and cache-line traffic. */
import type { FrameView } from '../../engine/wire/frame';
import type { MachineDescription } from '../../scenario/generated/types';
import { LANE_KEYS, type LaneKey } from '../../state/view';
import { Lines } from './Lines';
import { MovesByCause } from './MovesByCause';
import { Occupied } from './Occupied';
import { cpusOfNode, unitsOfNode } from './places';
import { useThingWords } from './things';
import { linesOfNode } from './traffic';
import { useFlows } from './useThing';

interface Props {
  readonly lane: LaneKey;
  readonly machine: MachineDescription;
  readonly node: number;
}

export function NodePart({ lane, machine, node }: Props) {
  const word = useThingWords();
  const frame = useFlows(LANE_KEYS.indexOf(lane));
  if (!frame) return null;
  const units = unitsOfNode(machine, node);
  const { outside } = linesOfNode(frame, node);
  return (
    <>
      <Occupied frame={frame} cpus={cpusOfNode(machine, node)} lane={lane} />
      <Lines
        frame={frame}
        of={[
          [word('inside'), insideOf(frame, units, outside)],
          [word('outside'), outside],
        ]}
      />
      <MovesByCause frame={frame} mine={units} />
    </>
  );
}

/** Lines between its units are counted at both ends, those from outside at one. */
function insideOf(frame: FrameView, units: ReadonlySet<number>, outside: number): number {
  let inside = 0;
  let ends = -outside;
  for (const unit of units) {
    inside += frame.linesInside(unit);
    ends += frame.linesOutside(unit);
  }
  return inside + ends / 2;
}
