import { useLayoutEffect, useRef, useState } from 'react';
import type { Rect, Size } from '../../ui/geometry';
import { type Arrow, leader, placed } from './notePlace';
import { framed, type Ground } from './places';
import type { StepWords } from './types';

export interface NoteProps {
  readonly word: NonNullable<StepWords['word']>;
  readonly target: Rect;
  readonly lit: readonly Rect[];
  readonly ground: Ground;
  readonly arrow: Arrow | null;
}

/** Possible widths, best first: where one covers something, another may not. */
const WIDTHS = [210, 165, 140, 110].map((width) => `min(${width}px, 100% - 8px)`);

/** Explains a new word: a frame around the part and a box beside it. */
export function Note({ word, target, lit, ground, arrow }: NoteProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [shapes, setShapes] = useState<readonly Size[]>([{ w: 170, h: 62 }]);
  useLayoutEffect(() => {
    const note = ref.current as HTMLElement;
    const shown = note.style.maxInlineSize;
    const all = WIDTHS.map((width) => {
      note.style.maxInlineSize = width;
      return { w: note.offsetWidth, h: note.offsetHeight };
    });
    note.style.maxInlineSize = shown;
    setShapes((old) => (JSON.stringify(old) === JSON.stringify(all) ? old : all));
  });
  const box = placed(shapes, target, lit, ground, arrow);
  const frame = framed(target);
  const [from, to] = leader(frame, box, lit, ground);
  return (
    <>
      <svg className="act-leader" width={ground.width} height={ground.height} aria-hidden="true">
        <rect x={frame.x} y={frame.y} width={frame.w} height={frame.h} rx={8} />
        <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
        <circle cx={from.x} cy={from.y} r={4} />
      </svg>
      <div
        ref={ref}
        className="act-note"
        style={{ insetInlineStart: box.x, insetBlockStart: box.y, maxInlineSize: WIDTHS[box.shape] }}
      >
        <b>{word.term}</b>
        <span>{word.means}</span>
      </div>
    </>
  );
}
