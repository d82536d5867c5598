import { type CSSProperties, Fragment, type ReactNode } from 'react';
import type { MoveKind } from '../../signs/moves';
import { roleShape } from '../../signs/palette';
import { type CpuState, MoveSign, StateSign } from '../../signs/Signs';
import { shapePath } from '../../signs/shapes';
import { LANE_KEYS } from '../../state/view';
import { Draggable } from './Draggable';
import { type Mark, marksOf } from './marks';
import type { ParameterName } from './parameters';
import { lightPart, stepOf, useStory } from './store';
import { useWords } from './words';
import './marked.css';

export interface MarkedProps {
  readonly text: string;
  readonly figures: Readonly<Record<string, string>>;
}

/** A text with its marked words in the colours of the picture, and with measured figures. */
export function Marked({ text, figures }: MarkedProps) {
  return marksOf(text).map((mark, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by index
    <Fragment key={i}>
      <One mark={mark} figures={figures} />
    </Fragment>
  ));
}

/** A figure of a claim; until its runs have ended, how far they are. */
function Figure({ text }: { readonly text: string | undefined }) {
  const w = useWords();
  const share = useStory(({ beside }) => beside?.share ?? 0);
  if (text !== undefined) return <b className="acts-figure">{text}</b>;
  return (
    <span
      className="acts-open"
      role="progressbar"
      aria-label={w('figure.open')}
      aria-valuenow={Math.round(100 * share)}
      title={w('figure.open')}
      style={{ '--open-share': share } as CSSProperties}
    />
  );
}

function One({ mark, figures }: { readonly mark: Mark; readonly figures: Readonly<Record<string, string>> }) {
  switch (mark.kind) {
    case 'plain':
      // No line break between a number and its percent sign.
      return mark.text.replaceAll(' %', '\u00a0%');
    case 'strong':
      return <b>{mark.text}</b>;
    case 'figure':
      return <Figure text={figures[mark.name]} />;
    case 'lane':
      return (
        <PartWord part={mark.key} className={`acts-lane lane-${mark.key}`}>
          {mark.text}
        </PartWord>
      );
    case 'part':
      return (
        <PartWord part={mark.key} className="acts-part">
          {mark.text}
        </PartWord>
      );
    case 'task': {
      const [group, role = 'job'] = mark.key.split('.');
      return (
        <PartWord part={`task-${group}`} className="acts-mark acts-task-word" hue={`var(--group-${group})`}>
          <svg width="11" height="11" viewBox="-6 -6 12 12" aria-hidden="true">
            <path d={shapePath(roleShape(role), 5)} />
          </svg>
          {mark.text}
        </PartWord>
      );
    }
    case 'move':
      return (
        <span className="acts-mark acts-move">
          <MoveSign kind={mark.key as MoveKind} alone />
          {mark.text}
        </span>
      );
    case 'near':
      return (
        <span className="acts-mark" style={{ '--mark': `var(--distance-${mark.key})` } as CSSProperties}>
          {mark.text}
        </span>
      );
    case 'field':
      return <code className="acts-field">{mark.text}</code>;
    case 'hot':
      return <code className="acts-field acts-hot">{mark.text}</code>;
    case 'state':
      return (
        <span className="acts-mark acts-state">
          <StateSign state={mark.key as CpuState} />
          {mark.text}
        </span>
      );
    case 'set':
      return <Draggable name={mark.key as ParameterName} text={mark.text} />;
    case 'term':
      return <dfn>{mark.text}</dfn>;
  }
}

interface PartWordProps {
  readonly part: string;
  readonly className: string;
  /** The colour of a task. */
  readonly hue?: string;
  readonly children: ReactNode;
}

/** A word that lights its part of the figure, and is lit by it. */
function PartWord({ part, className, hue, children }: PartWordProps) {
  const figure = useStory(({ opened }) => (opened ? stepOf(opened).step.shot?.figure : undefined));
  const lit = useStory((state) => state.lit === part);
  const style = hue ? ({ '--mark': hue } as CSSProperties) : undefined;
  // Lanes are parts of every picture; a task has a row in the figure of a queue.
  const isDrawn = hue ? figure === 'queue' : figure !== undefined || LANE_KEYS.some((lane) => lane === part);
  if (!isDrawn)
    return (
      <b className={className} style={style}>
        {children}
      </b>
    );
  const [light, dim] = [() => lightPart(part), () => lightPart(null)];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only lights, and by key, too
    <b
      className={className}
      style={style}
      data-lit={lit || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      onPointerEnter={light}
      onPointerLeave={dim}
      onFocus={light}
      onBlur={dim}
    >
      {children}
    </b>
  );
}
