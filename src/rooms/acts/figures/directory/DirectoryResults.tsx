/** Beside the text: what one fetch costs in each lane, and the whole chip with a list for each cluster. */
import { LANE_KEYS } from '../../../../state/view';
import { duration } from '../../../../words/format';
import { meanLocalNs } from '../../measure';
import { Bars } from '../Bars';
import { useOne } from '../one';
import { threadsIn } from '../Struct';
import { grid, unitCpus } from '../sheets';
import type { ResultProps } from '../types';
import '../struct.css';
import './directory.css';

export function DirectoryResults({ seen, ...lighting }: ResultProps) {
  const w = useOne();
  if (!seen) return null;
  const costs = LANE_KEYS.map((_, i) => seen.lanes[i] && meanLocalNs(seen.lanes[i]));
  const [a, b] = costs;
  return (
    <>
      {a && b && (
        <Bars
          title={w('directory.cost')}
          unit={w('directory.cost.unit')}
          bars={[
            { lane: 'a', name: w('directory.cost.a'), value: a, text: duration(a) },
            { lane: 'b', name: w('directory.cost.b'), value: b, text: duration(b) },
          ]}
          of={lighting}
        />
      )}
      <Chip seen={seen} />
    </>
  );
}

const SIZE = { w: 480, h: 76, gap: 10 } as const;

/** The row of a small list that is drawn as the line that is asked for. */
const ASKED_ROW = 2;

/** The clusters of lane B; those whose lists are asked have a frame, and a row that is empty or has the line. */
function Chip({ seen }: { readonly seen: NonNullable<ResultProps['seen']> }) {
  const w = useOne();
  const units = unitCpus(seen.machine);
  const threads = threadsIn(seen, 1);
  const wide = (SIZE.w - (units.length - 1) * SIZE.gap) / units.length;
  return (
    <section className="figure-result">
      <header>
        <h3>{w('directory.chip', { lists: units.length })}</h3>
        <small>{w('directory.chip.unit')}</small>
      </header>
      <svg className="directory-whole" viewBox={`-1 -1 ${SIZE.w + 2} ${SIZE.h + 2}`} aria-hidden="true">
        {units.map((cpus, i) => {
          const [none, found] = threads.map((cpu) => cpus.includes(cpu));
          const asked = none ? 'directory-none' : found ? 'directory-found' : undefined;
          return (
            <g key={cpus[0]} data-asked={asked !== undefined} transform={`translate(${i * (wide + SIZE.gap)} 0)`}>
              <rect width={wide} height={76} rx={6} />
              {grid({ x: 4, y: 6, w: wide - 8, h: 24 }, cpus.length, cpus.length, 2, 3).map((cell, at) => {
                const cpu = cpus[at] ?? -1;
                const owns = cpu === threads[0] ? 'struct-x' : cpu === threads[1] ? 'struct-y' : undefined;
                return <rect key={cpu} className={owns} x={cell.x} y={cell.y} width={cell.w} height={cell.h} rx={2} />;
              })}
              <rect className="directory-row" x={8} y={36} width={wide - 16} height={34} rx={3} />
              {[0, 1, 2, 3].map((row) => (
                <rect
                  key={row}
                  className={(row === ASKED_ROW && asked) || 'directory-other'}
                  x={13}
                  y={40 + row * 7}
                  width={(wide - 26) * 0.7}
                  height={4}
                />
              ))}
            </g>
          );
        })}
      </svg>
      {/* Its letters keep their size where the drawing shrinks. */}
      <p className="directory-all">{w('directory.chip.data', { cpus: seen.machine.cpus })}</p>
    </section>
  );
}
