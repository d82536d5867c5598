import { useLayoutEffect, useRef, useState } from 'react';
import type { Rect } from '../../ui/geometry';
import { type Ground, grown, leader, placed } from './places';
import type { StepWords } from './types';

export interface NoteProps {
  readonly word: NonNullable<StepWords['word']>;
  readonly target: Rect;
  readonly lit: readonly Rect[];
  readonly ground: Ground;
}

/** A new word, explained where it is: a frame around the part and a box beside it. */
export function Note({ word, target, lit, ground }: NoteProps) {
  const own = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ w: 170, h: 62 });
  useLayoutEffect(() => {
    const { offsetWidth: w = 0, offsetHeight: h = 0 } = own.current ?? {};
    if (w > 0) setSize((old) => (old.w === w && old.h === h ? old : { w, h }));
  });
  const box = placed(size, target, lit, ground);
  const frame = grown(target, 5);
  const [from, to] = leader(frame, box);
  return (
    <>
      <svg className="act-leader" width={ground.width} height={ground.height} aria-hidden="true">
        <rect x={frame.x} y={frame.y} width={frame.w} height={frame.h} rx={8} />
        <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
        <circle cx={from.x} cy={from.y} r={4} />
      </svg>
      <div ref={own} className="act-note" style={{ insetInlineStart: box.x, insetBlockStart: box.y }}>
        <b>{word.term}</b>
        <span>{word.means}</span>
      </div>
    </>
  );
}
