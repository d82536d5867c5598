/** The acts as a numbered path: each with its question, and a small animation of its main idea. */
import { useRef, useState } from 'react';
import { clearProgress, type Progress, progress, type Reached } from '../../page/progress';
import { useOnScreen } from '../../ui/useOnScreen';
import { byWords } from '../../words/phrases';
import { LOOPS } from './loops';
import { type FrontKey, useWords } from './words';
import './path.css';

export interface ActLink {
  readonly number: number;
  readonly title: string;
  readonly href: string;
}

export function Path({ acts }: { readonly acts: readonly ActLink[] }) {
  const words = useWords();
  const [reached, setReached] = useState<Progress>(progress);
  return (
    <nav className="front-path" aria-label={words('acts.label')}>
      <ol>
        {acts.map((act) => (
          <li key={act.number}>
            <Stop {...act} reached={reached[act.number] ?? null} />
          </li>
        ))}
      </ol>
      {Object.keys(reached).length > 0 && (
        <button
          type="button"
          className="link front-clear"
          onClick={() => {
            clearProgress();
            setReached({});
          }}
        >
          {words('acts.clear')}
        </button>
      )}
    </nav>
  );
}

function Stop({ number, title, href, reached }: ActLink & { readonly reached: Reached | null }) {
  const words = useWords();
  const ref = useRef<HTMLAnchorElement>(null);
  // Off the screen nothing moves.
  const shown = useOnScreen(ref);
  const Loop = LOOPS[number - 1];
  const isDone = reached?.step === reached?.steps;
  const far = reached && (isDone ? words('acts.done') : words('acts.reached', { ...reached }));
  const name = words('acts.go', { number, title });
  return (
    <a ref={ref} href={`#${href}`} className="front-act" aria-label={far ? words('acts.far', { name, far }) : name}>
      <span className="front-act-head">
        <b>{number}</b> <span>{byWords(title)}</span>
        {far && <small data-done={isDone}>{isDone ? '✓' : far}</small>}
      </span>
      {Loop && (
        <svg className="front-loop" viewBox="0 0 236 76" data-runs={shown} aria-hidden="true">
          <Loop />
        </svg>
      )}
      <strong>{byWords(words(`act.${number}.question` as FrontKey))}</strong>
    </a>
  );
}
