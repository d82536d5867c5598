import { scaleLinear, scaleLog } from 'd3-scale';
import type { Scale } from './report';
import './strip.css';

export interface StripProps {
  readonly label: string;
  readonly scale: Scale;
  readonly published: number | null;
  readonly runs?: readonly number[];
  /** Standard deviation of the published value. */
  readonly spread: number | null;
  readonly simulated: number | null;
  /** Half of its 95 % interval. */
  readonly half: number | null;
  /** The value simulated on this machine. */
  readonly here?: { readonly mean: number; readonly half: number | null } | null;
}

/** The published value is above the axis, the simulated one below it (px). */
const ABOVE = 9;
const AXIS = 15;
const BELOW = 22;
const HERE = 33;

/** A published value with its runs, and below it the simulated one with its interval, on one scale. */
export function Strip({ label, scale, published, runs = [], spread, simulated, half, here = null }: StripProps) {
  const place = (scale.log ? scaleLog : scaleLinear)(scale.ends, [1.5, 98.5]).clamp(true);
  const x = (value: number): string => `${place(value)}%`;
  const between = (low: number, high: number): string => `${place(high) - place(low)}%`;
  return (
    <svg className="strip" role="img" aria-label={label} data-here={here !== null}>
      <line className="strip-axis" x1="0" x2="100%" y1={AXIS} y2={AXIS} />
      {scale.ends[0] < 0 && <line className="strip-zero" x1={x(0)} x2={x(0)} y1={2} y2={28} />}
      {published !== null && spread !== null && (
        <line className="strip-spread" x1={x(published - spread)} x2={x(published + spread)} y1={ABOVE} y2={ABOVE} />
      )}
      {runs.map((run, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run is its position
        <circle className="strip-run" key={i} cx={x(run)} cy={ABOVE} r={2.2} />
      ))}
      {published !== null && <circle className="strip-published" cx={x(published)} cy={ABOVE} r={3.6} />}
      {simulated !== null && (
        <g className="strip-simulated">
          {half !== null && (
            <rect
              x={x(simulated - half)}
              width={between(simulated - half, simulated + half)}
              y={BELOW - 3}
              height={6}
              rx={1}
            />
          )}
          <line x1={x(simulated)} x2={x(simulated)} y1={BELOW - 5.5} y2={BELOW + 5.5} />
        </g>
      )}
      {here && (
        <g className="strip-here">
          {here.half !== null && (
            <line x1={x(here.mean - here.half)} x2={x(here.mean + here.half)} y1={HERE} y2={HERE} />
          )}
          <circle cx={x(here.mean)} cy={HERE} r={3.2} />
        </g>
      )}
    </svg>
  );
}
