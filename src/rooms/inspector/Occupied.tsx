/** How many of some CPUs are busy now, and which they are. */
import type { FrameView } from '../../engine/wire/frame';
import type { LaneKey } from '../../state/view';
import { count } from '../../words/format';
import { Block, Pairs } from './Block';
import { inspectCpu } from './places';
import { useThingWords } from './things';
import { occupancyOf } from './traffic';

interface Props {
  readonly frame: FrameView;
  readonly cpus: readonly number[];
  readonly lane: LaneKey;
}

export function Occupied({ frame, cpus, lane }: Props) {
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
