/** A sheet to print, with empty axes, boxes and lines, or with what belongs into them. */
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import './paper.css';

interface PaperProps {
  readonly onPrinted: () => void;
  readonly children: ReactNode;
}

/** Prints the sheet as soon as it is there. */
export function Paper({ onPrinted, children }: PaperProps) {
  useEffect(() => {
    document.documentElement.dataset.sheet = 'true';
    addEventListener('afterprint', onPrinted);
    print();
    return () => {
      removeEventListener('afterprint', onPrinted);
      delete document.documentElement.dataset.sheet;
    };
  }, [onPrinted]);
  return createPortal(<article className="paper">{children}</article>, document.body);
}

/** Lines for the name of a student and other facts. */
export const PaperWho = ({ labels, points }: { readonly labels: readonly string[]; readonly points?: string }) => (
  <p className="paper-who">
    {labels.map((label) => (
      <span key={label}>
        {label} <i />
      </span>
    ))}
    {points !== undefined && <span>{points}</span>}
  </p>
);

/** Options with boxes; `chosen` are crossed. */
export const PaperOptions = ({
  options,
  chosen,
}: {
  readonly options: readonly string[];
  readonly chosen: readonly number[];
}) => (
  <ul className="paper-options">
    {options.map((option, i) => (
      <li key={option}>
        <b>{chosen.includes(i) ? '☒' : '☐'}</b> {option}
      </li>
    ))}
  </ul>
);

export const PaperBox = ({ label, text = '' }: { readonly label: string; readonly text?: string }) => (
  <p className="paper-box">
    <span>{label}</span>
    <b>{text}</b>
  </p>
);

export const PaperLines = ({ count }: { readonly count: number }) => (
  <div>
    {Array.from({ length: count }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: empty lines
      <p key={i} className="paper-line" />
    ))}
  </div>
);

const WIDTH = 640;
const EDGE = 40;
const TICKS = 4;
const ticksOf = (from: number, to: number) =>
  Array.from({ length: TICKS + 1 }, (_, i) => from + ((to - from) * i) / TICKS);

/** Where a value is between two ends, 0 to 1. */
const placeOf = (value: number, from: number, to: number) => (Math.min(to, Math.max(from, value)) - from) / (to - from);

interface AxisProps {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly format: (value: number) => string;
}

/** An axis; `at` is marked. */
export function PaperAxis({ label, from, to, at, format }: AxisProps & { readonly at: number | null }) {
  const x = (value: number) => EDGE + placeOf(value, from, to) * (WIDTH - 2 * EDGE);
  return (
    <svg viewBox={`0 0 ${WIDTH} 70`} className="paper-axis">
      <title>{label}</title>
      <path d={`M${EDGE} 40H${WIDTH - EDGE}`} />
      {ticksOf(from, to).map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick)} 34v12`} />
          <text x={x(tick)} y={62} textAnchor="middle">
            {format(tick)}
          </text>
        </g>
      ))}
      {at !== null && (
        <g>
          <path d={`M${x(at)} 18V46`} strokeWidth={3} />
          <text x={x(at)} y={12} textAnchor="middle">
            {format(at)}
          </text>
        </g>
      )}
    </svg>
  );
}

const HEIGHT = 200;

/** Axes of a curve over some values; `points` are marked. */
export function PaperPlot({
  label,
  from,
  to,
  values,
  points,
  format,
}: AxisProps & { readonly values: readonly number[]; readonly points: readonly number[] }) {
  const x = (i: number) => EDGE + 30 + (i * (WIDTH - 2 * EDGE - 60)) / Math.max(1, values.length - 1);
  const y = (value: number) => HEIGHT - 44 - placeOf(value, from, to) * (HEIGHT - 64);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="paper-axis">
      <title>{label}</title>
      {ticksOf(from, to).map((tick) => (
        <g key={tick}>
          <path d={`M${EDGE} ${y(tick)}H${WIDTH - EDGE}`} strokeWidth={0.4} />
          <text x={EDGE - 6} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {values.map((value, i) => (
        <g key={value}>
          <path d={`M${x(i)} ${HEIGHT - 48}v8`} />
          <text x={x(i)} y={HEIGHT - 26} textAnchor="middle">
            {value}
          </text>
          {points[i] !== undefined && (
            <>
              <circle cx={x(i)} cy={y(points[i] ?? 0)} r={4} />
              <text x={x(i) + 7} y={y(points[i] ?? 0) - 6}>
                {format(points[i] ?? 0)}
              </text>
            </>
          )}
        </g>
      ))}
      <text x={WIDTH - EDGE} y={HEIGHT - 6} textAnchor="end">
        {label}
      </text>
    </svg>
  );
}
