/** Shared parts of the drawings of "Run many": axes, intervals, marks that differ in shape as well as in colour. */
import { format } from 'd3-format';
import type { ScaleLinear } from 'd3-scale';
import type { Estimate } from '../../engine/batch/judge';
import { rungs } from '../../ui/rungs';
import { count, signed } from '../../words/format';
import { byText } from '../../words/verdict';

export const TEXT = 11;
export const PAD = { top: 32, bottom: 26, left: 54 } as const;

/** Marks around the origin: a disc for A, a square for B, a diamond for their difference. */
export const MARK = {
  a: 'M3.6 0A3.6 3.6 0 1 1 -3.6 0A3.6 3.6 0 1 1 3.6 0Z',
  b: 'M-3.2 -3.2H3.2V3.2H-3.2Z',
  difference: 'M0 -4.4L4.4 0L0 4.4L-4.4 0Z',
} as const;

export type Scale = ScaleLinear<number, number>;

/** A value of a sweep, with a real minus if it is negative. */
export const valueText = (value: number): string => count(value).replace('-', '−');

/** A difference in percent with its interval; one pair has none. */
export const differenceText = (of: Estimate): string =>
  `${of.half === null ? signed(of.mean, 2) : byText(of, 2, of.mean < 0, of.mean < 0 ? '−' : '+')} %`;

const rungsOf = (scale: Scale): readonly number[] => {
  const [from = 0, to = 1] = scale.domain();
  return rungs(from, to);
};

/** As many decimals as the tick distance needs. */
export function signedPercent(value: number, scale: Scale): string {
  const [first = 0, second = 1] = rungsOf(scale);
  const digits = Math.max(0, -Math.floor(Math.log10(Math.abs(second - first) || 1)));
  return `${format(`+.${Math.min(4, digits)}f`)(value).replace(/^\+(0(\.0*)?)$/, '$1')} %`;
}

export function Axis(props: { scale: Scale; from: number; to: number; text: (value: number) => string }) {
  const { scale, from, to, text } = props;
  return rungsOf(scale).map((value) => (
    <g key={value} transform={`translate(0 ${scale(value)})`}>
      <path className="seeds-rung" d={`M${from} 0H${to}`} />
      <text className="seeds-soft" x={from - 6} dy="0.35em" textAnchor="end">
        {text(value)}
      </text>
    </g>
  ));
}

/** A mean with its interval, upright. */
export function Interval({ x, y, of }: { x: number; y: Scale; of: Estimate }) {
  const half = of.half ?? 0;
  const [top, bottom] = [y(of.mean + half), y(of.mean - half)];
  return (
    <path
      className="seeds-interval"
      d={`M${x} ${top}V${bottom}M${x - 4} ${top}H${x + 4}M${x - 4} ${bottom}H${x + 4}M${x - 6.5} ${y(of.mean)}H${x + 6.5}`}
    />
  );
}
