/** A curve that is drawn by clicks: each click sets the guess of the nearest value. Fields below do it by keyboard. */
import type { PointerEvent } from 'react';
import type { Ask, Mark } from '../../engine/assignments';
import { short } from './numbers';

const WIDTH = 480;
const HEIGHT = 190;
const EDGE = 44;
const BASE = HEIGHT - 28;
const TOP = 14;

interface Props {
  readonly ask: Extract<Ask, { kind: 'curve' }>;
  readonly values: readonly (number | null)[];
  readonly mark: Mark | null;
  readonly onChange: (values: readonly (number | null)[]) => void;
}

export function CurveField({ ask: { from, to, values: at }, values, mark, onChange }: Props) {
  const x = (i: number) => EDGE + ((i + 0.5) * (WIDTH - EDGE)) / at.length;
  const y = (value: number) => BASE - ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * (BASE - TOP);
  const set = (event: PointerEvent<SVGSVGElement>) => {
    if (mark !== null) return;
    const box = event.currentTarget.getBoundingClientRect();
    const px = ((event.clientX - box.x) / box.width) * WIDTH;
    const py = ((event.clientY - box.y) / box.height) * HEIGHT;
    const i = Math.min(at.length - 1, Math.max(0, Math.floor(((px - EDGE) / (WIDTH - EDGE)) * at.length)));
    const exact = Math.min(to, Math.max(from, from + ((BASE - py) / (BASE - TOP)) * (to - from)));
    const rounded = Number(exact.toPrecision(3));
    onChange(at.map((_, k) => (k === i ? rounded : (values[k] ?? null))));
  };
  const lineOf = (numbers: readonly (number | null | undefined)[]) =>
    numbers
      .map((value, i) => (typeof value === 'number' ? `${x(i)},${y(value)}` : null))
      .filter((point) => point !== null)
      .join(' ');
  const measured = mark?.parts.map(({ value }) => value) ?? [];
  return (
    <svg
      className="assignment-guess assignment-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      onPointerDown={set}
      onPointerMove={(event) => event.buttons === 1 && set(event)}
    >
      {[from, (from + to) / 2, to].map((tick) => (
        <g key={tick}>
          <path className="assignment-axis" d={`M${EDGE} ${y(tick)}H${WIDTH}`} />
          <text x={EDGE - 6} y={y(tick) + 4} textAnchor="end">
            {short(tick)}
          </text>
        </g>
      ))}
      {at.map((value, i) => (
        <text key={value} x={x(i)} y={HEIGHT - 8} textAnchor="middle">
          {value}
        </text>
      ))}
      <g className="assignment-own">
        <polyline points={lineOf(values)} />
        {values.map((value, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a guess is its place
          typeof value === 'number' ? <circle key={i} cx={x(i)} cy={y(value)} r={5} /> : null,
        )}
      </g>
      <g className="assignment-measured">
        <polyline points={lineOf(measured)} />
      </g>
    </svg>
  );
}
