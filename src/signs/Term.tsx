/** A term of the kernel, the same in both languages. Its meaning is a tooltip, and a popover for touch and keyboard. */
import { type ReactNode, useId, useRef } from 'react';
import { useMeaning } from './Word';
import './popover-note.css';
import './term.css';

interface ExplainedProps {
  readonly meaning: string | undefined;
  readonly children: ReactNode;
}

export function Explained({ meaning, children }: ExplainedProps) {
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const place = () => {
    const at = word.current?.getBoundingClientRect();
    if (!at || !note.current) return;
    note.current.style.left = `${Math.max(4, Math.min(at.left, innerWidth - 300))}px`;
    note.current.style.top = `${Math.min(at.bottom + 4, innerHeight - 120)}px`;
  };
  if (!meaning) return <abbr>{children}</abbr>;
  return (
    <>
      <button
        ref={word}
        type="button"
        className="term to-scale"
        popoverTarget={id}
        aria-describedby={id}
        title={meaning}
      >
        <abbr>{children}</abbr>
      </button>
      <span ref={note} id={id} popover="auto" className="popover-note term-meaning" onBeforeToggle={place}>
        {meaning}
      </span>
    </>
  );
}

export function Term({ of: word, children }: { of: string; children?: string }) {
  return <Explained meaning={useMeaning(word)}>{children ?? word}</Explained>;
}
