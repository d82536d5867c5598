/** What all figures share: their SVG, parts that can be lit, the heads of the lanes, a legend, the new word. */
import { type ReactNode, useEffect } from 'react';
import { drewPicture } from '../../../state/picture';
import type { LaneKey } from '../../../state/view';
import { textWidth } from '../../../ui/fitting';
import type { StepWords } from '../types';
import { type Lighting, SMALL } from './types';
import './figure.css';

interface FrameProps {
  readonly width: number;
  readonly height: number;
  /** A sentence that contains the result. */
  readonly label: string;
  readonly children: ReactNode;
}

export function Frame({ width, height, label, children }: FrameProps) {
  useEffect(drewPicture, []);
  return (
    <svg className="act-figure" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      {children}
    </svg>
  );
}

interface LitPartProps {
  readonly part: string;
  readonly of: Lighting;
  readonly children: ReactNode;
}

/** The part around an element. */
const partAround = ({ parentElement }: Element): string | null =>
  parentElement?.closest<SVGElement>('[data-part]')?.dataset.part ?? null;

/** The attributes of a part that lights together with its word. A part inside another leaves the light to it. */
export const litProps = (part: string, { lit, onLit }: Lighting) => ({
  'data-part': part,
  'data-lit': lit === part || undefined,
  onPointerEnter: () => onLit(part),
  onPointerLeave: ({ currentTarget }: { readonly currentTarget: Element }) => onLit(partAround(currentTarget)),
});

export const LitPart = ({ part, of, children }: LitPartProps) => <g {...litProps(part, of)}>{children}</g>;

/** A lane that is narrower has no room for long names (units of the drawing). */
const ROOMY = 280;

/** Two lanes side by side: their width, and the x of each. */
export function twoLanes(width: number) {
  const gap = width > 2 * ROOMY ? 32 : 12;
  const lane = (width - gap) / 2;
  return { lane, roomy: lane >= ROOMY, x: (i: number) => i * (lane + gap) };
}

/** The place of shapes that move between steps. */
export const at = (x: number, y: number) => ({ transform: `translate(${x}px, ${y}px)` });

interface LaneHeadProps {
  readonly lane: LaneKey;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly title: string;
  /** At the right. */
  readonly note?: string;
}

/** The head of a lane, 26 high. */
export const LaneHead = ({ lane, x, y, width, title, note }: LaneHeadProps) => (
  <g className={`figure-head lane-${lane}`} transform={`translate(${x} ${y})`}>
    <circle cx={12} cy={13} r={12} />
    <text className="figure-badge" x={12} y={13} textAnchor="middle" dominantBaseline="central">
      {lane.toUpperCase()}
    </text>
    <text className="figure-title" x={33} y={13} dominantBaseline="central">
      {title}
    </text>
    {note && (
      <text className="figure-note" x={width} y={13} textAnchor="end" dominantBaseline="central">
        {note}
      </text>
    )}
  </g>
);

/** The number of an event, at its place. */
export const Order = ({ n, x, y }: { readonly n: number; readonly x: number; readonly y: number }) => (
  <g className="figure-order" transform={`translate(${x} ${y})`}>
    <circle r={11} />
    <text textAnchor="middle" dominantBaseline="central">
      {n}
    </text>
  </g>
);

/** A sign of the drawing with its meaning; the sign is drawn around the baseline and begins at 0. */
export interface LegendSign {
  readonly key: string;
  readonly sign: ReactNode;
  readonly width: number;
  readonly text: string;
}

/** In one line, as far as there is room. */
export function Legend({
  y,
  width,
  signs,
}: {
  readonly y: number;
  readonly width: number;
  readonly signs: readonly LegendSign[];
}) {
  let next = 0;
  return signs.map(({ key, sign, width: wide, text }) => {
    const x = next;
    next += wide + 8 + textWidth(text, SMALL) + 20;
    if (next - 20 > width) return null;
    return (
      <g key={key} transform={`translate(${x} ${y})`}>
        {sign}
        <text className="figure-quiet" x={wide + 8}>
          {text}
        </text>
      </g>
    );
  });
}

interface NewWordProps {
  readonly word: NonNullable<StepWords['word']>;
  readonly y: number;
  /** What it explains. */
  readonly to: readonly [x: number, y: number];
  /** The edges of its room, in which it is as near as possible to what it explains. */
  readonly left?: number;
  readonly right: number;
  readonly width?: number;
}

/** The type of the meaning, and the space beside it, as in the style sheet. */
const MEANS = 13;
const MEANS_GAP = 16;
/** Of the box. */
const HEIGHT = 50;

/** The new word with its meaning, in a box with a leader to what it explains. */
export const NewWord = ({
  word: { term, means },
  y,
  to: [toX, toY],
  left = 0,
  right,
  width: wanted = 300,
}: NewWordProps) => {
  // The meaning stays in one line if there is room.
  const width = Math.min(Math.max(wanted, textWidth(means, MEANS) + 2 * MEANS_GAP), right - left);
  const x = Math.min(right - width, Math.max(left, toX - width / 2));
  // From the side of the box if it is beside what it explains, else from its upper or lower edge.
  const beside = toX < x ? x : toX > x + width ? x + width : null;
  const fromX = beside ?? Math.min(Math.max(toX, x + 12), x + width - 12);
  const fromY = beside === null ? (toY < y ? y : y + HEIGHT) : Math.min(Math.max(toY, y + 12), y + HEIGHT - 12);
  return (
    <g className="figure-word">
      <path d={`M${fromX} ${fromY}L${toX} ${toY}`} />
      <circle cx={toX} cy={toY} r={4} />
      <foreignObject x={x} y={y} width={width} height={HEIGHT}>
        <p>
          <b>{term}</b>
          <span>{means}</span>
        </p>
      </foreignObject>
    </g>
  );
};
