/** The figure of the open step, in place of the machines of both lanes. */
import { useEffect, useRef, useState } from 'react';
import { Part } from '../../page/Part';
import { FIGURES } from './figures';
import { type FigureName, type FigureProps, SMALL } from './figures/types';
import { isAsking, lightPart, type Opened, stepOf, useStory } from './store';
import { useSeen } from './useSeen';
import { useSight } from './useSight';
import './act-figure.css';

export default function ActFigure() {
  const opened = useStory((state) => state.opened);
  return opened && <Host opened={opened} />;
}

interface Shown extends Pick<FigureProps, 'sight' | 'seen' | 'step' | 'word'> {
  readonly figure: FigureName;
}

function Host({ opened }: { readonly opened: Opened }) {
  const { name, step } = stepOf(opened);
  const figure = step.shot?.figure ?? step.shot?.stageFigure;
  const lit = useStory((state) => state.lit);
  const asking = useStory(isAsking);
  const sight = useSight();
  const seen = useSeen();
  const { ref, width, height } = useRoom();
  // A step that is still loading keeps the drawing of the step before: its shapes move on from there.
  const before = useRef<Shown | null>(null);
  const { word } = opened.act.words()[name] ?? {};
  const now: Shown | null = figure && sight ? { figure, sight, seen: asking ? null : seen, step: name, word } : null;
  useEffect(() => {
    if (now) before.current = now;
  });
  const shown = now ?? (before.current?.figure === figure ? before.current : null);
  const Figure = shown && FIGURES[shown.figure].Figure;
  return (
    <div ref={ref} className="act-figure-host" data-figure={figure} data-step={shown?.step}>
      {Figure && shown && width > 0 && (
        <Part key={shown.figure}>
          <Figure {...shown} width={width} height={height} lit={lit} onLit={lightPart} />
        </Part>
      )}
    </div>
  );
}

/** The room of an element in units in which its small text has the size `SMALL`. */
function useRoom() {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const unit = Number.parseFloat(getComputedStyle(element).fontSize) / SMALL;
      const [width, height] = [element.clientWidth / unit, element.clientHeight / unit].map(Math.floor);
      if (width && height) setRoom((old) => (old.width === width && old.height === height ? old : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...room };
}
