/** The head of a lane in a figure: its title, and what it does now, beside the title or below it. */
import type { LaneKey } from '../../../state/view';
import { fitting, textWidth } from '../../../ui/fitting';
import { LaneHead } from './Frame';
import { SMALL } from './types';
import './lane-top.css';

/** The size of titles. */
const TITLE = 17;
/** Bold letters are wider by this factor. */
const BOLD = 1.12;
const BADGE = 33;
const GAP = 20;
/** Height of the head, and of a line below it. */
const HEAD = 26;
const LINE = 17;

export interface Top {
  /** The longest text that fits; empty: none does, and the shortest stands before what the lane does. */
  readonly title: string;
  /** What the lane does: beside the title, or below it. */
  readonly caption: string;
  readonly beside: boolean;
  readonly height: number;
}

/** `titles` from the longest to the shortest. Pure. */
export function topOf(titles: readonly string[], caption: string, width: number): Top {
  const room = width - BADGE;
  const [whole = ''] = titles;
  const beside = textWidth(whole, TITLE * BOLD) + GAP + textWidth(caption, TITLE) <= room;
  if (beside) return { title: whole, caption, beside, height: HEAD + 4 };
  const title = fitting(titles, room, TITLE * BOLD) ?? '';
  const below = title === '' ? `${titles.at(-1) ?? ''} · ${caption}` : caption;
  const lines = caption === '' ? 0 : Math.ceil((textWidth(below, SMALL) * 1.1) / width);
  return { title, caption: below, beside, height: HEAD + 4 + lines * LINE };
}

interface LaneTopProps {
  readonly lane: LaneKey;
  readonly width: number;
  readonly top: Top;
}

export const LaneTop = ({ lane, width, top: { title, caption, beside, height } }: LaneTopProps) => (
  <>
    <LaneHead lane={lane} x={0} y={0} width={width} title={title} {...(beside && { note: caption })} />
    {!beside && (
      <foreignObject className="figure-caption" x={0} y={HEAD} width={width} height={height - HEAD}>
        <p>{caption}</p>
      </foreignObject>
    )}
  </>
);
