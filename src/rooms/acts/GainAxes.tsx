/** The axes of a gain over the load, with the reader's guess on them. */
import type { Guess } from './curve';
import { inTenths } from './measure';
import { smooth } from './smooth';
import './gain-axes.css';

/** Gains with a line. */
const TICKS = [-0.05, 0, 0.05, 0.1, 0.15, 0.2];

export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface GainAxesProps {
  readonly plot: Plot;
  readonly loads: readonly number[];
  readonly x: (load: number) => number;
  readonly y: (gain: number) => number;
  /** The least and the most gain. */
  readonly range: readonly [number, number];
  readonly guess: Guess;
  /** What the loads are. */
  readonly axis: string;
  /** A load in bold letters. */
  readonly strong?: number | undefined;
}

export function GainAxes({ plot: { left, right, bottom }, loads, x, y, range, guess, axis, strong }: GainAxesProps) {
  const drawn = loads.flatMap((load, i) => {
    const gain = guess[i];
    return gain == null ? [] : [[x(load), y(gain)] as const];
  });
  return (
    <>
      {TICKS.filter((tick) => tick >= range[0] && tick <= range[1]).map((tick) => (
        <g key={tick} className="gain-tick" data-zero={tick === 0}>
          <path d={`M${left} ${y(tick)}H${right}`} />
          <text x={left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {tick === 0 ? '0' : `${tick > 0 ? '+' : ''}${inTenths(tick).replace('.0', '')} %`}
          </text>
        </g>
      ))}
      {loads.map((load) => (
        <text
          key={load}
          className={load === strong ? 'gain-load gain-strong' : 'gain-load'}
          x={x(load)}
          y={bottom + 20}
          textAnchor="middle"
        >
          {load}
        </text>
      ))}
      <text className="gain-load" x={right} y={bottom + 38} textAnchor="end">
        {axis}
      </text>
      <path className="gain-guess" d={smooth(drawn)} />
    </>
  );
}
