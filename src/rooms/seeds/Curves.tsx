/** A figure over a parameter: the means of both lanes with their bands, below them the difference with its band. */
import { extent } from 'd3-array';
import { format } from 'd3-format';
import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useId } from 'react';
import type { FigureKey } from '../../engine/batch/figures';
import { type Estimate, spansZero } from '../../engine/batch/judge';
import { useWidth } from '../../ui/useWidth';
import { Axis, differenceText, MARK, PAD, type Scale, signedPercent, TEXT, valueText } from './drawing';
import { FIGURE_TEXT } from './figures';
import type { SweepPoint } from './results';
import { useWords } from './words';

const UPPER = 250;
const LOWER = 190;
const RIGHT = 74;
/** Below this width only a short heading fits (px). */
const NARROW = 560;
/** Values with a larger ratio than this have a logarithmic axis. */
const WIDE = 40;

const short = format('~s');
const tickText = (value: number): string => (value < 1000 ? valueText(value) : short(value));

interface Band {
  readonly x: number;
  readonly of: Estimate;
}

const bandPath = (y: Scale) =>
  area<Band>(
    ({ x }) => x,
    ({ of }) => y(of.mean - (of.half ?? 0)),
    ({ of }) => y(of.mean + (of.half ?? 0)),
  );
const linePath = (y: Scale) =>
  line<Band>(
    ({ x }) => x,
    ({ of }) => y(of.mean),
  );
const ends = (bands: readonly Band[]): number[] =>
  bands.flatMap(({ of: { mean, half } }) => [mean - (half ?? 0), mean + (half ?? 0)]);

export interface CurvesProps {
  readonly points: readonly SweepPoint[];
  readonly figure: FigureKey;
  readonly label: string;
  /** The parameter with its unit. */
  readonly parameter: string;
}

export function Curves({ points, figure, label, parameter }: CurvesProps) {
  const words = useWords();
  const hatch = useId();
  const { ref, width } = useWidth<HTMLDivElement>();
  const values = points.map(({ value }) => value);
  const [first = 0, last = 1] = extent(values);
  const inner: [number, number] = [PAD.left + 12, Math.max(PAD.left + 40, width - RIGHT)];
  const x =
    first > 0 && last / first > WIDE
      ? scaleLog([first, last], inner)
      : scaleLinear([first, last === first ? first + 1 : last], inner);
  const text = FIGURE_TEXT[figure];
  const a = points.map((point): Band => ({ x: x(point.value), of: point.estimateA }));
  const b = points.flatMap((point): Band[] => (point.estimateB ? [{ x: x(point.value), of: point.estimateB }] : []));
  const apart = points.flatMap((point): Band[] =>
    point.difference ? [{ x: x(point.value), of: point.difference }] : [],
  );
  const [low = 0, high = 1] = extent([...ends(a), ...ends(b)]);
  const y = scaleLinear([Math.min(0, low), high || 1], [UPPER - 8, PAD.top]).nice(4);
  const [least = 0, most = 0] = extent([0, ...ends(apart)]);
  const room = (most - least || 1) * 0.08;
  const yApart = scaleLinear([least - room, most + room], [LOWER - 34, PAD.top]).nice(4);
  const lanes = [
    { key: 'a', bands: a, mark: MARK.a },
    { key: 'b', bands: b, mark: MARK.b },
  ].filter(({ bands }) => bands.length > 0);
  // The two letters at the end do not overlap.
  const tips = lanes.map(({ bands }) => y(bands.at(-1)?.of.mean ?? 0));
  const gap = tips.length > 1 ? Math.max(0, TEXT * 1.3 - Math.abs((tips[0] ?? 0) - (tips[1] ?? 0))) / 2 : 0;
  const upper = (tips[0] ?? 0) < (tips[1] ?? 0) ? 0 : 1;

  return (
    <div ref={ref}>
      {width > 0 && (
        <svg className="seeds-chart" role="img" aria-label={label} width={width} height={UPPER + LOWER} fontSize={TEXT}>
          <defs>
            <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path className="seeds-hatch" d="M0 0V5" />
            </pattern>
          </defs>
          <text className="seeds-head" x={4} y={PAD.top - 12}>
            {words('chart.band')}
          </text>
          <Axis scale={y} from={PAD.left} to={width - RIGHT + 8} text={text} />
          {lanes.map(({ key, bands, mark }, i) => (
            <g key={key} className={`seeds-${key}`}>
              <path className="seeds-band" d={bandPath(y)(bands) ?? ''} />
              <path className="seeds-line" d={linePath(y)(bands) ?? ''} />
              {bands.map(({ x: at, of }) => (
                <path key={at} className="seeds-dot" d={mark} transform={`translate(${at} ${y(of.mean)})`} />
              ))}
              <text
                className="seeds-label"
                x={(bands.at(-1)?.x ?? 0) + 10}
                y={(tips[i] ?? 0) + (i === upper ? -gap : gap)}
                dy="0.35em"
              >
                {`${key.toUpperCase()} ${text(bands.at(-1)?.of.mean ?? 0)}`}
              </text>
            </g>
          ))}
          <g transform={`translate(0 ${UPPER})`}>
            <text className="seeds-head" x={4} y={PAD.top - 12}>
              {width < NARROW ? words('chart.difference') : `${words('chart.difference')} · ${words('chart.filled')}`}
            </text>
            <Axis
              scale={yApart}
              from={PAD.left}
              to={width - RIGHT + 8}
              text={(value) => signedPercent(value, yApart)}
            />
            <path className="seeds-difference-band" d={bandPath(yApart)(apart) ?? ''} fill={`url(#${hatch})`} />
            <path className="seeds-zero" d={`M${PAD.left} ${yApart(0)}H${width - RIGHT + 8}`} />
            <path className="seeds-line seeds-difference" d={linePath(yApart)(apart) ?? ''} />
            {apart.map(({ x: at, of }) => (
              <path
                key={at}
                className="seeds-dot"
                data-hollow={spansZero(of) || undefined}
                d={MARK.difference}
                transform={`translate(${at} ${yApart(of.mean)})`}
              />
            ))}
            {points.map(({ value }) => (
              <text key={value} className="seeds-soft" x={x(value)} y={LOWER - 20} textAnchor="middle">
                {tickText(value)}
              </text>
            ))}
            <text className="seeds-soft" x={(inner[0] + inner[1]) / 2} y={LOWER - 4} textAnchor="middle">
              {parameter}
            </text>
          </g>
          {points.map((point) => (
            <rect
              key={point.value}
              className="seeds-reach"
              data-left-out
              x={x(point.value) - 8}
              y={PAD.top}
              width={16}
              height={UPPER + LOWER - PAD.top - 34}
            >
              <title>
                {words('chart.point', {
                  value: valueText(point.value),
                  a: text(point.estimateA.mean),
                  b: point.estimateB ? text(point.estimateB.mean) : '–',
                  difference: point.difference ? differenceText(point.difference) : '–',
                })}
              </title>
            </rect>
          ))}
        </svg>
      )}
    </div>
  );
}
