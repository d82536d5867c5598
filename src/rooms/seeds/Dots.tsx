/** Every seed as a dot: the values of A and B, joined by the seed, and beside them the paired difference. */
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Compared } from '../../engine/batch/compared';
import type { FigureKey } from '../../engine/batch/figures';
import { useWidth } from '../../ui/useWidth';
import { t } from '../../words';
import { signed } from '../../words/format';
import { Axis, Interval, MARK, PAD, signedPercent, TEXT } from './drawing';
import { FIGURE_TEXT } from './figures';
import { useWords } from './words';

const HEIGHT = 250;
/** Below this width the two parts are stacked (px). */
const NARROW = 560;

export interface DotsProps {
  readonly compared: Compared;
  readonly figure: FigureKey;
  readonly label: string;
}

export function Dots({ compared, figure, label }: DotsProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const narrow = width < NARROW;
  const paired = compared.b.length > 0;
  const left = narrow || !paired ? width : Math.round(width * 0.5);
  const right = narrow ? width : width - left;
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg
          className="seeds-chart"
          role="img"
          aria-label={label}
          width={width}
          height={narrow && paired ? HEIGHT * 2 : HEIGHT}
          fontSize={TEXT}
        >
          <Values compared={compared} figure={figure} width={left} />
          {paired && (
            <g transform={narrow ? `translate(0 ${HEIGHT})` : `translate(${left} 0)`}>
              <Differences compared={compared} width={right} />
            </g>
          )}
        </svg>
      )}
    </div>
  );
}

interface PartProps {
  readonly compared: Compared;
  readonly width: number;
}

function Values({ compared, figure, width }: PartProps & { figure: FigureKey }) {
  const words = useWords();
  const { a, b, seeds, estimateA, estimateB } = compared;
  const text = FIGURE_TEXT[figure];
  const [low = 0, high = 1] = extent([...a, ...b]);
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  const y = scaleLinear([low - room, high + room], [HEIGHT - PAD.bottom, PAD.top]).nice(4);
  const inner = width - PAD.left - 8;
  // Room for the means at both sides.
  const tight = width < NARROW / 1.4;
  const at = (share: number) => PAD.left + inner * share;
  const lanes = [
    {
      letter: 'A',
      values: a,
      interval: estimateA,
      x: at(b.length > 0 ? (tight ? 0.42 : 0.34) : 0.5),
      side: -1,
      shape: MARK.a,
    },
    { letter: 'B', values: b, interval: estimateB, x: at(tight ? 0.62 : 0.66), side: 1, shape: MARK.b },
  ].slice(0, b.length > 0 ? 2 : 1);
  return (
    <g>
      <text className="seeds-head" x={4} y={PAD.top - 12}>
        {words('chart.values')}
      </text>
      <Axis scale={y} from={PAD.left} to={width - 8} text={text} />
      {b.length > 0 &&
        a.map((value, i) => (
          <path
            key={seeds[i]}
            className="seeds-pair"
            d={`M${lanes[0]?.x} ${y(value)}L${lanes[1]?.x} ${y(b[i] ?? value)}`}
          >
            <title>{words('chart.seed', { seed: seeds[i] ?? '', a: text(value), b: text(b[i] ?? value) })}</title>
          </path>
        ))}
      {lanes.map(({ letter, values, interval, x, side, shape }) => (
        <g key={letter} className={`seeds-${letter.toLowerCase()}`}>
          {values.map((value, i) => (
            <path key={seeds[i]} className="seeds-dot" d={shape} transform={`translate(${x} ${y(value)})`}>
              <title>{t('said.of', { of: seeds[i] ?? '', said: text(value) })}</title>
            </path>
          ))}
          {interval && (
            <>
              <Interval x={x + side * 20} y={y} of={interval} />
              <text
                className="seeds-label"
                x={x + side * 32}
                y={y(interval.mean)}
                dy="0.35em"
                textAnchor={side < 0 ? 'end' : 'start'}
              >
                {`${letter} ${text(interval.mean)}`}
              </text>
            </>
          )}
          <text className="seeds-label" x={x} y={HEIGHT - 8} textAnchor="middle">
            {letter}
          </text>
        </g>
      ))}
    </g>
  );
}

function Differences({ compared, width }: PartProps) {
  const words = useWords();
  const { differences, difference, seeds } = compared;
  const left = PAD.left;
  const head = (
    <text className="seeds-head" x={4} y={PAD.top - 12}>
      {words(difference ? 'chart.difference' : 'chart.nothing')}
    </text>
  );
  if (!difference) return head;
  const half = difference.half ?? 0;
  const [low = 0, high = 0] = extent([...differences, 0, difference.mean - half, difference.mean + half]);
  const room = (high - low || 1) * 0.06;
  const y = scaleLinear([low - room, high + room], [HEIGHT - PAD.bottom, PAD.top]).nice(4);
  // The last quarter is the mean's.
  const span = (width - left - 8) * 0.62;
  const x = (i: number) => left + 12 + ((span - 12) * (i + 0.5)) / differences.length;
  const middle = left + span + 26;
  return (
    <g>
      {head}
      <Axis scale={y} from={left} to={width - 8} text={(value) => `${signedPercent(value, y)}`} />
      <path className="seeds-zero" d={`M${left} ${y(0)}H${width - 8}`} />
      {differences.map((value, i) => (
        <path key={seeds[i]} className="seeds-dot" d={MARK.difference} transform={`translate(${x(i)} ${y(value)})`}>
          <title>{t('said.of', { of: seeds[i] ?? '', said: `${value.toFixed(2)} %` })}</title>
        </path>
      ))}
      <Interval x={middle} y={y} of={difference} />
      <text className="seeds-label" x={middle + 10} y={y(difference.mean)} dy="0.35em">
        {`${signed(difference.mean, 2)} %`}
      </text>
      <text className="seeds-soft" x={left + 12} y={HEIGHT - 8}>
        {`${seeds[0]} … ${seeds.at(-1)}`}
      </text>
      <text className="seeds-soft" x={middle} y={HEIGHT - 8} textAnchor="middle">
        95 %
      </text>
    </g>
  );
}
