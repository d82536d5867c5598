/** A guess, the measured value, and what would have counted, on one axis. */
import type { Ask, Mark } from '../../engine/assignments';
import { t } from '../../words';
import { short } from './numbers';
import { useWords } from './words';

const WIDTH = 480;
const HEIGHT = 92;
const BASE = 64;
const EDGE = 24;

interface Props {
  readonly ask: Extract<Ask, { kind: 'predict' }>;
  readonly value: number | null;
  readonly mark: Mark | null;
}

export function Guess({ ask, value, mark }: Props) {
  const w = useWords();
  const { from, to, tolerance } = ask;
  const place = (one: number) => EDGE + ((Math.min(to, Math.max(from, one)) - from) / (to - from)) * (WIDTH - 2 * EDGE);
  const right = mark?.parts.at(-1)?.value;
  const ticks = [from, ...(from < 0 && to > 0 ? [0] : [(from + to) / 2]), to];
  const label = [
    value === null ? '' : `${w('guess')} ${short(value)}`,
    right === undefined ? '' : w('measured', { value: short(right) }),
    w('within', { tolerance }),
  ].filter(Boolean);
  return (
    <svg
      className="assignment-guess"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label.join(t('lane.list'))}
    >
      {right !== undefined && (
        <rect
          className="assignment-counts"
          x={place(right - tolerance)}
          width={place(right + tolerance) - place(right - tolerance)}
          y={22}
          height={BASE - 22}
        />
      )}
      <path className="assignment-axis" d={`M${EDGE} ${BASE}H${WIDTH - EDGE}`} />
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="assignment-axis" d={`M${place(tick)} ${BASE}v${tick === 0 ? -30 : 5}`} />
          <text x={place(tick)} y={BASE + 20} textAnchor={tick === from ? 'start' : tick === to ? 'end' : 'middle'}>
            {tick > 0 && from < 0 ? `+${short(tick)}` : short(tick)}
          </text>
        </g>
      ))}
      {right !== undefined && (
        <g className="assignment-measured">
          <path d={`M${place(right)} 18V${BASE}`} />
          <circle cx={place(right)} cy={BASE} r={4} />
          <text x={place(right)} y={12} textAnchor={place(right) > WIDTH / 2 ? 'end' : 'start'}>
            {w('measured', { value: short(right) })}
          </text>
        </g>
      )}
      {value !== null && (
        <g className="assignment-own">
          <path d={`M${place(value)} 34V${BASE}`} />
          <circle cx={place(value)} cy={BASE} r={5} />
          <text
            x={place(value)}
            y={30}
            textAnchor={(right === undefined ? value > (from + to) / 2 : value < right) ? 'end' : 'start'}
          >
            {w('guess')} {short(value)}
          </text>
        </g>
      )}
    </svg>
  );
}
