/** How long each thread computes, in one cluster and in two: what the second cluster adds, and to which thread. */
import { LANE_KEYS } from '../../../state/view';
import { duration } from '../../../words/format';
import { inPercent, moreIn } from '../measure';
import { at, Frame, LaneHead, LitPart } from './Frame';
import { useOne } from './one';
import type { FigureProps } from './types';
import './struct.css';
import './times.css';

/** The threads in the order in which they are drawn, with their places in the report. */
const THREADS = [
  { name: 'writer', key: 'directory.writer', job: 1, owns: 'y' },
  { name: 'reader', key: 'directory.reader', job: 0, owns: 'x' },
] as const;

/** A longer time counts as longer above this fraction. */
const LONGER = 0.05;
const HEAD = 62;

export function Times({ seen, width, height, ...lighting }: FigureProps) {
  const w = useOne();
  const runs = seen?.beside[0]?.[0];
  const timeOf = (lane: number, job: number): number => runs?.[lane]?.jobs[job]?.user_ns ?? 0;
  const most = Math.max(1, ...THREADS.flatMap(({ job }) => LANE_KEYS.map((_, lane) => timeOf(lane, job))));
  const label = runs
    ? w('times.label', {
        wa: duration(timeOf(0, 1)),
        wb: duration(timeOf(1, 1)),
        ra: duration(timeOf(0, 0)),
        rb: duration(timeOf(1, 0)),
      })
    : w('times.label.open');
  const each = Math.min(320, (height - HEAD) / 2);
  const bar = Math.min(84, (each - 60) / 2);
  const room = width - 36;
  // Beside the longest bar there is room for its time.
  const length = (ns: number): number => ((room - 165) * ns) / most;
  return (
    <Frame width={width} height={height} label={label}>
      <text className="figure-title" y={18}>
        {w('times.title')}
      </text>
      <text className="figure-quiet" y={38}>
        {w('times.unit')}
      </text>
      {THREADS.map(({ name, key, job, owns }, i) => {
        const [a, b] = [timeOf(0, job), timeOf(1, job)];
        const more = moreIn(a, b);
        const top = HEAD + i * each;
        const y = (lane: number) => 30 + lane * (bar + 8);
        return (
          <g key={name} transform={`translate(0 ${top})`}>
            <LitPart part={name} of={lighting}>
              <rect className={`struct-${owns}`} x={4} y={5} width={14} height={14} />
              <text className="figure-title" x={36} y={12} dominantBaseline="central">
                {w(key)}
              </text>
              {LANE_KEYS.map((lane, place) => {
                const ns = timeOf(place, job);
                return (
                  <LitPart key={lane} part={lane} of={lighting}>
                    <g style={at(0, y(place))}>
                      <g transform={`translate(0 ${bar / 2 - 13})`}>
                        <LaneHead lane={lane} x={0} y={0} width={0} title="" />
                      </g>
                      <rect
                        className={`times-bar struct-cpu struct-${owns}`}
                        x={36}
                        width={length(Math.min(ns, a))}
                        height={bar}
                        rx={3}
                      />
                      {ns > a * (1 + LONGER) && (
                        <rect
                          className={`times-more struct-${owns}`}
                          x={36 + length(a)}
                          width={length(ns - a)}
                          height={bar}
                          rx={3}
                        />
                      )}
                      <text x={46} y={bar / 2} dominantBaseline="central">
                        {w(place === 0 ? 'times.one' : 'times.two')}
                      </text>
                      {ns > 0 && (
                        <text className="figure-title" x={46 + length(ns)} y={bar / 2} dominantBaseline="central">
                          {duration(ns)}
                          {place > 0 && a > 0 && (
                            <tspan className="times-said" dx={10}>
                              {more > LONGER ? w('times.longer', { percent: inPercent(more) }) : w('times.equal')}
                            </tspan>
                          )}
                        </text>
                      )}
                    </g>
                  </LitPart>
                );
              })}
            </LitPart>
          </g>
        );
      })}
    </Frame>
  );
}
