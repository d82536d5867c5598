/** A link between two nodes: the traffic over it. */
import type { MachineDescription } from '../../scenario/generated/types';
import { LANE_KEYS, type LaneKey, look } from '../../state/view';
import { Lines } from './Lines';
import { MovesByCause } from './MovesByCause';
import { unitsOfNode } from './places';
import { useThingWords } from './things';
import { linesOfLink } from './traffic';
import { useFlows } from './useThing';

interface Props {
  readonly lane: LaneKey;
  readonly machine: MachineDescription;
  readonly a: number;
  readonly b: number;
}

export function LinkPart({ lane, machine, a, b }: Props) {
  const word = useThingWords();
  const frame = useFlows(LANE_KEYS.indexOf(lane));
  if (!frame) return null;
  return (
    <>
      <Lines frame={frame} of={[[word('between'), linesOfLink(frame, a, b)]]} />
      <MovesByCause
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
