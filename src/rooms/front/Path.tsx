/** The acts as a numbered path: each with its question, and a small animation of its main idea. */
import { useEffect, useRef, useState } from 'react';
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
  return (
    <nav className="front-path" aria-label={words('acts.label')}>
      <ol>
        {acts.map((act) => (
          <li key={act.number}>
            <Stop {...act} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Stop({ number, title, href }: ActLink) {
  const words = useWords();
  const ref = useRef<HTMLAnchorElement>(null);
  const seen = useSeen(ref);
  const Loop = LOOPS[number - 1];
  return (
    <a ref={ref} href={`#${href}`} className="front-act" aria-label={words('acts.go', { number, title })}>
      <span className="front-act-head">
        <b>{number}</b> <span>{title}</span>
      </span>
      {Loop && (
        <svg className="front-loop" viewBox="0 0 236 76" data-runs={seen} aria-hidden="true">
          <Loop />
        </svg>
      )}
      <strong>{words(`act.${number}.question` as FrontKey)}</strong>
    </a>
  );
}

/** Whether an element is on the screen; elements off the screen do not move. */
function useSeen(ref: React.RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true));
    if (ref.current) watch.observe(ref.current);
    return () => watch.disconnect();
  }, [ref]);
  return seen;
}
