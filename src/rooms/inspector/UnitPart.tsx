/** A unit of the machine, a cluster or a core: its busy CPUs, its moves and cache-line traffic. */
import type { MachineDescription } from '../../scenario/generated/types';
import { LANE_KEYS, type LaneKey } from '../../state/view';
import { Lines } from './Lines';
import { MovesByCause } from './MovesByCause';
import { Occupied } from './Occupied';
import { cpusOfUnit } from './places';
import { useThingWords } from './things';
import { useFlows } from './useThing';

interface Props {
  readonly lane: LaneKey;
  readonly machine: MachineDescription;
  readonly unit: number;
}

export function UnitPart({ lane, machine, unit }: Props) {
  const word = useThingWords();
  const frame = useFlows(LANE_KEYS.indexOf(lane));
  if (!frame) return null;
  const lines = { inside: frame.linesInside(unit), outside: frame.linesOutside(unit) };
  return (
    <>
      <Occupied frame={frame} cpus={cpusOfUnit(machine, unit)} lane={lane} />
      <Lines
        frame={frame}
        of={[
          [word('inside'), lines.inside],
          [word('outside'), lines.outside],
        ]}
      />
      <MovesByCause frame={frame} mine={new Set([unit])} />
    </>
  );
}
